/// Programs run as children.
public protocol Processes: Sendable {
    /// Runs a program in a process group of its own, gives it the input, and waits for its end.
    ///
    /// When the task is cancelled, the whole group gets SIGTERM, and SIGKILL after the grace period.
    ///
    /// - Throws: ``ProcessError`` when it cannot be started or writes more than allowed; `CancellationError` when cancelled.
    func run(_ command: ProcessCommand) async throws -> ProcessResult
}

/// What to run.
public struct ProcessCommand: Sendable, Hashable {
    /// The program: a path, or a name looked up in `PATH`.
    public var program: String
    /// The arguments after the program's name. Never parsed by a shell.
    public var arguments: [String]
    /// Variables set besides those inherited.
    public var environment: [String: String]
    /// The working directory; nil for the current one.
    public var directory: String?
    /// What it reads from standard input.
    public var input: [UInt8]
    /// The most bytes kept of each of its outputs; more is an error.
    public var outputLimit: Int
    /// How long it has to end after SIGTERM.
    public var gracePeriod: TimeAmount

    /// Creates a command.
    public init(
        program: String, arguments: [String] = [], environment: [String: String] = [:], directory: String? = nil, input: [UInt8] = [],
        outputLimit: Int = 1 << 20, gracePeriod: TimeAmount = .seconds(2)
    ) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
        self.directory = directory
        self.input = input
        self.outputLimit = outputLimit
        self.gracePeriod = gracePeriod
    }
}

/// How a program ended.
public struct ProcessResult: Sendable, Hashable {
    /// The ways to end.
    public enum End: Sendable, Hashable {
        /// It called exit.
        case exited(Int32)
        /// A signal ended it.
        case signalled(Int32)
    }

    /// How it ended.
    public var end: End
    /// What it wrote to standard output.
    public var output: [UInt8]
    /// What it wrote to standard error.
    public var errorOutput: [UInt8]

    /// Creates a result.
    public init(end: End, output: [UInt8], errorOutput: [UInt8]) {
        self.end = end
        self.output = output
        self.errorOutput = errorOutput
    }
}

/// Why a program could not be run to its end.
public struct ProcessError: Error, Sendable, Hashable {
    /// The kind of failure.
    public enum Code: String, Sendable, Hashable {
        /// There is no such program.
        case notFound
        /// It may not be run.
        case notPermitted
        /// It wrote more than allowed.
        case tooMuchOutput
        /// Anything else.
        case other
    }

    /// The kind of failure.
    public let code: Code
    /// What happened, for people.
    public let reason: String

    /// Creates an error.
    public init(_ code: Code, reason: String) {
        self.code = code
        self.reason = reason
    }
}
