import PawlKit
import PawlScenario
import PawlServices
import Testing

/// What a plugin does until it is told to end.
private struct Worker: Plugin {
    static let name = "worker"
    static let configuration = RecordType(fields: [.init("mode", .string)])
    let mode: String
    init(configuration: Record) throws { mode = configuration["mode"]?.stringValue ?? "" }
    func register(in registry: inout PluginRegistry) throws {}

    func run() async throws {
        switch mode {
        case "fails": throw PluginError("the line is dead")
        case "ends": return
        case "listens": for await _ in AsyncStream<Never>.makeStream().stream {}
        // Nothing that it waits for notices a cancellation.
        default: await Task { for await _ in AsyncStream<Never>.makeStream().stream {} }.value
        }
    }
}

@Suite("The work of plugins")
struct PluginWorkTests {
    private func plugins(_ mode: String) -> PluginSet {
        let section = PluginSection(
            name: "worker", configuration: Record(type: Worker.configuration, fields: [.string(mode)]), place: place("pawl.yaml", 1))
        return PluginSet.load([Worker.self], sections: [section]).set
    }

    @Test("A failure is told, with the name of the plugin")
    func failure() async {
        let (failures, failed) = AsyncStream.makeStream(of: PluginError.self)
        let work = PluginWork(plugins("fails")) { failed.yield($0) }
        #expect(await failures.first { _ in true }?.message == "the plugin 'worker' stopped: the line is dead")
        await work.end(clock: VirtualClock())
    }

    @Test("The end is waited for, and is no failure", arguments: ["listens", "ends"])
    func end(mode: String) async {
        let work = PluginWork(plugins(mode)) { Issue.record("\($0.message)") }
        await work.end(clock: VirtualClock())
    }

    @Test("The end is waited for by a task that is cancelled too")
    func cancelled() async {
        let clock = VirtualClock()
        let work = PluginWork(plugins("ignores")) { Issue.record("\($0.message)") }
        let end = Task {
            await work.end(clock: clock)
            return clock.now
        }
        end.cancel()
        while clock.sleepers == 0 { await Task.yield() }
        clock.advance(by: .seconds(1))
        #expect(await end.value == VirtualClock.defaultStart.advanced(by: .seconds(1)))
    }

    @Test("A plugin that ignores its cancellation is left after a second")
    func deaf() async throws {
        let clock = VirtualClock()
        let work = PluginWork(plugins("ignores")) { Issue.record("\($0.message)") }
        async let end: Void = work.end(clock: clock)
        try await clock.sleeping(atLeast: 1)
        clock.advance(by: .seconds(1))
        await end
    }
}
