import PawlKit
import PawlXML

/// Executable content: https://www.w3.org/TR/scxml/#executable
extension SCXMLReader {
    /// What an element does, in order.
    mutating func actions(_ element: XMLElement) -> [SCXMLAction] {
        element.elements.flatMap { action($0) }
    }

    private mutating func action(_ element: XMLElement) -> [SCXMLAction] {
        guard element.namespace == nil || element.namespace == Self.namespace else {
            findings.report(SCXMLFact.element(element.name, reason: Self.reason(element.name)), at: element.range)
            return []
        }
        checkAttributes(element)
        switch element.name {
        case "log":
            document.leftOut.append("<log> in line \(element.range.start.line)")
            return []
        case "raise":
            return required("event", of: element).map { [.raise($0)] } ?? []
        case "send":
            return send(element)
        case "cancel":
            return required("sendid", of: element).map { [.cancel($0)] } ?? []
        case "assign":
            return assign(element)
        case "script":
            let text = Sourced(text: Self.trimmed(element.text), range: element.range)
            return assignments(element).map {
                .assign(name: Sourced(text: $0.name, range: element.range), value: $0.value, text: text)
            }
        case "if":
            return [choice(element)]
        default:
            findings.report(SCXMLFact.element(element.name, reason: Self.reason(element.name)), at: element.range)
            return []
        }
    }

    private func required(_ name: String, of element: XMLElement) -> Sourced? {
        if let attribute = element[name] { return sourced(attribute) }
        findings.report(SCXMLFact.missingAttribute(name, of: element.name), at: element.range)
        return nil
    }

    private func assign(_ element: XMLElement) -> [SCXMLAction] {
        guard let location = required("location", of: element) else { return [] }
        let text = sourced(element["expr"]) ?? Sourced(text: Self.trimmed(element.text), range: element.range)
        return expression(text).map { [.assign(name: location, value: $0, text: text)] } ?? []
    }

    private mutating func choice(_ element: XMLElement) -> SCXMLAction {
        var branches: [(condition: Sourced?, actions: [SCXMLAction])] = [(required("cond", of: element), [])]
        for child in element.elements {
            switch child.name {
            case "elseif": branches.append((required("cond", of: child), []))
            case "else": branches.append((nil, []))
            default: branches[branches.count - 1].actions += action(child)
            }
        }
        return .choose(branches)
    }

    // MARK: Sending

    private mutating func send(_ element: XMLElement) -> [SCXMLAction] {
        if let attribute = element["targetexpr"] { findings.report(SCXMLFact.attribute("targetexpr", of: "send"), at: attribute.range) }
        guard let event = literalEvent(element) ?? required("event", of: element) else { return [] }
        let target = element["target"]
        if let target, target.value != "#_internal" {
            findings.report(SCXMLFact.sendTarget(target.value), at: target.valueRange)
        }
        if let type = element["type"], !["scxml", "http://www.w3.org/TR/scxml/#SCXMLEventProcessor"].contains(type.value) {
            findings.report(SCXMLFact.sendTarget(type.value), at: type.valueRange)
        }
        let delay = delay(element)
        let moment: SCXMLSend.Moment =
            if let delay, delay > .zero { .later(delay) } else if target == nil { .next } else { .now }
        document.sends.append(
            SCXMLSend(
                event: event, id: element["id"]?.value, moment: moment, parameters: parameters(element), range: element.range))
        return [.send(document.sends.count - 1)]
    }

    /// The event of `eventexpr`, when it is a text.
    private func literalEvent(_ element: XMLElement) -> Sourced? {
        guard let computed = sourced(element["eventexpr"]) else { return nil }
        if case .string(let name)? = try? ECMAParser.expression(computed.text) { return Sourced(text: name, range: computed.range) }
        findings.report(SCXMLFact.attribute("eventexpr", of: "send"), at: computed.range)
        return Sourced(text: computed.text, range: computed.range)
    }

    /// `2s`, `1.5s`, `200ms`: https://www.w3.org/TR/CSS2/aural.html#times
    private func delay(_ element: XMLElement) -> TimeAmount? {
        var text = sourced(element["delay"])
        if let computed = sourced(element["delayexpr"]) {
            guard case .string(let literal)? = expression(computed) else {
                findings.report(SCXMLFact.expression(computed.text, problem: "a delay is a text such as '1s'"), at: computed.range)
                return nil
            }
            text = Sourced(text: literal, range: computed.range)
        }
        guard let text else { return nil }
        var digits = Self.trimmed(text.text).lowercased()
        if digits.hasPrefix(".") { digits = "0" + digits }
        guard digits.hasSuffix("s"), let delay = TimeAmount(digits, notation: .workflow), delay >= .zero else {
            findings.report(SCXMLFact.badValue(text.text, of: "delay", expected: "a time such as 1.5s or 200ms"), at: text.range)
            return nil
        }
        return delay
    }

    /// What an event carries.
    mutating func parameters(_ element: XMLElement) -> [SCXMLParameter] {
        var parameters: [SCXMLParameter] = []
        for child in element.elements {
            if child.name == "content", let content = content(child) {
                parameters.append(SCXMLParameter(name: SCXMLParameter.whole, value: content))
                continue
            }
            guard child.name == "param" else {
                findings.report(SCXMLFact.element(child.name, reason: Self.reason(child.name)), at: child.range)
                continue
            }
            checkAttributes(child)
            guard let name = required("name", of: child) else { continue }
            guard let value = sourced(child["expr"] ?? child["location"]) else {
                findings.report(SCXMLFact.missingAttribute("expr", of: "param"), at: child.range)
                continue
            }
            parameters.append(SCXMLParameter(name: name.text, value: value))
        }
        if let list = element["namelist"] {
            parameters += list.value.split(whereSeparator: \.isWhitespace).map {
                SCXMLParameter(name: String($0), value: Sourced(text: String($0), range: list.valueRange))
            }
        }
        return parameters
    }

    /// What `<content>` holds as an expression: of `expr`, a literal, or the text with its blanks made one each.
    ///
    /// See https://www.w3.org/TR/scxml/#content and https://www.w3.org/TR/scxml/#ecma_assign.
    private func content(_ element: XMLElement) -> Sourced? {
        checkAttributes(element)
        if let computed = sourced(element["expr"]) { return computed }
        guard element.elements.isEmpty else { return nil }
        let text = Self.trimmed(element.text)
        if let expression = try? ECMAParser.expression(text), expression.isLiteral { return Sourced(text: text, range: element.range) }
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return Sourced(text: ECMATranslator.quoted(words), range: element.range)
    }
}
