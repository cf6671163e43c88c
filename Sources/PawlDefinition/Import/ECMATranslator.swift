import PawlKit

/// Turns expressions of ECMAScript into CEL that means the same, or says why not.
struct ECMATranslator {
    /// Why an expression cannot be translated.
    struct Failure: Error {
        let message: String
    }

    /// The variables of the data model by their names in the file.
    var variables: [String: ECMASlot]
    /// The states by their ids in the file.
    var states: [String: String]
    /// The name of the event in the file; nil where none is, or where it may be one of several.
    var eventName: String?
    /// What the event carries, by the names in the file; nil where there is no event.
    var eventFields: [String: ECMASlot]?
    /// Whether the states that are active are those that the workflow sees in this place.
    var knowsActive = true
    /// The values that variables got since, in the same block.
    var changed: [String: CELText] = [:]

    /// How a field that may be absent is read.
    private enum Reading {
        /// Plainly; what needs to be there is noted.
        case noted
        /// So that the step fails when it is not there: arithmetic with `undefined` is a mistake.
        case failing
    }

    // MARK: Values

    /// The value of an expression for a variable or a field.
    func value(_ expression: ECMAExpression) throws(Failure) -> CELText {
        // A copy may be of nothing.
        if case .name(let name) = expression, let slot = variables[name], slot.isOptional, changed[name] == nil {
            return CELText(text: "state.?\(slot.name)", type: slot.type, isOptional: true)
        }
        return try value(expression, .failing)
    }

    private func value(_ expression: ECMAExpression, _ reading: Reading) throws(Failure) -> CELText {
        switch expression {
        case .int(let number): return CELText(text: "\(number)", type: .int, literal: .literal("\(number)"))
        case .double(let number): return CELText(text: "\(number)", type: .double, literal: .literal("\(number)"))
        case .string(let text): return CELText(text: Self.quoted(text), type: .string, literal: .text(text))
        case .bool(let truth): return .bool(truth)
        case .nothing: return .nothing
        case .name(let name): return try variable(name, reading)
        case .member(let base, let name): return try member(base, name, reading)
        case .call, .unary("!", _), .binary("&&", _, _), .binary("||", _, _): return try condition(expression)
        case .unary("-", let operand):
            let operand = try number(operand, reading)
            let literal: ValueOutline? = if case .literal(let text)? = operand.literal { .literal("-" + text) } else { nil }
            return CELText(
                text: "-" + operand.bound(.prefix), type: operand.type, binding: .prefix, needs: operand.needs, literal: literal)
        case .unary("+", let operand): return try number(operand, reading)
        case .unary(let symbol, _): throw Failure(message: "'\(symbol)' is not translated here")
        case .binary(let symbol, let left, let right):
            if ["===", "!==", "==", "!=", "<", "<=", ">", ">="].contains(symbol) { return try condition(expression) }
            return try arithmetic(symbol, try value(left, reading), try value(right, reading))
        case .conditional(let test, let then, let otherwise):
            return CELText.choose(try condition(test), try value(then, reading), try value(otherwise, reading))
        case .array(let elements):
            var texts: [String] = []
            for element in elements { texts.append(try value(element, reading).text) }
            return CELText(text: "[" + texts.joined(separator: ", ") + "]", type: .any)
        case .object(let fields):
            var texts: [String] = []
            for field in fields { texts.append("\(Self.quoted(field.name)): \(try value(field.value, reading).text)") }
            return CELText(text: "{" + texts.joined(separator: ", ") + "}", type: .any)
        }
    }

    private func variable(_ name: String, _ reading: Reading) throws(Failure) -> CELText {
        if name == "_name" { return CELText(text: "workflow.name", type: .string) }
        guard let slot = variables[name] else { throw Failure(message: "there is no variable '\(name)'") }
        if let changed = changed[name] {
            guard changed.isOptional else { return changed }
            return CELText(text: changed.bound(.member) + ".value()", type: changed.type)
        }
        return field("state", slot, reading)
    }

    private func field(_ base: String, _ slot: ECMASlot, _ reading: Reading) -> CELText {
        guard slot.isOptional else { return CELText(text: "\(base).\(slot.name)", type: slot.type) }
        switch reading {
        case .noted: return CELText(text: "\(base).\(slot.name)", type: slot.type, needs: ["\(base).\(slot.name)"])
        case .failing: return CELText(text: "\(base).?\(slot.name).value()", type: slot.type)
        }
    }

    private func member(_ base: ECMAExpression, _ name: String, _ reading: Reading) throws(Failure) -> CELText {
        if base == .name("_event") {
            if name == "name", let eventName { return CELText(text: Self.quoted(eventName), type: .string, literal: .text(eventName)) }
            if name == "data", let slot = eventFields?[SCXMLParameter.whole] { return field("event", slot, reading) }
            throw Failure(message: "'_event.\(name)' is not known here")
        }
        if base == .member(.name("_event"), "data"), eventFields?[SCXMLParameter.whole] == nil {
            guard let eventFields else { throw Failure(message: "there is no event here") }
            return eventFields[name].map { field("event", $0, reading) } ?? .nothing
        }
        let base = try value(base, reading)
        if base.isNothing { throw Failure(message: "it reads a part of nothing") }
        if name == "length" { return CELText(text: "size(\(base.text))", type: .int, needs: base.needs) }
        guard base.type == .any || base.type == .unknown else { throw Failure(message: "a \(base.type.name) has no part '\(name)'") }
        guard Names.isIdentifier(name) else {
            return CELText(text: base.bound(.member) + "[\(Self.quoted(name))]", type: .any, needs: base.needs)
        }
        let text = base.bound(.member) + "." + name
        return CELText(text: text, type: .any, needs: base.needs + (reading == .noted ? [text] : []))
    }

    private func number(_ expression: ECMAExpression, _ reading: Reading) throws(Failure) -> CELText {
        let value = try value(expression, reading)
        guard value.type.isNumber || value.type == .any || value.type == .unknown, !value.isNothing else {
            throw Failure(message: "'\(value.text)' is no number")
        }
        return value
    }

    private func arithmetic(_ symbol: String, _ left: CELText, _ right: CELText) throws(Failure) -> CELText {
        if left.isNothing || right.isNothing { throw Failure(message: "it computes with nothing") }
        let needs = left.needs + right.needs
        if symbol == "+", left.type == .string || right.type == .string {
            return CELText(
                text: left.asString.bound(.sum) + " + " + right.asString.bound(.product), type: .string, binding: .sum, needs: needs)
        }
        for side in [left, right] where side.type == .string || side.type == .bool {
            throw Failure(message: "'\(symbol)' of a \(side.type.name)")
        }
        var (left, right) = (left, right)
        if symbol == "/" || (left.type.isNumber && right.type.isNumber && left.type != right.type) {
            (left, right) = (left.asDouble, right.asDouble)
        }
        if symbol == "%", left.type == .double || right.type == .double { throw Failure(message: "'%' of numbers with a fraction") }
        let type: ECMAType = left.type == .unknown || right.type == .unknown ? .unknown : left.type.joined(right.type)
        let binding: CELText.Binding = symbol == "+" || symbol == "-" ? .sum : .product
        let tighter: CELText.Binding = binding == .sum ? .product : .prefix
        return CELText(text: "\(left.bound(binding)) \(symbol) \(right.bound(tighter))", type: type, binding: binding, needs: needs)
    }

    // MARK: Conditions

    /// The truth of an expression.
    func condition(_ expression: ECMAExpression) throws(Failure) -> CELText {
        switch expression {
        case .bool(let truth): return .bool(truth)
        case .nothing: return .bool(false)
        case .unary("!", let operand): return CELText.not(try condition(operand))
        case .binary("&&", let left, let right): return CELText.and(try condition(left), try condition(right))
        case .binary("||", let left, let right): return CELText.or(try condition(left), try condition(right))
        case .binary(let symbol, let left, let right) where ["===", "!==", "==", "!=", "<", "<=", ">", ">="].contains(symbol):
            return try comparison(symbol, left, right)
        case .conditional(let test, let then, let otherwise):
            return CELText.choose(try condition(test), try condition(then), try condition(otherwise))
        case .call(.name("In"), let arguments):
            guard knowsActive else { throw Failure(message: "here In() sees what is active between leaving and entering") }
            guard arguments.count == 1, case .string(let id) = arguments[0] else { throw Failure(message: "In() takes the id of a state") }
            return states[id].map { CELText(text: "active('\($0)')", type: .bool) } ?? .bool(false)
        case .call: throw Failure(message: "only the function In() is translated")
        default: return try truth(of: try value(expression, .noted))
        }
    }

    private func truth(of value: CELText) throws(Failure) -> CELText {
        if value.isNothing { return .bool(false) }
        var test = value
        test.literal = nil
        switch value.type {
        case .bool: break
        case .int: test.text = value.bound(.sum) + " != 0"
        case .double: test.text = value.bound(.sum) + " != 0.0"
        case .string: test.text = value.bound(.sum) + " != ''"
        case .any, .unknown: throw Failure(message: "whether '\(value.text)' is true depends on its type, which is not known")
        }
        test.binding = value.type == .bool ? value.binding : .comparison
        test.type = .bool
        return test.whole
    }

    private func comparison(_ symbol: String, _ left: ECMAExpression, _ right: ECMAExpression) throws(Failure) -> CELText {
        let isEqual = symbol == "===" || symbol == "=="
        let isDifferent = symbol == "!==" || symbol == "!="
        for (one, other) in [(left, right), (right, left)] {
            guard case .unary("typeof", let operand) = one else { continue }
            guard other == .string("undefined"), isEqual || isDifferent else {
                throw Failure(message: "'typeof' is compared only with 'undefined'")
            }
            return try comparison(symbol, operand, .nothing)
        }
        var (first, second) = (try value(left, .noted), try value(right, .noted))
        if isEqual || isDifferent, first.isNothing || second.isNothing {
            let other = first.isNothing ? second : first
            if other.isNothing { return .bool(isEqual) }
            guard !other.needs.isEmpty else { return .bool(isDifferent) }
            return isDifferent ? other.presence : CELText.not(other.presence)
        }
        if first.isNothing || second.isNothing { return .bool(false) }
        if isEqual || isDifferent, let one = first.literal, let other = second.literal, first.type == second.type {
            return .bool((one == other) == isEqual)
        }
        if first.type.isNumber, second.type.isNumber, first.type != second.type { (first, second) = (first.asDouble, second.asDouble) }
        let areAlike = first.type == second.type || [first.type, second.type].contains { $0 == .any || $0 == .unknown }
        if !areAlike {
            if symbol == "===" { return .bool(false) }
            if symbol == "!==" { return .bool(true) }
            throw Failure(message: "it compares a \(first.type.name) with a \(second.type.name)")
        }
        let sign = isEqual ? "==" : isDifferent ? "!=" : symbol
        let (one, other) = (first.bound(.sum), second.bound(.sum))
        var text = CELText(text: "\(one) \(sign) \(other)", type: .bool, binding: .comparison, needs: first.needs + second.needs)
        if text.needs.isEmpty, isEqual || isDifferent { text.opposite = "\(one) \(isEqual ? "!=" : "==") \(other)" }
        return isDifferent ? text.wholeOrMissing : text.whole
    }

    /// A text of CEL: https://github.com/google/cel-spec/blob/master/doc/langdef.md#string-and-bytes-values
    static func quoted(_ text: String) -> String { QuotedText.text(text, in: "'") }
}

extension Findings {
    /// What an expression of the file becomes; nil when it was reported that it cannot be translated.
    func translated(
        _ text: Sourced, _ translate: (ECMAExpression) throws(ECMATranslator.Failure) -> CELText
    ) -> CELText? {
        do throws(ECMATranslator.Failure) {
            let expression: ECMAExpression
            do { expression = try ECMAParser.expression(text.text) } catch { throw ECMATranslator.Failure(message: error.message) }
            return try translate(expression)
        } catch {
            report(SCXMLFact.expression(text.text, problem: error.message), at: text.range)
            return nil
        }
    }
}
