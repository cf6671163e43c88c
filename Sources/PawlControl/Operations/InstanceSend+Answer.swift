import PawlEngine
import PawlKit
import PawlMachine

extension InstanceSend.Answer {
    /// The answer of the engine as others are told it.
    init(_ sent: SentReply, event: String, _ row: InstanceRow, _ state: InstanceState) {
        self.init(
            instance: row.id.rawValue, became: .handled, position: sent.position ?? state.position, states: state.stored.instance.states,
            status: state.status.name, isRepeat: sent.isRepeated)
        switch sent.reply {
        case .handled, .stale, .notApplicable: break
        case .unhandled(let reasons, let accepted):
            became = .unhandled
            self.reasons = reasons.map { .init(state: $0.state, why: $0.why.rawValue) }
            self.accepted = accepted.map(InstanceSend.Offer.init)
            message = "nothing handles '\(event)' now"
        case .ignored: became = .ignored
        case .deferred: became = .deferred
        case .queued:
            became = .queued
            message = "'\(event)' waits its turn: \(row.handle) is \(state.status.name)"
        case .rejected(let rejection):
            became = .rejected
            reason = rejection.kind.rawValue
            message = rejection.message
            if rejection.kind == .busy { retryAfter = ControlLimit.retryAfter }
        case .deadLetter(let status):
            became = .deadLetter
            message = "\(row.handle) is \(status.name)"
        case .blocked(let incident):
            became = .blocked
            reason = incident.code
            message = incident.message
        }
    }
}
