import PawlEngine
import PawlKit
import PawlMachine

/// `instance.act`: a person acts on an instance.
package struct InstanceAct: ControlOperation {
    package static let method = "instance.act"

    /// What to do.
    package enum Action: String, Codable, Sendable, Hashable, CaseIterable {
        case pause, resume, retry, skip, cancel
    }

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
    }

    package func perform(in target: ControlTarget) async throws(ControlError) -> Answer {
        let row = try await InstanceSearch(target.journal).require(instance)
        let person = action.person
        let reply = try await ControlError.engaging { () throws(EngineError) in
            try await target.engine.submit(.person(person, who: who ?? target.asker), to: row.id)
        }
        let state = try await ControlError.engaging { () throws(EngineError) in try await target.engine.state(of: row.id) }
        if case .notApplicable(let status) = reply {
            throw ControlError(
                .refused, reason: "notApplicable", "\(row.handle) is \(status.name); \(action.condition)", instance: row.id.rawValue)
        }
        return Answer(
            instance: row.id.rawValue, position: state.position, states: state.stored.instance.states, status: state.status.name)
    }
}

extension InstanceAct.Action {
    fileprivate var person: PersonAction {
        switch self {
        case .pause: .pause
        case .resume: .resume
        case .retry: .retry
        case .skip: .skip
        case .cancel: .cancel
        }
    }

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
