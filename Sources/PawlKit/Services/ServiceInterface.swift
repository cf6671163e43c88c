/// What a service takes, gives and fails with.
public struct ServiceInterface: Sendable, Hashable {
    /// The input.
    public var input: RecordType
    /// The output. A service whose output is `any` gives values that are checked when they arrive.
    public var output: ServiceOutput
    /// The error codes of its own, besides those of the engine.
    public var errors: [String]
    /// The elements that it gives before its output; nil for a service that does not stream.
    public var elements: RecordType?

    /// Creates an interface.
    public init(
        input: RecordType = .empty, output: ServiceOutput = .record(.empty), errors: [String] = [], elements: RecordType? = nil
    ) {
        self.input = input
        self.output = output
        self.errors = errors
        self.elements = elements
    }
}

/// The output of a service.
public enum ServiceOutput: Sendable, Hashable {
    /// A record of known fields.
    case record(RecordType)
    /// Anything: a service such as `mock.return` takes the shape that its user declares.
    case any

    /// Reads the output off a Swift type: anything for ``Value``, else a record, whose name is left out because it says nothing to a workflow.
    ///
    /// - Throws: ``PluginError`` when the type does not decode as a record, or decodes in a way that cannot be watched.
    public init<T: Decodable>(of type: T.Type) throws {
        self = type == Value.self ? .any : .record(RecordType(fields: try RecordType(of: type).fields))
    }

    /// The output as a type.
    public var type: ValueType {
        switch self {
        case .record(let record): .record(record)
        case .any: .any
        }
    }
}

/// What can be said of a service without building it.
public struct ServiceMetadata: Sendable, Hashable {
    /// One sentence for people.
    public var summary: String
    /// The version of the implementation.
    public var version: String
    /// Whether a second run with one idempotency key has no further effect.
    public var isIdempotent: Bool
    /// The time-out that the plugin suggests to those who write workflows; `pawl services` shows it, and nothing else heeds it.
    public var suggestedTimeout: TimeAmount?
    /// Whether input fields beyond those declared are taken, as `mock.return` does.
    public var takesAnyInput: Bool
    /// Whether it stands in for other services, as mocks do: once bound, it gets what the binding gives and nothing from its callers.
    public var standsIn: Bool

    /// Creates metadata.
    public init(
        summary: String, version: String = "1", isIdempotent: Bool = false, suggestedTimeout: TimeAmount? = nil,
        takesAnyInput: Bool = false,
        standsIn: Bool = false
    ) {
        self.summary = summary
        self.version = version
        self.isIdempotent = isIdempotent
        self.suggestedTimeout = suggestedTimeout
        self.takesAnyInput = takesAnyInput
        self.standsIn = standsIn
    }
}
