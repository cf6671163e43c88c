import PawlKit

/// Turns executable content, which runs line by line, into data and emits that all see the data as it was before.
struct EffectsTranslator {
    private let catalog: EventCatalog
    private let document: SCXMLDocument
    private let types: DataTypes
    private let findings: Findings
    private var translator: ECMATranslator
    private var order: [String] = []
    private var outline = EffectsOutline()
    /// The values that the block gives to events and variables, for the types.
    private(set) var given: [Given] = []

    /// A value given to a variable or to a field of an event.
    struct Given {
        enum Place: Hashable {
            case variable(String)
            case field(EventCatalog.Variant, String)
        }

        let place: Place
        let value: CELText
    }

    init(_ document: SCXMLDocument, _ catalog: EventCatalog, _ types: DataTypes, _ translator: ECMATranslator, _ findings: Findings) {
        self.document = document
        self.catalog = catalog
        self.types = types
        self.translator = translator
        self.findings = findings
    }

    /// What a block comes to.
    mutating func effects(_ actions: [SCXMLAction]) -> EffectsOutline {
        run(actions, when: .bool(true))
        outline.data = order.compactMap { name in
            guard let slot = types.variables[name], let value = translator.changed[name] else { return nil }
            return FieldOutline(name: slot.name, value: Self.fitted(value, slot))
        }
        return outline
    }

    private mutating func run(_ actions: [SCXMLAction], when: CELText) {
        for action in actions {
            if when.constant == false { return }
            switch action {
            case .raise(let event):
                if let variant = catalog.variant(raising: event.text) { emit(variant, [], after: nil, when) }
            case .send(let number): send(number, when)
            case .cancel(let id):
                for variant in catalog.variants(ofSendID: id.text) {
                    outline.emits.append(EmitOutline(event: variant.name, when: Self.condition(when), isCancel: true))
                }
            case .assign(let name, let value, let text): assign(name, value, text)
            case .choose(let branches): choose(branches, when)
            }
        }
    }

    /// Runs each branch from where the block stands, and then chooses between the values that they leave.
    private mutating func choose(_ branches: [(condition: Sourced?, actions: [SCXMLAction])], _ when: CELText) {
        let before = translator.changed
        var rest = when
        var results: [(test: CELText, changed: [String: CELText])] = []
        for branch in branches {
            guard let test = branch.condition.map({ condition($0) }) ?? .bool(true) else { break }
            run(branch.actions, when: CELText.and(rest, test))
            results.append((test, translator.changed))
            translator.changed = before
            rest = CELText.and(rest, CELText.not(test))
        }
        for name in order {
            guard let slot = types.variables[name], results.contains(where: { $0.changed[name] != before[name] }) else { continue }
            let old = before[name] ?? Self.current(slot)
            var values = results.map { $0.changed[name] ?? old }
            var value = results.last?.test.constant == true ? values.removeLast() : old
            let isOptional = (values + [value]).contains { $0.isOptional || $0.isNothing }
            if isOptional { value = Self.optional(value) }
            for (test, other) in zip(results.map(\.test), values).reversed() {
                value = CELText.choose(test, isOptional ? Self.optional(other) : other, value)
            }
            value.isOptional = isOptional
            translator.changed[name] = value
        }
    }

    /// The value of a variable before the block.
    private static func current(_ slot: ECMASlot) -> CELText {
        CELText(text: "state.\(slot.isOptional ? "?" : "")\(slot.name)", type: slot.type, isOptional: slot.isOptional)
    }

    private static func condition(_ when: CELText) -> String? { when.constant == true ? nil : when.text }

    private func condition(_ text: Sourced) -> CELText? {
        findings.translated(text) { (expression) throws(ECMATranslator.Failure) in try translator.condition(expression) }
    }

    // MARK: Events

    private mutating func send(_ number: Int, _ when: CELText) {
        // A deadline is a row of its own.
        guard catalog.deadlines[number] == nil, let variant = catalog.variant(ofSend: number) else { return }
        let send = document.sends[number]
        let after: String? =
            switch send.moment {
            case .now: nil
            case .next: catalog.usesInternalQueue ? "0s" : nil
            case .later(let delay): DelayText.text(delay)
            }
        emit(variant, send.parameters, after: after, when)
    }

    private mutating func emit(_ variant: EventCatalog.Variant, _ parameters: [SCXMLParameter], after: String?, _ when: CELText) {
        var data: [FieldOutline] = []
        for parameter in parameters {
            guard let value = value(parameter.value) else { continue }
            given.append(Given(place: .field(variant, parameter.name), value: value))
            if let slot = types.fields[variant]?[parameter.name] {
                data.append(FieldOutline(name: slot.name, value: Self.fitted(value, slot)))
            }
        }
        outline.emits.append(EmitOutline(event: variant.name, data: data, after: after, when: Self.condition(when)))
    }

    private func value(_ text: Sourced) -> CELText? {
        findings.translated(text) { (expression) throws(ECMATranslator.Failure) in try translator.value(expression) }
    }

    // MARK: Variables

    private mutating func assign(_ name: Sourced, _ expression: ECMAExpression, _ text: Sourced) {
        guard types.variables[name.text] != nil else {
            findings.report(SCXMLFact.location(name.text), at: name.range)
            return
        }
        do throws(ECMATranslator.Failure) {
            let value = try translator.value(expression)
            given.append(Given(place: .variable(name.text), value: value))
            translator.changed[name.text] = value
            if !order.contains(name.text) { order.append(name.text) }
        } catch {
            findings.report(SCXMLFact.expression(text.text, problem: error.message), at: text.range)
        }
    }

    private static func optional(_ value: CELText) -> CELText {
        value.isOptional || value.isNothing ? value : CELText(text: "optional.of(\(value.text))", type: value.type)
    }

    /// A value as it is written where a type is declared.
    static func fitted(_ value: CELText, _ slot: ECMASlot) -> ValueOutline {
        if let literal = value.literal {
            if slot.type == .double, case .literal = literal, value.type == .int { return value.asDouble.literal ?? literal }
            // In a place for anything, YAML's own rules would read a text as it looks.
            if slot.type == .any || slot.type == .unknown, case .text = literal { return .expression(value.text) }
            return literal
        }
        if slot.type == .double, value.type == .int { return .expression(value.asDouble.text) }
        return .expression(value.text)
    }
}

/// The types of variables and of what events carry, found from the values they are given.
struct DataTypes: Hashable {
    var variables: [String: ECMASlot] = [:]
    var fields: [EventCatalog.Variant: [String: ECMASlot]] = [:]
}

/// Writes a length of time as the language does.
enum DelayText {
    /// `1h30m`, `90s`, `1500ms`: in the largest unit that leaves no fraction.
    static func text(_ amount: TimeAmount) -> String {
        let nanoseconds = amount.nanoseconds
        let units: [(name: String, size: Int64)] = [
            ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000),
            ("us", 1_000),
        ]
        for unit in units where nanoseconds >= unit.size && nanoseconds % unit.size == 0 { return "\(nanoseconds / unit.size)\(unit.name)" }
        return nanoseconds == 0 ? "0s" : "\(nanoseconds)ns"
    }
}
