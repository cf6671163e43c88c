/// A state of a ``System``: a struct whose properties are the data of the state.
///
///     struct Loading: SystemState {
///         static let name = "Loading"
///         var page: Int
///     }
public protocol SystemState: Codable, Sendable {
    /// The name in the journal. It is written out, so that a Swift type can be renamed while instances run.
    static var name: String { get }
}

/// A state that ends the instance. Its data is the output.
public protocol FinalState: SystemState {
    /// Whether the end is a bad one.
    static var isFailure: Bool { get }
}

extension FinalState {
    /// A good end.
    public static var isFailure: Bool { false }
}

/// An event of a ``System``: a struct whose properties are its payload.
public protocol SystemEvent: Codable, Sendable {
    /// The name in the journal, and for those who send it.
    static var name: String { get }
    /// Whether somebody outside may send it although a feedback or a row raises it too.
    static var isExternal: Bool { get }
}

extension SystemEvent {
    /// What is raised inside cannot be sent from outside.
    public static var isExternal: Bool { false }
}

/// An enum whose cases are states or events; see ``Case``.
public protocol SystemCases: Codable, Sendable {}

/// Whatever state is active: the rows of `From(AnyState.self)` are asked last.
public struct AnyState: Sendable {}

/// Any event from outside that the rows beside it leave.
public struct AnyEvent: Sendable {}

/// What the engine raises when a feedback gives up that names no event for it.
public struct EffectFailed: SystemEvent {
    public static let name = "failed"
    /// The state whose feedback it was.
    public var state: String
    /// The service.
    public var service: String
    /// The error code.
    public var code: String
    /// What happened, for people.
    public var message: String
    /// How often it was tried.
    public var attempts: Int
}

/// What the engine raises when a feedback succeeds that names no event for it: `On(EffectDone<Page>.self)`.
public struct EffectDone<Output: Codable & Sendable>: SystemEvent {
    public static var name: String { "done" }
    /// What the service gave.
    public var output: Output

    /// Reads the output itself, which is the payload.
    public init(from decoder: any Decoder) throws { output = try Output(from: decoder) }
    /// Writes the output itself.
    public func encode(to encoder: any Encoder) throws { try output.encode(to: encoder) }
}

/// Why a feedback failed, for its `failure`.
public struct EffectError: Codable, Sendable, Hashable {
    /// The error code: one of the service's own, or one of the engine.
    public var code: String
    /// What happened, for people.
    public var message: String
    /// How often it was tried.
    public var attempts: Int
}

/// What becomes of the run of a feedback when its state is left, or when the feedback is to start again.
public enum FeedbackStrategy: Sendable, Hashable {
    /// It is cancelled when its state is left or entered again.
    case cancelOnNewState
    /// It runs on, and its result is still delivered.
    case continueOnNewState
    /// A new run cancels the older one.
    case cancelPrevious
    /// One run at a time, in order.
    case queue
    /// While a run goes on, no other starts.
    case ignoreWhileRunning

    var rule: FeedbackRule.Strategy {
        switch self {
        case .cancelOnNewState: .cancelOnNewState
        case .continueOnNewState: .continueOnNewState
        case .cancelPrevious: .cancelPrevious
        case .queue: .queue
        case .ignoreWhileRunning: .ignoreWhileRunning
        }
    }
}

/// Where something is written in Swift.
struct Place: Sendable, Hashable {
    let fileID: String
    let line: Int
    let column: Int

    /// The text of a closure that nobody named.
    var closure: String { "{ swift closure at \(fileID.split(separator: "/").last ?? ""):\(line) }" }
}
