import PawlEngine
import PawlKit
package import PawlMachine

/// `instance.act`: a person acts on an instance.
package struct InstanceAct: ControlOperation {
    package static let method = "instance.act"

    package typealias Action = PersonAction

    /// The instance: its id, the beginning of one, or `workflow/key`.
    package var instance: String
    /// What to do.
    package var action: Action
    /// By what name the journal knows who does it.
    package var who: String?

    package init(instance: String, action: Action, who: String? = nil) {
        self.instance = instance
        self.action = action
        self.who = who
    }

    package struct Answer: Codable, Sendable, Hashable, InstanceAnswer {
        /// The id.
        package let instance: String
        /// Where that is recorded.
        package let position: Int64
        /// The active leaves.
        package let states: [String]
        /// Where the instance stands in its life now.
        package let status: String
        /// What was tried again or dropped: the service of an effect, or an event.
        package let subject: String?
    }

    package func perform(in target: ControlTarget) async throws(ControlError) -> Answer {
        let row = try await InstanceSearch(target.journal).require(instance)
        let subject = action == .retry || action == .skip ? try await self.subject(row.id, target) : nil
        let reply = try await ControlError.engaging { () throws(EngineError) in
            try await target.engine.act(action, who: who ?? target.asker, on: row.id)
        }
        // What was done is durable, and nothing is to call it failed any more.
        let state = (try? await target.engine.state(of: row.id)) ?? reply.state
        if case .notApplicable(let status) = reply.reply {
            throw ControlError(
                .refused, reason: "notApplicable", "\(row.handle) is \(status.name); \(action.condition)",
                help: [Self.applicable(to: status, row.handle)].compactMap(\.self), instance: row.id.rawValue)
        }
        return Answer(
            instance: row.id.rawValue, position: state.position, states: state.stored.instance.states, status: state.status.name,
            subject: subject)
    }

    /// What blocks an instance, if it is blocked.
    private func subject(_ id: InstanceID, _ target: ControlTarget) async throws(ControlError) -> String? {
        let state = try await ControlError.engaging { () throws(EngineError) in try await target.engine.state(of: id) }
        guard state.status == .blocked else { return nil }
        if let effect = state.stored.effects.first(where: { $0.phase == .failed }) { return effect.service }
        guard let queued = state.stored.queue.first(where: { !$0.isDeferred }) else { return nil }
        if let event = queued.event { return event }
        if case .effect(let effect, _) = queued.cause {
            return state.effect(effect).map { "the answer of \($0.service)" }
        }
        return nil
    }

    /// What does apply to an instance of that status.
    private static func applicable(to status: InstanceStatus, _ handle: String) -> String? {
        switch status {
        case .active: "It takes pawl pause and pawl cancel."
        case .paused: "It takes pawl resume and pawl cancel."
        case .blocked: "It takes pawl retry, pawl skip and pawl cancel."
        case .compensating: "It takes pawl cancel."
        case .finished, .failed, .cancelled: "Nothing applies any more; pawl history \(handle) shows how it came there."
        }
    }
}

extension PersonAction {
    /// When it applies, for whoever tried it at another time.
    fileprivate var condition: String {
        switch self {
        case .pause: "only an active instance can be paused"
        case .resume: "only a paused instance can be resumed"
        case .retry: "only a blocked instance can be retried"
        case .skip: "only a blocked instance has something to skip"
        case .cancel: "what has ended cannot be cancelled"
        }
    }
}
