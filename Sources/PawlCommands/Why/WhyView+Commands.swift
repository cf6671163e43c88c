import PawlEngine
package import PawlKit
import PawlMachine

extension WhyView {
    /// What to type to move the instance, or to learn more.
    package var commands: [String] {
        var words: [String] = []
        switch facts.standing {
        case .ended: words.append("show \(handle)")
        case .paused: words += ["resume \(handle)", "cancel \(handle)"]
        case .blocked(let incident):
            words += ["retry \(handle)", "skip \(handle)"]
            if let incident { words.append("explain \(incident.code)") }
        case .stuck: words.append("cancel \(handle)")
        case .timed, .working: break
        case .waiting: words += sends
        }
        if facts.owner == nil, needsEngine { words.append("run \(handle)") }
        if case .ended = facts.standing {
            words.append("history \(handle)")
        } else {
            words.append("history \(handle) --from \(facts.arrival?.position ?? max(1, row.position - 9))")
        }
        return words.map { "pawl \($0)\(repeated)" }
    }

    private var needsEngine: Bool {
        switch facts.standing {
        case .working, .timed: true
        case .ended, .paused, .blocked, .stuck, .waiting: false
        }
    }

    /// The first events that would be taken, those of the states themselves before those taken anywhere.
    private var sends: [String] {
        let ordered = facts.accepts.filter { !$0.isFromAnywhere } + facts.accepts.filter(\.isFromAnywhere)
        return ordered.prefix(3).map { event in
            let payload = PayloadTemplate.text(event.payload)
            return "send \(handle) \(event.name)" + (payload == "{}" ? "" : " \(ShellWord.quoted(payload))")
        }
    }

    /// Writes all that is known as one JSON object.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("instance", row.id.rawValue)
        json.member("workflow", row.workflow)
        json.member("key", row.key)
        json.member("status", row.status.name)
        json.member("standing", standingName)
        json.member("states", row.states)
        json.member("since", (facts.halt ?? facts.arrival)?.time.text)
        json.member("incident", row.incident?.encoded)
        json.list("accepts", facts.accepts) { json, event in EventOffer(event).write(to: &json) }
        json.list("effects", facts.effects) { json, effect in
            json.beginObject()
            json.member("id", effect.row.id.description)
            json.member("service", effect.row.service)
            json.member("phase", "\(effect.row.phase)")
            json.member("attempt", Int64(effect.row.attempt))
            json.member("attempts", effect.attempts.map(Int64.init))
            json.member("started", effect.started?.text)
            json.member("deadline", effect.row.deadline?.text)
            json.member("due", effect.row.due?.text)
            json.member("code", effect.failure?.code)
            json.member("message", effect.failure?.message)
            json.endObject()
        }
        json.list("timers", facts.stored.timers) { $1.write(to: &$0) }
        json.list("queue", facts.stored.queue) { $1.write(to: &$0) }
        json.member("arrival", facts.arrival?.position)
        json.member("engine", facts.owner != nil)
        json.member("text", sentences.joined(separator: " "))
        json.member("commands", commands)
        json.endObject()
    }

    private var standingName: String {
        switch facts.standing {
        case .ended: "ended"
        case .blocked: "blocked"
        case .paused: "paused"
        case .working: "working"
        case .waiting: "waiting"
        case .timed: "timed"
        case .stuck: "stuck"
        }
    }
}
