public import PawlKit
import PawlMachine

/// Why an engine in your program could not do what was asked.
public struct WorkflowError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: String, Sendable, Hashable {
        /// There is no workflow of that name, or it has errors.
        case workflow
        /// There is no such instance.
        case unknownInstance
        /// The input does not fit, or the first state cannot be made of it.
        case input
        /// An unfinished instance has the key.
        case keyTaken
        /// The event is not declared, is only raised inside, its payload does not fit, or nothing handles it in a workflow that rejects
        /// such events.
        case event
        /// The instance has ended.
        case ended
        /// The instance is blocked by an incident.
        case blocked
        /// The instance ended as failed or cancelled, so that there is no result.
        case failed
        /// Too much is on its way or waits in the instance; come back later.
        case busy
        /// The engine is shutting down.
        case stopping
        /// The journal cannot be read or written.
        case journal
        /// The configuration or the plugins cannot be used.
        case configuration
    }

    /// The kind of failure.
    public let code: Code
    /// What happened and what to do.
    public let message: String
    /// The instance it is about.
    public let instance: InstanceID?

    package init(_ code: Code, _ message: String, instance: InstanceID? = nil) {
        self.code = code
        self.message = message
        self.instance = instance
    }

    /// The kind and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}

extension WorkflowError {
    init(_ error: EngineError) {
        let code: Code =
            switch error.code {
            case .unknownInstance: .unknownInstance
            case .definition, .mismatch: .workflow
            case .start: .input
            case .keyTaken: .keyTaken
            case .journal: .journal
            case .stopping: .stopping
            case .busy: .busy
            }
        self.init(code, error.message, instance: error.instance)
    }

    init(_ error: JournalError) { self.init(EngineError(error)) }
}

/// What became of an event that was sent.
public enum SendOutcome: Sendable, Hashable {
    /// A row took it: the states now.
    case taken(states: [String])
    /// The state ignores it on purpose.
    case ignored
    /// A state keeps it for later.
    case deferred
    /// It waits its turn, because the instance is paused or others wait already.
    case queued
    /// Nothing handles it now; these events would be taken.
    case unhandled(accepted: [String])
    /// An earlier sending with the same dedupe key had done its work since.
    case stale
}
