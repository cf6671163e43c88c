import Foundation
import PawlJournal
import PawlKit
import Testing

/// Kills a process that writes to a store at every fault point, again and again, and looks at what it left.
@Suite struct JournalCrashTests {
    @Test(arguments: FaultPoint.allCases)
    func `what was acknowledged survives a death`(at point: FaultPoint) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pawl-crash-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("pawl.db").path
        let seed = UInt64.random(in: 0..<1_000_000)
        var deaths = 0
        for run in 0..<15 {
            // The store of the runs before goes on being used.
            let hit = 1 + run * run / 2
            let outcome = try CrashWorker.run(store: path, point: point, hit: hit, seed: seed + UInt64(run))
            if outcome.wasKilled { deaths += 1 } else { #expect(outcome.acknowledged.last == "done", "\(outcome.errors)") }
            let comment: Comment = "seed \(seed), run \(run), hit \(hit)"
            let journal = try await SQLiteJournal.open(path: path)
            for line in outcome.acknowledged where line != "done" {
                let parts = line.split(separator: " ").map(String.init)
                let stored = try await journal.stored(InstanceID(rawValue: parts[0]))
                let position = try #require(Int64(parts[1]))
                #expect((stored?.instance.position ?? 0) >= position, comment)
            }
            let findings = try await JournalCheck.run(path: path)
            #expect(findings.isEmpty, comment)
            await journal.close()
        }
        #expect(deaths >= 5, "the fault point was hardly ever reached")
    }
}

/// The program that dies.
enum CrashWorker {
    struct Outcome {
        let acknowledged: [String]
        let wasKilled: Bool
        let errors: String
    }

    static func run(store: String, point: FaultPoint, hit: Int, seed: UInt64) throws -> Outcome {
        let process = Process()
        // The build puts it beside the test program.
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        process.executableURL = URL(fileURLWithPath: program).deletingLastPathComponent().appendingPathComponent("CrashWorker")
        process.arguments = [store, point.rawValue, "\(hit)", "\(seed)"]
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let wasKilled = process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
        return Outcome(acknowledged: text.split(separator: "\n").map(String.init), wasKilled: wasKilled, errors: complaint)
    }
}
