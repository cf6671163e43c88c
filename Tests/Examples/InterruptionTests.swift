import Foundation
import Glibc
import TestSupport
import Testing

/// A run that is stopped, and one that finds the store taken.
@Suite struct InterruptionTests {
    @Test func `Ctrl-C stops a slow effect, and the instance goes on later`() async throws {
        try await Workplace.with { work in
            try SlowWorkflow.write(in: work)
            let run = try work.start(SlowWorkflow.begin)
            #expect(try await work.appears("started"))
            run.signal(SIGINT)
            let stopped = try await run.outcome()
            #expect(stopped.code == 130, "\(stopped)")
            #expect((stopped.output + stopped.messages).contains("pawl run slow/one"), "\(stopped)")
            try work.write("", to: "go")
            let resumed = try await work.pawl("run", "slow/one", "--config", "slow-pawl.yaml", "-o", "json")
            #expect(resumed.code == 0 && resumed.output.contains(#""output":{"seven":7}"#), "\(resumed)")
            let replayed = try await work.pawl("replay", "--all", "--verify")
            #expect(replayed.code == 0, "\(replayed)")
        }
    }

    @Test func `a second owner is refused at once, and a reader is not`() async throws {
        try await Workplace.with { work in
            try SlowWorkflow.write(in: work)
            let run = try work.start(SlowWorkflow.begin)
            #expect(try await work.appears("started"))
            let second = try await work.pawl("run", "slow.yaml", "--config", "slow-pawl.yaml", "--key", "two")
            #expect(second.code == 2, "\(second)")
            #expect(second.messages.contains("\(run.pid)"), "the owner is named: \(second)")
            let read = try await work.pawl("history", "slow/one", "-o", "jsonl")
            #expect(read.code == 0 && read.output.contains(#""kind":"started""#), "\(read)")
            try work.write("", to: "go")
            let ended = try await run.outcome()
            #expect(ended.code == 0, "\(ended)")
            let third = try await work.pawl("run", "slow.yaml", "--config", "slow-pawl.yaml", "--key", "two")
            #expect(third.code == 0, "\(third)")
        }
    }
}
