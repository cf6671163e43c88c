import Foundation
import TestSupport
import Testing

/// What people do to instances, in a folder as `pawl init` leaves it and without an engine.
@Suite struct ActTests {
    private func inFreshFolder(_ body: (Workplace) async throws -> Void) async throws {
        try await Workplace.with { work in
            try FileManager.default.removeItem(atPath: work.folder + "/workflows")
            #expect(try await work.pawl("init").code == 0)
            try await body(work)
            let replayed = try await work.pawl("replay", "--all", "--verify")
            #expect(replayed.code == 0, "\(replayed)")
        }
    }

    private func startApproval(_ work: Workplace) async throws {
        let started = try await work.pawl("start", "approval", "--input", #"{"request": "REQ-1"}"#)
        #expect(started.code == 0, "\(started)")
    }

    @Test func `pause and resume`() async throws {
        try await inFreshFolder { work in
            try await startApproval(work)
            let paused = try await work.pawl("pause", "approval/REQ-1")
            #expect(paused.code == 0 && paused.output == "approval/REQ-1 is paused in Waiting, position 2\n", "\(paused)")
            let again = try await work.pawl("pause", "approval/REQ-1")
            #expect(
                again.code == 1 && again.messages.contains("approval/REQ-1 is paused; only an active instance can be paused"), "\(again)")
            #expect(again.messages.contains("It takes pawl resume and pawl cancel."), "\(again)")
            let why = try await work.pawl("why", "approval/REQ-1")
            #expect(
                why.code == 0 && why.output.contains("is paused in Waiting") && why.output.contains("pawl resume approval/REQ-1"), "\(why)")
            let queued = try await work.pawl("send", "approval/REQ-1", "Approve", #"{"by": "G"}"#)
            #expect(queued.code == 0, "\(queued)")
            let resumed = try await work.pawl("resume", "approval/REQ-1", "-o", "json")
            #expect(resumed.code == 0 && resumed.output.contains(#""states":["Approved"],"#), "\(resumed)")
        }
    }

    private static let fragile = """
        workflow: fragile
        key: "'one'"
        states: { Working: {}, Done: { final: true } }
        initial: Working
        feedbacks: [ { on: Working, perform: exec.run, with: { program: sh, arguments: [work.sh] } } ]
        transitions: [ { from: Working, on: done, to: Done } ]
        """

    @Test func `retry and skip what blocks`() async throws {
        for (action, end) in [("retry", "Done"), ("skip", "Working")] {
            try await inFreshFolder { work in
                try work.write(Self.fragile, to: "fragile.yaml")
                try work.write("", to: "other.yaml")
                let blocked = try await work.pawl("run", "fragile.yaml", "--config", "other.yaml")
                #expect(blocked.code == 1, "\(blocked)")
                // What is shown to be typed means the same store and services.
                #expect(blocked.output.contains("pawl show fragile/one --config other.yaml"), "\(blocked)")
                let why = try await work.pawl("why", "fragile/one")
                #expect(why.output.contains("fragile/one is blocked in Working") && why.output.contains("pawl retry fragile/one"), "\(why)")
                try work.write("true\n", to: "work.sh")
                let acted = try await work.pawl(action, "fragile/one")
                let subject = action == "retry" ? "exec.run is tried again: " : "exec.run is dropped: "
                #expect(acted.code == 0 && acted.output.hasPrefix(subject + "fragile/one is in Working"), "\(acted)")
                let none = try await work.pawl(action, "fragile/one")
                #expect(none.code == 1 && none.messages.contains("fragile/one is active; only a blocked instance"), "\(none)")
                _ = try await work.pawl("run", "fragile/one")
                let shown = try await work.pawl("show", "fragile/one", "-o", "json")
                #expect(shown.output.contains("\"states\":[\"\(end)\"]"), "\(shown)")
            }
        }
    }

    @Test func `cancel`() async throws {
        try await inFreshFolder { work in
            try await startApproval(work)
            let refused = try await work.pawl("cancel", "approval/REQ-1", "--compensate")
            #expect(
                refused.code == 64 && refused.messages.contains("--compensate is not supported yet; nothing was cancelled"), "\(refused)")
            #expect(try await work.pawl("cancel", "approval/REQ-1").code == 0)
            let again = try await work.pawl("cancel", "approval/REQ-1")
            #expect(again.code == 1 && again.messages.contains("approval/REQ-1 is cancelled"), "\(again)")
            let late = try await work.pawl("send", "approval/REQ-1", "Approve", #"{"by": "G"}"#)
            #expect(late.code == 1 && late.messages.contains("dead letter"), "\(late)")
            // The payload of a dead letter is kept as text, and shown as what it is.
            let history = try await work.pawl("history", "approval/REQ-1")
            #expect(history.output.contains("too late: Approve { by: G }"), "\(history)")
            let why = try await work.pawl("why", "approval/REQ-1")
            #expect(
                why.output.contains("approval/REQ-1 was cancelled in Waiting") && why.output.contains("nothing moves it any more"), "\(why)"
            )
        }
    }

    @Test(arguments: ["pause", "resume", "retry", "skip", "cancel", "why", "show", "history"])
    func `an instance that is not there`(command: String) async throws {
        try await Workplace.with { work in
            try FileManager.default.removeItem(atPath: work.folder + "/workflows")
            #expect(try await work.pawl("init").code == 0)
            let empty = try await work.pawl(command, "approval/REQ-1")
            #expect(empty.code == 3 && empty.messages.contains("there is no journal 'pawl.db' yet"), "\(empty)")
            try await startApproval(work)
            let slip = try await work.pawl(command, "aproval/REQ-1")
            #expect(slip.code == 3 && slip.messages.contains("did you mean 'approval/REQ-1'?"), "\(slip)")
        }
    }

    @Test func `the doctor finds what is wrong`() async throws {
        try await inFreshFolder { work in
            try await startApproval(work)
            let well = try await work.pawl("doctor")
            #expect(well.code == 0 && well.output.contains("the checksums of all 1 entry are right"), "\(well)")
            try work.write("workflow: broken\nstates: { A: {} }\ninitial: B\n", to: "workflows/broken.yaml")
            try work.write(
                "workflow: secretive\nstates: { A: {}, B: { final: true } }\ninitial: A\n"
                    + "feedbacks: [ { on: A, perform: log.write, with: { message: \"${ secret('PAWL_NO_SUCH') }\" } } ]\n"
                    + "transitions: [ { from: A, on: done, to: B } ]\n", to: "workflows/secretive.yaml")
            let ill = try await work.pawl("doctor", "-o", "jsonl")
            #expect(ill.code == 1 && ill.output.contains(#""level":"problem","text":"'workflows/broken.yaml' does not load"#), "\(ill)")
            #expect(ill.output.contains("needs the secret 'PAWL_NO_SUCH', which is not set here"), "\(ill)")
        }
    }
}
