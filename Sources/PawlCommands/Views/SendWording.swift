import PawlControl
import PawlKit

extension InstanceSend.Answer {
    /// What became of the event, for a sender who got what was asked for.
    func sentence(_ event: String, handle: String) -> String {
        let place = StateList.text(states)
        let words =
            switch became {
            case .handled where status == "active": "\(handle) is in \(place)"
            case .handled: "\(handle) is \(status), in \(place)"
            case .ignored: "\(place) ignores '\(event)' on purpose"
            case .deferred: "'\(event)' waits for a state that takes it; \(handle) is in \(place)"
            default: message ?? "\(event): \(became.rawValue)"
            }
        return words + (isRepeat ? " (recorded at position \(position) by an earlier try)" : "")
    }

    /// What is wrong, for a sender who did not get it.
    func failure(_ event: String) -> CommandFailure? {
        let again = isRepeat ? " (an earlier try, recorded at position \(position))" : ""
        let text = (message ?? became.rawValue) + again
        switch became {
        case .handled, .ignored, .deferred, .queued: return nil
        case .unhandled:
            let why = (reasons ?? []).map { "\($0.state): \(Self.words($0.why))" }.joined(separator: "; ")
            let offers = (accepted ?? []).map { $0.payload == "{}" ? $0.event : "\($0.event) \($0.payload)" }.joined(separator: ", ")
            return CommandFailure(
                .negative, text + (why.isEmpty ? "" : " (\(why))") + "; it was recorded as unhandled",
                help: [offers.isEmpty ? "It would accept no event." : "It would accept \(offers)."])
        case .rejected:
            return CommandFailure(
                Self.exitCode(reason), text, help: retryAfter.map { ["Try again in \($0) ms."] } ?? [])
        case .deadLetter:
            return CommandFailure(.negative, "\(text); the event was recorded as a dead letter at position \(position)")
        case .blocked:
            return CommandFailure(
                .negative, "the step failed, and the instance is blocked: \(text)",
                help: ["pawl show tells more; then pawl retry, pawl skip or pawl cancel."])
        }
    }

    /// The members of the JSON that a command prints.
    var members: [(name: String, value: RawJSON?)] {
        guard case .map(let map)? = try? ValueEncoder().encode(self) else { return [] }
        return map.entries.compactMap { entry in
            entry.key.text.map { name in (name, (try? JSONCodec.encode(entry.value, as: .any, dialect: .plain)).map { RawJSON($0) }) }
        }
    }

    private static func exitCode(_ reason: String?) -> ExitCode {
        switch reason {
        case "unknownEvent", "internalEvent": .usage
        case "payload", "tooLarge": .badData
        default: .negative
        }
    }

    private static func words(_ why: String) -> String {
        switch why {
        case "noRow": "no row takes it"
        case "when": "its condition is false"
        case "disabled": "it is disabled"
        case "preempted": "another region went first"
        default: why
        }
    }
}
