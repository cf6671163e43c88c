import PawlKit

/// The table of a system as the journal keeps it: JSON behind a first line that no workflow file can have.
///
/// It holds all that a machine is but for the code, so that every program can show, list and draw instances. Places in Swift are not in it.
package enum SystemText {
    /// The first line. A workflow file cannot begin so, for the loader refuses directives.
    static let head = "%SWIFT 1\n"

    /// Whether a stored definition is that of a system.
    package static func isSystem(_ text: String) -> Bool { text.hasPrefix(head) }

    /// Writes the table of a machine.
    static func encode(_ machine: Machine, version: Int) -> String {
        var json = JSONWriter()
        json.beginObject()
        json.member("system", machine.workflow)
        json.member("version", Int64(version))
        json.member("summary", machine.summary)
        json.key("input")
        json.write(.record(machine.input))
        json.key("output")
        json.write(.record(machine.output))
        json.member("hasKey", machine.key != nil)
        json.member("rejects", machine.unhandled == .reject)
        json.list("states", Array(machine.states.dropFirst())) { json, state in
            json.member("name", state.path)
            if case .final(let failure) = state.kind { json.member("final", failure ? "failure" : "success") }
            json.key("data")
            json.write(.record(state.data))
        }
        json.list("events", Array(machine.events.dropFirst(Event.engineEvents.count))) { json, event in
            json.member("name", event.name)
            json.member("isInternal", event.origin == .internal)
            json.key("payload")
            json.write(.record(event.payload))
        }
        json.member("initial", machine.states[machine.initial.targets[0]].path)
        json.list("silences", machine.states.filter { !$0.ignored.isEmpty || !$0.deferred.isEmpty }) { json, state in
            json.member("state", state.path)
            json.member("ignore", state.ignored.sorted().map { machine.events[$0].name })
            json.member("defer", state.deferred.sorted().map { machine.events[$0].name })
        }
        json.list("timers", machine.timers) { json, timer in
            json.member("name", timer.name)
            json.member("state", machine.states[timer.state].path)
            if case .after(.constant(.duration(let delay))) = timer.deadline { json.member("after", delay.text) }
        }
        json.list("rows", machine.rows) { $0.write($1, of: machine) }
        json.list("feedbacks", machine.feedbacks) { $0.write($1, of: machine) }
        json.endObject()
        return head + json.text + "\n"
    }
}

extension JSONWriter {
    fileprivate mutating func list<Element>(_ name: String, _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void) {
        key(name)
        beginArray()
        for element in elements {
            beginObject()
            write(&self, element)
            endObject()
        }
        endArray()
    }

    fileprivate mutating func write(_ row: Row, of machine: Machine) {
        member("name", row.name)
        member("from", machine.states[row.source].path)
        switch row.trigger {
        case .event(let event): member("on", machine.events[event].name)
        case .anyEvent: member("on", "*")
        case .always: member("always", true)
        case .timer(let timer): member("timer", Int64(timer))
        }
        if let when = row.when { member("when", when.recordedText) }
        if !row.disables.isEmpty { member("disable", row.disables.map(\.recordedText)) }
        if let target = row.targets.first { member("to", machine.states[target].path) }
        if row.targets.isEmpty { member("updates", !row.data.isEmpty) }
        if row.emits.isEmpty { return }
        list("emits", row.emits) { json, emit in
            json.member("event", machine.events[emit.event].name)
            switch emit.moment {
            case .now: break
            case .later(.constant(.duration(let delay))): json.member("after", delay.text)
            case .later: break
            case .never: json.member("never", true)
            }
        }
    }

    fileprivate mutating func write(_ feedback: FeedbackRule, of machine: Machine) {
        member("name", feedback.name)
        if let event = feedback.event {
            member("event", machine.events[event].name)
        } else {
            member("state", machine.states[feedback.state].path)
        }
        member("service", feedback.service)
        key("input")
        write(.record(feedback.inputType))
        key("output")
        write(.record(feedback.outputType))
        member("strategy", feedback.strategy.rawValue)
        member("delivery", feedback.delivery.rawValue)
        member("timeout", feedback.timeout?.text)
        if feedback.retry.attempts > 1 {
            key("retry")
            beginObject()
            member("attempts", Int64(feedback.retry.attempts))
            member("delay", feedback.retry.delay.text)
            member("factor", "\(feedback.retry.factor)")
            member("maximumDelay", feedback.retry.maximumDelay.text)
            member("jitter", "\(feedback.retry.jitter)")
            if let only = feedback.retry.only { member("only", only) }
            member("unless", feedback.retry.unless)
            endObject()
        }
        write(feedback.success, "success", of: machine)
        write(feedback.failure, "failure", of: machine)
        if !feedback.next.isEmpty {
            key("elements")
            write(.record(feedback.elementType))
            write(.events(feedback.next), "next", of: machine)
        }
        if !feedback.disables.isEmpty { member("disable", feedback.disables.map(\.recordedText)) }
        member("readsState", feedback.outcomeReadsState)
    }

    private mutating func write(_ outcome: FeedbackRule.Outcome, _ name: String, of machine: Machine) {
        switch outcome {
        case .standard: return
        case .ignore: member(name, "ignore")
        case .events(let rules):
            list(name, rules) { json, rule in
                json.member("event", machine.events[rule.event].name)
                json.member("when", rule.when?.recordedText)
            }
        }
    }
}
