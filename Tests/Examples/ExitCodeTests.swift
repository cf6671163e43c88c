import Foundation
import TestSupport
import Testing

/// What `pawl run` answers to a script.
@Suite struct ExitCodeTests {
    /// Waits in `Approving`, as approval/REQ-9.
    private func withApproval(_ body: (Workplace) async throws -> Void) async throws {
        try await Workplace.with { work in
            work.options = ["--config", "workflows/pawl.yaml"]
            let begun = try await work.pawl("run", "workflows/2-approval.yaml", "--input", "@workflows/2-approval.input.json")
            #expect(begun.code == 0 && begun.output.contains("pawl run approval/REQ-9 --send 'Approve="), "\(begun)")
            try await body(work)
        }
    }

    @Test func `a failed end is 1, and a later event a dead letter`() async throws {
        try await withApproval { work in
            let rejected = try await work.pawl("run", "approval/REQ-9", "--send", #"Reject={"by": "G", "reason": "no"}"#, "-o", "json")
            #expect(rejected.code == 1 && rejected.output.contains(#""status":"failed""#), "\(rejected)")
            let late = try await work.pawl("run", "approval/REQ-9", "--send", #"Approve={"by": "G"}"#)
            #expect(late.code == 1 && late.messages.contains("dead letter"), "\(late)")
        }
    }

    @Test(arguments: [
        ("Nope", Int32(64), "has Approve, Reject, Comment"), ("done", 64, "'done'"), ("failed", 64, "'failed'"),
        (#"Approve={"by": ""}"#, 1, "nothing handles 'Approve'"), (#"Approve={"by": 1}"#, 65, "by"), ("Approve", 65, "by"),
        (#"Approve={"by""#, 65, "Approve"),
    ])
    func `an event that is not taken`(event: String, code: Int32, wording: String) async throws {
        try await withApproval { work in
            let sent = try await work.pawl("run", "approval/REQ-9", "--send", event)
            #expect(sent.code == code && sent.messages.contains(wording), "\(sent)")
            // It does no harm.
            let approved = try await work.pawl("run", "approval/REQ-9", "--send", #"Approve={"by": "G"}"#)
            #expect(approved.code == 0, "\(approved)")
            let replayed = try await work.pawl("replay", "--all", "--verify")
            #expect(replayed.code == 0, "\(replayed)")
        }
    }

    @Test func `the key of an unfinished instance goes on with it`() async throws {
        try await withApproval { work in
            let words = ["run", "workflows/2-approval.yaml", "--input", "@workflows/2-approval.input.json"]
            let again = try await work.start(words + ["--send", #"Comment={"by": "G", "text": "hm"}"#]).outcome()
            #expect(again.code == 0 && again.messages.contains("approval/REQ-9 is unfinished: going on with it"), "\(again)")
            let listed = try await work.pawl("list", "-o", "jsonl")
            #expect(listed.output.split(separator: "\n").count == 1, "\(listed)")
        }
    }

    @Test(arguments: [
        (["run", "approval/REQ-8"], Int32(3), "approval/REQ-8"),
        (["run", "workflows/9-none.yaml"], 3, "9-none.yaml"),
        (["run", "workflows/1-hello.yaml", "--input", #"{"name": 1}"#], 65, "expected string"),
        (["run", "workflows/1-hello.yaml"], 65, "name"),
        (["run", "workflows/1-hello.yaml", "--input", #"{"name": "Ada", "nmae": "x"}"#], 65, "nmae"),
        (["run", "workflows/1-hello.yaml", "--input", "{"], 65, "input"),
        (["run"], 64, "FILE|INSTANCE"),
        (["run", "workflows/1-hello.yaml", "--inptu", "{}"], 64, "--input"),
        (["rum", "workflows/1-hello.yaml"], 64, "run"),
    ])
    func `a call that cannot begin`(words: [String], code: Int32, wording: String) async throws {
        try await Workplace.with { work in
            let outcome = try await work.start(words).outcome()
            #expect(outcome.code == code && outcome.messages.contains(wording), "\(outcome)")
            #expect(outcome.output.isEmpty, "\(outcome)")
        }
    }
}
