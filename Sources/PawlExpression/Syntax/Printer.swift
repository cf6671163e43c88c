import PawlKit

/// Writes a tree as text that reads back as the same tree.
enum Printer {
    static func text(_ node: Node) -> String { text(node, above: 0) }

    /// How tightly a node binds; what binds less tightly than its place stands in parentheses.
    private static func precedence(_ node: Node) -> Int {
        switch node.kind {
        case .conditional: 0
        case .or: 1
        case .and: 2
        case .binary(let operation, _, _): operation.precedence ?? 6
        case .unary: 6
        case .literal(.int(let number)) where number < 0: 6
        case .literal(.double(let number)) where number.sign == .minus: 6
        default: 7
        }
    }

    private static func text(_ node: Node, above minimum: Int) -> String {
        let own = plain(node)
        return precedence(node) < minimum ? "(\(own))" : own
    }

    private static func plain(_ node: Node) -> String {
        switch node.kind {
        case .literal(let value): return LiteralText.text(value)
        case .name(let name, let isAbsolute): return (isAbsolute ? "." : "") + name
        case .select(let operand, let field, let isOptional):
            return text(operand, above: 7) + (isOptional ? ".?" : ".") + fieldName(field.text)
        case .has(let operand, let field): return "has(\(text(operand, above: 7)).\(fieldName(field.text)))"
        case .index(let operand, let index, let isOptional):
            return "\(text(operand, above: 7))[\(isOptional ? "?" : "")\(text(index))]"
        case .call(let name, let target, let arguments):
            return (target.map { text($0, above: 7) + "." } ?? "") + call(name.text, arguments)
        case .unary(let operation, let operand):
            return operation.symbol + operandText(operand, of: operation)
        case .binary(let operation, let left, let right):
            let level = operation.precedence ?? 6
            return "\(text(left, above: level)) \(operation.symbol) \(text(right, above: level + 1))"
        case .and(let terms): return terms.map { text($0, above: 3) }.joined(separator: " && ")
        case .or(let terms): return terms.map { text($0, above: 2) }.joined(separator: " || ")
        case .conditional(let condition, let yes, let no):
            return "\(text(condition, above: 1)) ? \(text(yes, above: 1)) : \(text(no))"
        case .list(let elements): return "[" + elements.map { ($0.isOptional ? "?" : "") + text($0.value) }.joined(separator: ", ") + "]"
        case .map(let entries):
            return "{" + entries.map { "\($0.isOptional ? "?" : "")\(text($0.key)): \(text($0.value))" }.joined(separator: ", ") + "}"
        case .record(let name, let isAbsolute, let fields):
            let list = fields.map { "\($0.isOptional ? "?" : "")\(fieldName($0.name.text)): \(text($0.value))" }
            return "\(isAbsolute ? "." : "")\(name.text){\(list.joined(separator: ", "))}"
        case .comprehension(let walk): return comprehension(walk)
        case .bind(let name, let value, let body): return "cel.bind(\(name.text), \(text(value)), \(text(body)))"
        case .optionalMap(let target, let name, let body, let isFlat):
            return "\(text(target, above: 7)).\(isFlat ? "optFlatMap" : "optMap")(\(name.text), \(text(body)))"
        }
    }

    private static func operandText(_ operand: Node, of operation: Operator) -> String {
        if case .unary(operation, _) = operand.kind { return plain(operand) }
        let own = text(operand, above: 7)
        // A number after a minus would swallow it.
        let isNumber = own.utf8.first.map { $0.isDigit || $0 == UInt8(ascii: ".") } ?? false
        return operation == .negate && isNumber ? "(\(own))" : own
    }

    private static func comprehension(_ walk: Node.Comprehension) -> String {
        var arguments = [walk.first.text]
        if let second = walk.second { arguments.append(second.text) }
        if let filter = walk.filter { arguments.append(text(filter)) }
        arguments.append(text(walk.body))
        return "\(text(walk.target, above: 7)).\(walk.macro.rawValue)(\(arguments.joined(separator: ", ")))"
    }

    private static func call(_ name: String, _ arguments: [Node]) -> String {
        "\(name)(\(arguments.map(text).joined(separator: ", ")))"
    }

    private static func fieldName(_ name: String) -> String {
        let isWord =
            name.utf8.first?.isNameStart == true && name.utf8.allSatisfy(\.isNamePart) && Token.Symbol(word: Array(name.utf8)[...]) == nil
        return isWord ? name : "`\(name)`"
    }
}

extension Node {
    /// Whether both are the same tree, wherever they stood.
    func isSame(as other: Node) -> Bool {
        guard shape == other.shape else { return false }
        let (own, others) = (kind.children, other.kind.children)
        return own.count == others.count && zip(own, others).allSatisfy { $0.isSame(as: $1) }
    }

    /// The node without its children, as text.
    private var shape: String {
        switch kind {
        case .literal(.double(let number)): "double \(number.bitPattern)"
        case .literal(let value): "literal \(value)"
        case .name(let name, let isAbsolute): "name \(name) \(isAbsolute)"
        case .select(_, let field, let isOptional): "select \(field.text) \(isOptional)"
        case .has(_, let field): "has \(field.text)"
        case .index(_, _, let isOptional): "index \(isOptional)"
        case .call(let name, let target, _): "call \(name.text) \(target != nil)"
        case .unary(let operation, _), .binary(let operation, _, _): operation.rawValue
        case .and: "and"
        case .or: "or"
        case .conditional: "conditional"
        case .list(let elements): "list \(elements.map(\.isOptional))"
        case .map(let entries): "map \(entries.map(\.isOptional))"
        case .record(let name, let isAbsolute, let fields):
            "record \(name.text) \(isAbsolute) \(fields.map { "\($0.name.text) \($0.isOptional)" })"
        case .comprehension(let walk): "\(walk.macro) \(walk.first.text) \(walk.second?.text ?? "") \(walk.filter != nil)"
        case .bind(let name, _, _): "bind \(name.text)"
        case .optionalMap(_, let name, _, let isFlat): "optional \(name.text) \(isFlat)"
        }
    }
}
