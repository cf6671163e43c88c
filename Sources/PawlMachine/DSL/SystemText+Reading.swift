import PawlExpression
import PawlKit

extension SystemText {
    /// The machine of a stored table, without the code: it can be looked at, and not be driven.
    ///
    /// - Throws: ``RestoreError`` when the text is not one that this release writes.
    package static func decode(_ text: String) throws(RestoreError) -> Machine {
        var reading = Reading()
        return try reading.machine(text)
    }

    /// What stands for Swift code that is not here.
    private static func absent(_ text: String, _ type: ValueType) -> SourcedExpression {
        struct NotCompiledIn: Error, CustomStringConvertible { let description = "it is Swift code that is not compiled into this program" }
        return SourcedExpression(native: .native(text, type: type) { _ in throw NotCompiledIn() }, label: text, at: .start)
    }

    /// Reads a table piece by piece.
    private struct Reading {
        private var states = [State.root()]
        private var events = Event.engineEvents
        private var timers: [TimerRule] = []
        private var rows: [Row] = []
        private var feedbacks: [FeedbackRule] = []

        mutating func machine(_ text: String) throws(RestoreError) -> Machine {
            let whole = Fields(RawJSON(Array(text.dropFirst(head.count).utf8)))
            for fields in whole.list("states") { try addState(fields) }
            for fields in whole.list("events") {
                events.append(
                    Event(
                        name: try fields.text("name"), payload: try fields.record("payload"),
                        origin: fields.flag("isInternal") ? .internal : .external, range: .start))
            }
            for fields in whole.list("silences") {
                let state = try state(fields.text("state"))
                for name in fields.texts("ignore") { states[state].ignored.insert(try event(name)) }
                for name in fields.texts("defer") { states[state].deferred.insert(try event(name)) }
            }
            for fields in whole.list("timers") {
                let delay = (try? fields.text("after")).flatMap { TimeAmount($0) }
                timers.append(
                    TimerRule(
                        name: try fields.text("name"), state: try state(fields.text("state")),
                        deadline: .after(delay.map { .constant(.duration($0)) } ?? .expression(absent("a delay", .duration), .duration)),
                        rows: [], range: .start))
            }
            for fields in whole.list("rows") { try addRow(fields) }
            for fields in whole.list("feedbacks") { feedbacks.append(try feedback(fields)) }
            states.link(rows, timers, feedbacks)
            states.encloseAll()
            let first = try state(whole.text("initial"))
            return Machine(
                workflow: try whole.text("system"), summary: try? whole.text("summary"), file: "", input: try whole.record("input"),
                output: try whole.record("output"), settings: .empty, key: whole.flag("hasKey") ? absent("the key", .string) : nil,
                states: states, events: events, rows: rows, timers: timers, feedbacks: feedbacks,
                initial: EntryRule(targets: [first], data: data(of: first), range: .start),
                services: Dictionary(
                    feedbacks.map { ($0.service, ServiceInterface(input: $0.inputType, output: .record($0.outputType))) },
                    uniquingKeysWith: { first, _ in first }), unhandled: whole.flag("rejects") ? .reject : .record, limits: MachineLimits())
        }

        private func state(_ path: String) throws(RestoreError) -> StateIndex {
            guard let index = states.firstIndex(where: { UTF8Order.equal($0.path, path) }) else {
                throw RestoreError("the stored table has no state '\(path)'")
            }
            return index
        }

        private func event(_ name: String) throws(RestoreError) -> EventIndex {
            guard let index = events.firstIndex(where: { UTF8Order.equal($0.name, name) }) else {
                throw RestoreError("the stored table has no event '\(name)'")
            }
            return index
        }

        private func data(of state: StateIndex) -> [DataRule] {
            let type = states[state].data
            if type.fields.isEmpty { return [] }
            let whole = Template.expression(absent("the data", .record(type)), .record(type))
            return [DataRule(state: state, fields: [FieldRule(slot: 0, source: .whole(whole))])]
        }

        private mutating func addState(_ fields: Fields) throws(RestoreError) {
            let end = try? fields.text("final")
            states.append(
                .flat(
                    try fields.text("name"), end.map { .final(failure: $0 == "failure") } ?? .atomic, data: try fields.record("data"),
                    as: states.count))
        }

        private mutating func addRow(_ fields: Fields) throws(RestoreError) {
            let trigger: Row.Trigger
            if let timer = fields.number("timer") {
                guard timers.indices.contains(timer) else { throw RestoreError("the stored table has no timer \(timer)") }
                trigger = .timer(timer)
                timers[timer].rows.append(rows.count)
            } else if fields.flag("always") {
                trigger = .always
            } else {
                let name = try fields.text("on")
                trigger = name == "*" ? .anyEvent : .event(try event(name))
            }
            var row = Row(
                name: try fields.text("name"), source: try state(fields.text("from")), trigger: trigger, targets: [], range: .start)
            row.when = (try? fields.text("when")).map { absent($0, .bool) }
            row.disables = fields.texts("disable").map { absent($0, .bool) }
            if let target = try? fields.text("to") {
                row.targets = [try state(target)]
                row.data = data(of: row.targets[0])
            } else if fields.flag("updates") {
                row.data = data(of: row.source)
            }
            for emit in fields.list("emits") {
                let delay = (try? emit.text("after")).flatMap { TimeAmount($0) }
                row.emits.append(
                    Emit(
                        event: try event(emit.text("event")), payload: [],
                        moment: emit.flag("never") ? .never : delay.map { .later(.constant(.duration($0))) } ?? .now, range: .start))
            }
            rows.append(row)
        }

        private func feedback(_ fields: Fields) throws(RestoreError) -> FeedbackRule {
            let starter = try? fields.text("event")
            let input = try fields.record("input")
            var feedback = FeedbackRule(
                name: try fields.text("name"), state: starter == nil ? try state(fields.text("state")) : 0,
                service: try fields.text("service"), input: .expression(absent("the input", .record(input)), .record(input)),
                inputType: input, outputType: try fields.record("output"),
                strategy: FeedbackRule.Strategy(rawValue: try fields.text("strategy")) ?? .cancelOnNewState,
                timeout: (try? fields.text("timeout")).flatMap { TimeAmount($0) }, retry: retry(fields.fields("retry")),
                success: try outcome(fields, "success"), failure: try outcome(fields, "failure"),
                delivery: FeedbackRule.Delivery(rawValue: try fields.text("delivery")) ?? .atLeastOnce,
                disables: fields.texts("disable").map { absent($0, .bool) }, outcomeReadsState: fields.flag("readsState"), range: .start)
            if let starter { feedback.event = try event(starter) }
            if case .events(let rules) = try outcome(fields, "next") {
                feedback.next = rules
                feedback.elementType = try fields.record("elements")
            }
            return feedback
        }

        private func retry(_ fields: Fields?) -> RetryRule {
            guard let fields else { return .never }
            func amount(_ name: String) -> TimeAmount { (try? fields.text(name)).flatMap { TimeAmount($0) } ?? .zero }
            func double(_ name: String) -> Double { (try? fields.text(name)).flatMap { Double($0) } ?? 0 }
            return RetryRule(
                attempts: fields.number("attempts") ?? 1, delay: amount("delay"), factor: double("factor"),
                maximumDelay: amount("maximumDelay"), jitter: double("jitter"), only: fields.has("only") ? fields.texts("only") : nil,
                unless: fields.texts("unless"))
        }

        private func outcome(_ fields: Fields, _ name: String) throws(RestoreError) -> FeedbackRule.Outcome {
            if !fields.has(name) { return .standard }
            if let word = try? fields.text(name), word == "ignore" { return .ignore }
            var rules: [OutcomeRule] = []
            for rule in fields.list(name) {
                rules.append(
                    OutcomeRule(
                        when: (try? rule.text("when")).map { absent($0, .bool) }, event: try event(rule.text("event")), payload: []))
            }
            return .events(rules)
        }
    }

    /// The members of an object.
    private struct Fields {
        private let members: [(name: String, value: RawJSON)]

        init(_ json: RawJSON) { members = json.members ?? [] }

        private func value(_ name: String) -> RawJSON? { members.first { $0.name == name }?.value }
        func has(_ name: String) -> Bool { value(name) != nil }
        func flag(_ name: String) -> Bool { value(name)?.boolean ?? false }
        func number(_ name: String) -> Int? { value(name)?.integer.map { Int($0) } }
        func list(_ name: String) -> [Fields] { (value(name)?.elements ?? []).map { Fields($0) } }
        func texts(_ name: String) -> [String] { (value(name)?.elements ?? []).compactMap(\.string) }
        func fields(_ name: String) -> Fields? { value(name).map { Fields($0) } }

        func text(_ name: String) throws(RestoreError) -> String {
            guard let text = value(name)?.string else { throw RestoreError("the stored table has no '\(name)'") }
            return text
        }

        func record(_ name: String) throws(RestoreError) -> RecordType {
            guard let json = value(name), case .record(let type)? = ValueType(encoded: json) else {
                throw RestoreError("the stored table has no fields for '\(name)'")
            }
            return type
        }
    }
}
