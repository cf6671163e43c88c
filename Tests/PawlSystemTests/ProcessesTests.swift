import Foundation
import PawlKit
import PawlSystem
import Testing

@Suite(.timeLimit(.minutes(1))) struct ProcessesTests {
    let processes = DefaultProcesses()
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func shell(_ script: String, _ arguments: String...) -> ProcessCommand {
        ProcessCommand(program: "sh", arguments: ["-c", script, "sh"] + arguments)
    }

    private func failure(_ command: ProcessCommand) async -> ProcessError.Code? {
        do {
            _ = try await processes.run(command)
            return nil
        } catch { return (error as? ProcessError)?.code }
    }

    @Test func `a program gets its input and gives its outputs`() async throws {
        var command = shell("cat; echo problem >&2; exit 3")
        command.input = Array("hello".utf8)
        let result = try await processes.run(command)
        #expect(result == ProcessResult(end: .exited(3), output: Array("hello".utf8), errorOutput: Array("problem\n".utf8)))
    }

    @Test func `arguments reach it as they are`() async throws {
        let result = try await processes.run(shell("printf '%s|' \"$@\"", "a b", "$HOME", "'; exit 1", "", "ü"))
        #expect(String(decoding: result.output, as: UTF8.self) == "a b|$HOME|'; exit 1||ü|")
    }

    @Test func `much input and output pass without a standstill`() async throws {
        var command = ProcessCommand(program: "cat")
        command.input = [UInt8](repeating: 0x61, count: 3_000_000)
        command.outputLimit = 3_000_000
        #expect(try await processes.run(command).output.count == 3_000_000)
    }

    @Test func `a program that does not read its input is no trouble`() async throws {
        var command = shell("exec <&-; exit 0")
        command.input = [UInt8](repeating: 0x61, count: 1_000_000)
        #expect(try await processes.run(command).end == .exited(0))
    }

    @Test func `environment and folder are those of the command`() async throws {
        var command = shell("echo \"$PAWL_TEST ${HOME:+home}\"; pwd")
        command.environment = ["PAWL_TEST": "x = y"]
        command.directory = folder.path
        let lines = String(decoding: try await processes.run(command).output, as: UTF8.self).split(separator: "\n")
        #expect(lines.first == "x = y home")
        #expect(lines.last?.hasSuffix(folder.path.split(separator: "/").last ?? "?") == true)
    }

    @Test func `it runs in a process group of its own with no other open file`() async throws {
        let result = try await processes.run(shell("ps -o pgid= -p $$ | tr -d ' '; echo $$; ls /proc/self/fd | wc -l"))
        let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 3 && lines[0] == lines[1])
        // The three streams, and the folder that `ls` reads.
        #expect(lines.last.map { $0.drop { $0 == " " } } == "4")
    }

    @Test func `a signal that ends it is told`() async throws {
        #expect(try await processes.run(shell("kill -9 $$")).end == .signalled(9))
    }

    @Test func `a grandchild that holds the output open is not waited for`() async throws {
        let result = try await processes.run(shell("sleep 600 & echo $!"))
        #expect(result.end == .exited(0))
        let grandchild = pid_t(String(decoding: result.output, as: UTF8.self).filter(\.isNumber)) ?? 0
        #expect(isRunning(grandchild))
        kill(grandchild, SIGKILL)
    }

    @Test func `what cannot be started says why`() async throws {
        #expect(await failure(ProcessCommand(program: "pawl-no-such-program")) == .notFound)
        #expect(await failure(ProcessCommand(program: folder("none"))) == .notFound)
        #expect(await failure(ProcessCommand(program: "true", directory: folder("none"))) == .notFound)
        try "echo".write(toFile: folder("script"), atomically: true, encoding: .utf8)
        #expect(await failure(ProcessCommand(program: folder("script"))) == .notPermitted)
        #expect(chmod(folder("script"), 0o755) == 0)
        #expect(await failure(ProcessCommand(program: folder("script"))) == .notPermitted)
        #expect(await failure(ProcessCommand(program: "echo", arguments: ["a\0b"])) == .other)
    }

    @Test func `a program that writes too much is ended`() async throws {
        var command = ProcessCommand(program: "yes")
        command.outputLimit = 100_000
        #expect(await failure(command) == .tooMuchOutput)
        command = shell("yes >&2")
        command.outputLimit = 1000
        #expect(await failure(command) == .tooMuchOutput)
        command = shell("printf 12345")
        command.outputLimit = 5
        #expect(try await processes.run(command).output.count == 5)
    }

    @Test(arguments: [
        "sleep 600 & echo $! >> $0; echo $$ >> $0; wait", "trap '' TERM; sleep 600 & echo $! >> $0; echo $$ >> $0; wait; wait",
    ])
    func `cancellation ends the whole group`(script: String) async throws {
        let file = folder("pids")
        var command = ProcessCommand(program: "sh", arguments: ["-c", script, file])
        command.gracePeriod = .milliseconds(50)
        let task = Task { [command, processes] in try await processes.run(command) }
        var pids: [pid_t] = []
        while pids.count < 2 {
            await Task.yield()
            pids = ((try? String(contentsOfFile: file, encoding: .utf8)) ?? "").split(separator: "\n").compactMap { pid_t($0) }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        // The grandchild is killed, but collected by whoever inherits it.
        while pids.contains(where: isRunning) { await Task.yield() }
    }

    @Test func `a task that is cancelled already starts nothing`() async throws {
        let file = folder("started")
        let task = Task { [processes] in
            while !Task.isCancelled { await Task.yield() }
            return try await processes.run(ProcessCommand(program: "touch", arguments: [file]))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func `many programs run at once and leave no file open`() async throws {
        let before = try openPipes()
        for _ in 0..<5 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    group.addTask { [processes] in
                        let result = try await processes.run(ProcessCommand(program: "echo", arguments: ["\(number)"]))
                        #expect(result.output == Array("\(number)\n".utf8))
                    }
                }
                try await group.waitForAll()
            }
        }
        // Other tests run programs at the same time; two hundred leaked runs would be over six hundred.
        #expect(try openPipes() < before + 400)
    }

    /// The number of pipes that this process has open: what running a program takes.
    private func openPipes() throws -> Int {
        let files = FileManager.default
        return try files.contentsOfDirectory(atPath: "/proc/self/fd").filter { name in
            (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)"))?.hasPrefix("pipe:") == true
        }.count
    }

    /// Whether a process is there and no zombie.
    private func isRunning(_ process: pid_t) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
        return status.split(separator: ")").last?.hasPrefix(" Z") == false
    }
}
