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
            case .assign(let name, let value, let text): assign(name, value, text, when)
            case .choose(let branches):
                var rest = when
                for branch in branches {
                    guard let test = branch.condition.map({ condition($0) }) ?? .bool(true) else { break }
                    run(branch.actions, when: CELText.and(rest, test))
                    rest = CELText.and(rest, CELText.not(test))
                }
            }
        }
    }

    private static func condition(_ when: CELText) -> String? { when.constant == true ? nil : when.text }

    private func condition(_ text: Sourced) -> CELText? {
        do throws(ECMATranslator.Failure) {
            let expression: ECMAExpression
            do { expression = try ECMAParser.expression(text.text) } catch { throw ECMATranslator.Failure(message: error.message) }
            return try translator.condition(expression)
        } catch {
            findings.report(SCXMLFact.expression(text.text, problem: error.message), at: text.range)
            return nil
        }
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
        do throws(ECMATranslator.Failure) {
            let expression: ECMAExpression
            do { expression = try ECMAParser.expression(text.text) } catch { throw ECMATranslator.Failure(message: error.message) }
            return try translator.value(expression)
        } catch {
            findings.report(SCXMLFact.expression(text.text, problem: error.message), at: text.range)
            return nil
        }
    }

    // MARK: Variables

    private mutating func assign(_ name: Sourced, _ expression: ECMAExpression, _ text: Sourced, _ when: CELText) {
        guard let slot = types.variables[name.text] else {
            findings.report(SCXMLFact.location(name.text), at: name.range)
            return
        }
        var value: CELText
        do throws(ECMATranslator.Failure) {
            value = try translator.value(expression)
        } catch {
            findings.report(SCXMLFact.expression(text.text, problem: error.message), at: text.range)
            return
        }
        given.append(Given(place: .variable(name.text), value: value))
        if when.constant == nil {
            var old = translator.changed[name.text] ?? CELText(text: "state.\(slot.name)", type: slot.type)
            if slot.isOptional {
                if translator.changed[name.text] == nil { old = CELText(text: "state.?\(slot.name)", type: slot.type, isOptional: true) }
                let isOptional = true
                value = CELText.choose(when, Self.optional(value), Self.optional(old))
                value.isOptional = isOptional
            } else {
                if slot.type == .double { (value, old) = (value.asDouble, old.asDouble) }
                value = CELText.choose(when, value, old)
            }
        }
        translator.changed[name.text] = value
        if !order.contains(name.text) { order.append(name.text) }
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
