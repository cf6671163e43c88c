import Foundation
import TestSupport
import Testing

/// `pawl history -f` beside other processes.
@Suite struct FollowTests {
    private static let begin = ["run", "workflows/2-approval.yaml", "--input", "@workflows/2-approval.input.json"]

    @Test func `what others commit is shown until the end, and the end decides`() async throws {
        for (event, code) in [(#"Approve={"by": "G"}"#, Int32(0)), (#"Reject={"by": "G", "reason": "no"}"#, 1)] {
            try await Workplace.with { work in
                work.options = ["--config", "workflows/pawl.yaml"]
                #expect(try await work.start(Self.begin).outcome().code == 0)
                let follower = try work.start(["history", "approval/REQ-9", "-f", "-o", "jsonl"])
                #expect(try await work.pawl("run", "approval/REQ-9", "--send", #"Comment={"by": "G", "text": "hm"}"#).code == 0)
                #expect(try await work.pawl("run", "approval/REQ-9", "--send", event).code == code)
                let followed = try await follower.outcome()
                let kinds = followed.output.split(separator: "\n").compactMap { $0.firstMatch(of: /"kind":"(\w+)"/).map { String($0.1) } }
                #expect(kinds.filter { $0 != "answered" } == ["started", "event", "event"] && followed.code == code, "\(followed)")
            }
        }
    }

    @Test func `Ctrl-C ends it`() async throws {
        try await Workplace.with { work in
            work.options = ["--config", "workflows/pawl.yaml"]
            #expect(try await work.start(Self.begin).outcome().code == 0)
            let follower = try work.start(["history", "approval/REQ-9", "-f", "-o", "jsonl"])
            while follower.outputSoFar.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
            follower.signal(SIGINT)
            let followed = try await follower.outcome()
            #expect(followed.code == 130 && !followed.output.isEmpty, "\(followed)")
        }
    }
}
