import Foundation
import Glibc
import TestSupport
import Testing

/// `pawl serve` and the commands that talk to it, as people use them.
@Suite struct ServeTests {
    /// A workplace with an engine that runs.
    private func serving(_ words: String..., body: (Workplace, RunningProgram) async throws -> Void) async throws {
        try await Workplace.with { work in
            try Serving.write(in: work)
            let program = try work.start(["serve"] + words, patience: .seconds(120))
            try await Serving.says("ready", program)
            try await body(work, program)
        }
    }

    /// Waits until an instance is in a state, as `show` tells.
    private func until(_ text: String, _ instance: String, in work: Workplace) async throws {
        for _ in 0..<300 {
            let shown = try await work.pawl("show", instance, "-o", "json")
            if shown.output.contains(text) { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("\(instance) never has \(text)")
    }

    @Test func `start, send and run go through the engine`() async throws {
        try await serving { work, program in
            let start = try await work.pawl("start", "job", "--input", #"{"number": 1}"#)
            #expect(start.code == 0 && start.output == "job/J-1 started\n" && start.messages.isEmpty, "\(start)")
            try await until(#""states":["Waiting"]"#, "job/J-1", in: work)
            let send = try await work.pawl("send", "job/J-1", "Go", #"{"by": "ada"}"#, "-o", "json")
            #expect(
                send.code == 0 && send.output.contains(#""became":"handled""#) && send.output.contains(#""isEngineRunning":true"#),
                "\(send)")
            try await until(#""status":"finished""#, "job/J-1", in: work)

            let run = try await work.pawl("run", "flows/job.yaml", "--input", #"{"number": 2}"#, "--send", #"Go={"by": "grace"}"#)
            #expect(run.code == 0 && run.output.contains("■ Done") && run.output.contains("work.do"), "\(run)")
            let waits = try await work.pawl("run", "flows/job.yaml", "--input", #"{"number": 3}"#)
            #expect(waits.code == 0 && waits.output.contains("waiting for Go { by: string }"), "\(waits)")
            let goesOn = try await work.pawl("run", "job/J-3", "--send", #"Go={"by": "grace"}"#, "-o", "json")
            #expect(goesOn.code == 0 && goesOn.output.contains(#""status":"finished""#), "\(goesOn)")

            try await Serving.stop(program)
            #expect(!FileManager.default.fileExists(atPath: work.folder + "/pawl.db.sock"))
            let replayed = try await work.pawl("replay", "--all", "--verify")
            #expect(replayed.code == 0 && replayed.output.hasPrefix("3 instances"), "\(replayed)")
        }
    }

    @Test(arguments: [true, false])
    func `five clear answers, with an engine and without one`(hasEngine: Bool) async throws {
        try await Workplace.with { work in
            try Serving.write(in: work)
            let program = try await Serving.start(in: work)
            for number in [1, 2] { _ = try await work.pawl("start", "job", "--input", #"{"number": \#(number)}"#) }
            try await until(#""states":["Waiting"]"#, "job/J-1", in: work)
            let finish = try await work.pawl("run", "job/J-2", "--send", #"Go={"by": "grace"}"#)
            #expect(finish.code == 0, "\(finish)")
            if !hasEngine { try await Serving.stop(program) }

            let undeclared = try await work.pawl("send", "job/J-1", "Nota")
            #expect(undeclared.code == 64 && undeclared.messages.contains("did you mean 'Note'?"), "\(undeclared)")
            let payload = try await work.pawl("send", "job/J-1", "Go", #"{"by": 3}"#)
            #expect(payload.code == 65 && payload.messages.contains("expected string"), "\(payload)")
            let noJSON = try await work.pawl("send", "job/J-1", "Go", "{")
            #expect(noJSON.code == 65, "\(noJSON)")
            let finished = try await work.pawl("send", "job/J-2", "Go", #"{"by": "x"}"#)
            #expect(
                finished.code == 1 && finished.messages.contains("job/J-2 is finished; the event was recorded as a dead letter"),
                "\(finished)")
            let unknown = try await work.pawl("send", "job/J-9", "Go")
            #expect(unknown.code == 3 && unknown.messages.contains("there is no instance 'job/J-9'"), "\(unknown)")
            let unhandled = try await work.pawl("send", "job/J-1", "Never")
            #expect(unhandled.code == 1, "\(unhandled)")
            #expect(unhandled.messages.contains("It would accept Go { by: string }, Note { text: string }."), "\(unhandled)")
            if hasEngine { try await Serving.stop(program) }
        }
    }

    @Test(arguments: [true, false])
    func `a client that tries again changes nothing`(hasEngine: Bool) async throws {
        try await Workplace.with { work in
            try Serving.write(in: work)
            var program: RunningProgram?
            if hasEngine { program = try await Serving.start(in: work) }
            func start() async throws -> Outcome {
                try await work.pawl("start", "job", "--input", #"{"number": 1}"#, "--if-absent", "-o", "json")
            }
            let first = try await start()
            let second = try await start()
            #expect(first.code == 0 && first.output.contains(#""isNew":true"#), "\(first)")
            #expect(second.code == 0 && second.output.contains(#""isNew":false"#), "\(second)")
            let taken = try await work.pawl("start", "job", "--input", #"{"number": 1}"#)
            #expect(taken.code == 1 && taken.messages.contains("has the key 'J-1' already"), "\(taken)")
            if hasEngine { try await until(#""states":["Waiting"]"#, "job/J-1", in: work) }

            func send() async throws -> Outcome {
                try await work.pawl("send", "job/J-1", "Never", "--dedupe", "once", "-o", "json")
            }
            let sent = try await send()
            let again = try await send()
            #expect(
                sent.code == 1 && sent.output.contains(#""became":"unhandled""#) && sent.output.contains(#""isRepeat":false"#), "\(sent)")
            #expect(
                again.code == 1 && again.output.contains(#""became":"unhandled""#) && again.output.contains(#""isRepeat":true"#), "\(again)"
            )
            let history = try await work.pawl("history", "job/J-1", "-o", "jsonl")
            #expect(history.output.split(separator: "\n").count { $0.contains(#""kind":"unhandled""#) } == 1, "\(history)")
            if let program { try await Serving.stop(program) }
        }
    }

    @Test func `a changed file counts for what begins, a broken one changes nothing`() async throws {
        try await serving { work, program in
            let one = try await work.pawl("start", "job", "--input", #"{"number": 1}"#, "-o", "json")
            #expect(one.output.contains(#""revision":1"#), "\(one)")
            // As editors do: a new file, renamed over the old one.
            try work.write(Serving.job.replacingOccurrences(of: "Note: { text: string }", with: "Note: { words: string }"), to: "new.tmp")
            #expect(rename(work.folder + "/new.tmp", work.folder + "/flows/job.yaml") == 0)
            try await Serving.says("job is loaded anew", program)
            let two = try await work.pawl("start", "job", "--input", #"{"number": 2}"#, "-o", "json")
            #expect(two.output.contains(#""revision":2"#), "\(two)")

            try work.write("workflow: job\nstates: { A: {} }\ninitial: B\n", to: "flows/job.yaml")
            try await Serving.says("flows/job.yaml does not load; job goes on as it was", program)
            try await Serving.says("flows/job.yaml:3:10: error[PWL", program)
            let three = try await work.pawl("start", "job", "--input", #"{"number": 3}"#, "-o", "json")
            #expect(three.output.contains(#""revision":2"#), "\(three)")

            try work.write("workflow: second\nstates: { A: { final: true } }\ninitial: A\n", to: "flows/second.yaml")
            try await Serving.says("second is loaded", program)
            let second = try await work.pawl("start", "second")
            #expect(second.code == 0, "\(second)")
            try FileManager.default.removeItem(atPath: work.folder + "/flows/second.yaml")
            try await Serving.says("second begins no more", program)
            let gone = try await work.pawl("start", "second")
            #expect(gone.code == 3 && gone.messages.contains("There are job."), "\(gone)")
            try await Serving.stop(program)
        }
    }

    @Test func `all problems of all files are reported at once`() async throws {
        try await Workplace.with { work in
            try Serving.write(in: work)
            for name in ["a", "b"] {
                try work.write("workflow: \(name)\nstates: { A: {} }\ninitial: B\ntypo: 1\n", to: "flows/\(name).yaml")
            }
            let program = try await Serving.start(in: work, "--log-format", "json")
            for text in ["flows/a.yaml:3:10", "flows/a.yaml:4:1", "flows/b.yaml:3:10", "flows/b.yaml:4:1"] {
                #expect(program.messages.contains(#""message":"\#(text): error[PWL"#), "\(text) in \(program.messages)")
            }
            for line in program.messages.split(separator: "\n") {
                let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                #expect(object?["time"] is String && object?["level"] is String && object?["message"] is String, "\(line)")
            }
            let broken = try await work.pawl("start", "a")
            #expect(broken.code == 1 && broken.messages.contains("'flows/a.yaml' does not load, and a cannot begin"), "\(broken)")
            try await Serving.stop(program)

            try FileManager.default.removeItem(atPath: work.folder + "/flows/job.yaml")
            let nothing = try await work.pawl("serve")
            #expect(nothing.code == 1 && nothing.messages.contains("there is nothing to serve"), "\(nothing)")
        }
    }

    @Test func `a second engine is refused at once, and follows one that was killed`() async throws {
        try await serving { work, program in
            _ = try await work.pawl("start", "job", "--input", #"{"number": 1}"#)
            let second = try await work.pawl("serve")
            #expect(second.code == 2, "\(second)")
            for text in ["process \(program.pid) (", " serve, since 20"] { #expect(second.messages.contains(text), "\(second)") }
            program.signal(SIGKILL)
            #expect(try await program.outcome().code == nil)
            #expect(FileManager.default.fileExists(atPath: work.folder + "/pawl.db.sock"), "a kill leaves the socket")
            let third = try await Serving.start(in: work)
            try await until(#""states":["Waiting"]"#, "job/J-1", in: work)
            let send = try await work.pawl("send", "job/J-1", "Go", #"{"by": "ada"}"#)
            #expect(send.code == 0, "\(send)")
            try await Serving.stop(third)
        }
    }

    @Test func `effects that run may end when it stops, and what is left goes on`() async throws {
        try await Workplace.with { work in
            try Serving.write(in: work)
            let slow = Serving.job.replacingOccurrences(of: "work.do", with: "work.slow").replacingOccurrences(
                of: "{ output: { text: string } }",
                with: "{ output: { stdout: any }, errors: [failed, not_found, not_permitted, bad_output, too_large] }")
            try work.write(slow, to: "flows/job.yaml")
            let program = try await Serving.start(in: work, "--grace", "20s")
            _ = try await work.pawl("start", "job", "--input", #"{"number": 1}"#)
            #expect(try await work.appears("started"))
            program.signal(SIGTERM)
            try await Serving.says("stopping", program)
            try work.write("", to: "go")
            let end = try await program.outcome()
            #expect(end.code == 0 && end.messages.hasSuffix("stopped\n"), "\(end)")
            #expect(FileManager.default.fileExists(atPath: work.folder + "/ended"), "the effect had its time")
            let shown = try await work.pawl("show", "job/J-1", "-o", "json")
            #expect(shown.output.contains(#""states":["Waiting"]"#), "\(shown)")

            for name in ["started", "ended", "go"] { try FileManager.default.removeItem(atPath: work.folder + "/" + name) }
            let hasty = try await Serving.start(in: work, "--grace", "0s")
            _ = try await work.pawl("start", "job", "--input", #"{"number": 2}"#)
            #expect(try await work.appears("started"))
            hasty.signal(SIGTERM)
            #expect(try await hasty.outcome().code == 0)
            let left = try await work.pawl("show", "job/J-2", "-o", "json")
            #expect(left.output.contains(#""states":["First"]"#), "\(left)")
            try work.write("", to: "go")
            let next = try await Serving.start(in: work)
            try await until(#""states":["Waiting"]"#, "job/J-2", in: work)
            try await Serving.stop(next)
            let replayed = try await work.pawl("replay", "--all", "--verify")
            #expect(replayed.code == 0, "\(replayed)")
        }
    }

    @Test func `the service manager hears of it`() async throws {
        try await Workplace.with { work in
            try Serving.write(in: work)
            let manager = try DatagramSocket(work.folder + "/notify")
            work.environment["NOTIFY_SOCKET"] = work.folder + "/notify"
            let program = try await Serving.start(in: work)
            let ready = await manager.receive()
            #expect(ready.hasPrefix("READY=1\n") && ready.contains("MAINPID=\(program.pid)"), "\(ready)")
            program.signal(SIGTERM)
            let stopping = await manager.receive()
            #expect(stopping.hasPrefix("STOPPING=1\n"))
            #expect(try await program.outcome().code == 0)
        }
    }

    @Test func `idle it uses no time of the processor`() async throws {
        try await serving { work, program in
            _ = try await work.pawl("start", "job", "--input", #"{"number": 1}"#)
            try await until(#""states":["Waiting"]"#, "job/J-1", in: work)
            func switches() throws -> Int {
                let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(program.pid)/task")
                return tasks.reduce(0) { sum, task in
                    let text = (try? String(contentsOfFile: "/proc/\(program.pid)/task/\(task)/status", encoding: .utf8)) ?? ""
                    let line = text.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
                    return sum + (line.flatMap { Int($0.split(separator: "\t").last ?? "") } ?? 0)
                }
            }
            // Threads of Dispatch linger for some seconds after work, and end. What stays is its own look at its threads, once a second:
            // https://github.com/swiftlang/swift-corelibs-libdispatch/blob/main/src/event/workqueue.c (WORKQ_OBSERVATION_INTERVAL)
            var last = try switches()
            var isStill = false
            for _ in 0..<20 where !isStill {
                try await Task.sleep(for: .seconds(1))
                let now = try switches()
                isStill = now <= last + 2
                last = now
            }
            #expect(isStill, "for one whole second nothing of ours woke")
            try await Serving.stop(program)
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "there is no python3 here"))
    func `another program speaks the protocol`() async throws {
        try await serving { work, program in
            let script = BuiltPawl.repository.appending(path: "Tests/Serve/client.py").path
            let client = try await work.program("/usr/bin/python3", [script, work.folder + "/pawl.db.sock"]).outcome()
            #expect(client.code == 0, "\(client)")
            #expect(client.output.hasSuffix("job/J-7 finished\n"), "\(client)")
            try await Serving.stop(program)
        }
    }
}

/// What a service manager listens to.
final class DatagramSocket: Sendable {
    private let descriptor: Int32

    struct Failure: Error { let code: Int32 }

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let descriptor = descriptor
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        guard result == 0 else { throw Failure(code: errno) }
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// The next message; empty when none comes.
    func receive() async -> String {
        let descriptor = descriptor
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let bytes = [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
                    count = max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
                }
                continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
            }
        }
    }
}
