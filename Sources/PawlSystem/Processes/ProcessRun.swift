import Glibc
import PawlKit

/// One run of a program, on a thread of its own.
struct ProcessRun: ~Copyable {
    private let command: ProcessCommand
    private let control: ProcessControl
    private var input: Pipe
    private var output: Capture
    private var errorOutput: Capture
    private var wakeUp: Pipe

    private var written = 0
    /// When the group is killed; nil while it is not asked to end.
    private var killTime: UInt64?
    private var wasKilled = false

    private init(
        _ command: ProcessCommand, _ control: ProcessControl, input: consuming Pipe, output: consuming Capture,
        errorOutput: consuming Capture, wakeUp: consuming Pipe
    ) {
        self.command = command
        self.control = control
        self.input = input
        self.output = output
        self.errorOutput = errorOutput
        self.wakeUp = wakeUp
    }

    /// Runs a program to its end.
    static func run(_ command: ProcessCommand, control: ProcessControl) throws -> ProcessResult {
        let input = try Pipe()
        let output = try Capture(limit: command.outputLimit)
        let errorOutput = try Capture(limit: command.outputLimit)
        let wakeUp = try Pipe()
        var run = ProcessRun(command, control, input: input, output: output, errorOutput: errorOutput, wakeUp: wakeUp)
        return try run.run()
    }

    private mutating func run() throws -> ProcessResult {
        for end in [input.writeEnd, wakeUp.readEnd, wakeUp.writeEnd] { Pipe.makeNonBlocking(end) }
        control.attach(wakeUp.writeEnd)
        defer { control.detach() }
        if control.isCancelled { throw CancellationError() }
        let child = try ProcessSpawn(command: command)
            .start(input: input.readEnd, output: output.pipe.writeEnd, errorOutput: errorOutput.pipe.writeEnd)
        input.closeReadEnd()
        output.pipe.closeWriteEnd()
        errorOutput.pipe.closeWriteEnd()
        watchEnd(of: child)
        moveBytes(of: child)
        // Until here the ended program keeps its id, so that no signal reaches a stranger.
        if killTime != nil { kill(-child, SIGKILL) }
        var status: Int32 = 0
        _ = retryingInterrupts { Int(waitpid(child, &status, 0)) }
        if control.isCancelled { throw CancellationError() }
        if isTooMuch {
            throw ProcessError(.tooMuchOutput, reason: "it wrote more than \(command.outputLimit) bytes to one of its outputs")
        }
        return ProcessResult(end: Self.end(status), output: output.bytes, errorOutput: errorOutput.bytes)
    }

    private func watchEnd(of child: pid_t) {
        let control = control
        let watched = OwnThread.start {
            var information = siginfo_t()
            // The program is left for `waitpid` to collect.
            _ = retryingInterrupts { Int(waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT)) }
            control.ended()
        }
        // Without a thread to wait on, the program cannot be let run.
        if !watched {
            kill(-child, SIGKILL)
            control.ended()
        }
    }

    private static func end(_ status: Int32) -> ProcessResult.End {
        // https://man7.org/linux/man-pages/man2/wait.2.html: the macros WIFEXITED, WEXITSTATUS and WTERMSIG
        status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signalled(status & 0x7F)
    }

    private var isTooMuch: Bool { output.isTooMuch || errorOutput.isTooMuch }

    // MARK: Bytes

    private mutating func moveBytes(of child: pid_t) {
        if command.input.isEmpty { input.closeWriteEnd() }
        while true {
            // A program that has ended has written all it will: one last look, then done.
            let hasEnded = control.hasEnded
            if control.isCancelled || isTooMuch { terminate(child) }
            var ends = [
                pollfd(fd: wakeUp.readEnd, events: Int16(POLLIN), revents: 0),
                pollfd(fd: input.writeEnd, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: output.pipe.readEnd, events: Int16(POLLIN), revents: 0),
                pollfd(fd: errorOutput.pipe.readEnd, events: Int16(POLLIN), revents: 0),
            ]
            poll(&ends, nfds_t(ends.count), hasEnded ? 0 : timeout)
            if ends[0].revents != 0 { emptyWakeUp() }
            if ends[1].revents != 0 { writeInput() }
            output.read()
            errorOutput.read()
            if hasEnded { return }
        }
    }

    private func emptyWakeUp() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while Glibc.read(wakeUp.readEnd, &bytes, bytes.count) > 0 {}
    }

    private mutating func writeInput() {
        let (count, error) = command.input.withUnsafeBytes { bytes in
            retryingInterrupts { write(input.writeEnd, bytes.baseAddress! + written, bytes.count - written) }
        }
        if count > 0 { written += count }
        if written == command.input.count || (count < 0 && error != EAGAIN) { input.closeWriteEnd() }
    }

    // MARK: Cancellation

    /// Asks the group to end, and kills it when its time is over.
    private mutating func terminate(_ child: pid_t) {
        let now = monotonicNanoseconds
        guard let killTime else {
            kill(-child, SIGTERM)
            killTime = now + UInt64(max(0, command.gracePeriod.nanoseconds))
            return
        }
        if now >= killTime, !wasKilled {
            kill(-child, SIGKILL)
            wasKilled = true
        }
    }

    /// How long to wait for bytes, in milliseconds; -1 for ever.
    private var timeout: Int32 {
        guard let killTime, !wasKilled else { return -1 }
        let now = monotonicNanoseconds
        return killTime <= now ? 0 : Int32(min((killTime - now) / 1_000_000 + 1, UInt64(Int32.max)))
    }

    private var monotonicNanoseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
