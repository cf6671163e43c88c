import Foundation
import PawlDefinition
import PawlEngine
import PawlJournal
import PawlKit
import PawlMachine
import PawlSystem

/// Many instances that wait with a timer: how soon an engine is ready, and what it keeps in memory.
///
/// `PAWL_WAITING=1000000` sets the number. Each measurement runs in a process of its own.
enum WaitingBenchmark {
    private static let workflow = """
        workflow: waiting
        events: { Go: {} }
        states: { Waiting: { data: { note: string } }, Done: { final: true } }
        initial: { state: Waiting, data: { note: "an order that waits for its payment" } }
        transitions:
          - { from: Waiting, on: Go, to: Done }
          - { from: Waiting, after: 30d, to: Done }
        """
    private static let child = "PAWL_WAITING_STORE"

    static func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        if let path = environment[child] { return try await measure(path) }
        let count = environment["PAWL_WAITING"].flatMap { Int($0) } ?? 100_000
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pawl-waiting-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for instances in [0, count] {
            let path = folder.appendingPathComponent("\(instances).db").path
            let start = Measure.now()
            try await fill(path, instances)
            if instances > 0 { print("waiting: \(Int(Double(instances) / (Measure.now() - start))) starts per second") }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            process.arguments = ["waiting"]
            process.environment = environment.merging([child: path]) { $1 }
            try process.run()
            process.waitUntilExit()
        }
    }

    private static func engine(_ store: SQLiteJournal) async throws -> Engine {
        Engine(
            EngineDependencies(
                store: store, claim: try await store.claim(), ports: .system(),
                service: { name in throw ServiceFailure("unavailable", name) },
                load: { stored in
                    guard let machine = DefinitionLoader.load(stored: stored).machine else { throw PluginError(stored.workflow) }
                    return machine
                }, settings: { machine in Record(type: machine.settings, fields: []) }), scope: .everything)
    }

    private static func fill(_ path: String, _ instances: Int) async throws {
        let loaded = DefinitionLoader.load(Array(workflow.utf8), file: "waiting.yaml", catalog: ServiceCatalog())
        guard var machine = loaded.machine else { return print("waiting: the workflow does not load") }
        let store = try await SQLiteJournal.open(path: path)
        let engine = try await engine(store)
        machine.revision = try await engine.store(
            StoredDefinition(
                workflow: machine.workflow, revision: 0, text: loaded.text, services: loaded.externalServices, file: loaded.file))
        let prepared = machine
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<256 {
                group.addTask {
                    for _ in stride(from: worker, to: instances, by: 256) {
                        _ = try await engine.start(prepared, key: nil, input: Record(type: prepared.input, fields: []), who: "bench")
                    }
                }
            }
            try await group.waitForAll()
        }
        await engine.stop(grace: .zero)
        await store.close()
    }

    private static func measure(_ path: String) async throws {
        let start = Measure.now()
        let store = try await SQLiteJournal.open(path: path)
        let engine = try await engine(store)
        try await engine.recover()
        let seconds = Measure.now() - start
        let instances = try await store.statistics().instances.values.reduce(0, +)
        let figures = await engine.figures
        print(
            "waiting: \(instances) instances, ready after \(Int(seconds * 1_000)) ms, resident \(residentKilobytes() / 1_024) MB, "
                + "\(figures.residents) at hand, alarm \(figures.nextAlarm == nil ? "off" : "set")")
        await engine.stop(grace: .zero)
        await store.close()
    }

    private static func residentKilobytes() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
    }
}
