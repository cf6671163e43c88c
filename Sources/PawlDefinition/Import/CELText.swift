/// An expression of a workflow as text, with what is needed to put it into another.
struct CELText: Hashable {
    /// How tightly the outermost operator binds.
    enum Binding: Int, Comparable {
        case conditional, or, and, comparison, sum, product, prefix, member

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    var text: String
    var type: ECMAType
    var binding = Binding.member
    /// The fields that must be there for the text to have a value.
    var needs: [String] = []
    /// The truth value that it has whatever happens.
    var constant: Bool?
    /// Whether it is `undefined`.
    var isNothing = false
    /// Whether it is an optional, of which an empty one means `undefined`.
    var isOptional = false
    /// The text of the opposite, when it is simpler than with a `!` before it.
    var opposite: String?
    /// The value, when it is written in the file.
    var literal: ValueOutline?

    /// The text where an operator binds.
    func bound(_ binding: Binding) -> String { self.binding < binding ? "(\(text))" : text }

    static func bool(_ truth: Bool) -> CELText {
        CELText(text: truth ? "true" : "false", type: .bool, constant: truth, literal: .literal(truth ? "true" : "false"))
    }

    static let nothing = CELText(text: "optional.none()", type: .unknown, isNothing: true, literal: .literal("~"))

    /// The text as a double.
    var asDouble: CELText {
        guard type != .double else { return self }
        if case .literal(let number)? = literal, type == .int {
            return CELText(text: number + ".0", type: .double, binding: binding, literal: .literal(number + ".0"))
        }
        return CELText(text: "double(\(text))", type: .double, needs: needs)
    }

    /// The text as a text.
    var asString: CELText { type == .string ? self : CELText(text: "string(\(text))", type: .string, needs: needs) }

    /// A condition that is false while a field that it reads is not there, as a comparison with `undefined` is.
    var whole: CELText {
        if needs.isEmpty { return self }
        let checks = Self.unique(needs).map { "has(\($0))" }.joined(separator: " && ")
        return CELText(text: "\(checks) && \(bound(.comparison))", type: .bool, binding: .and)
    }

    /// A condition that is true while a field that it reads is not there.
    var wholeOrMissing: CELText {
        if needs.isEmpty { return self }
        let checks = Self.unique(needs).map { "!has(\($0))" }.joined(separator: " || ")
        return CELText(text: "\(checks) || \(bound(.comparison))", type: .bool, binding: .or)
    }

    /// A condition that is true while all fields that it reads are there.
    var presence: CELText {
        let checks = Self.unique(needs).map { "has(\($0))" }
        return CELText(text: checks.joined(separator: " && "), type: .bool, binding: checks.count == 1 ? .member : .and)
    }

    private static func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    // MARK: Conditions

    static func not(_ text: CELText) -> CELText {
        if let constant = text.constant { return bool(!constant) }
        if let opposite = text.opposite { return CELText(text: opposite, type: .bool, binding: text.binding, opposite: text.text) }
        return CELText(text: "!" + text.bound(.prefix), type: .bool, binding: .prefix)
    }

    static func and(_ left: CELText, _ right: CELText) -> CELText {
        if let constant = left.constant { return constant ? right : left }
        if right.constant == true { return left }
        return CELText(text: left.bound(.and) + " && " + right.bound(.and), type: .bool, binding: .and)
    }

    static func or(_ left: CELText, _ right: CELText) -> CELText {
        if let constant = left.constant { return constant ? left : right }
        if right.constant == false { return left }
        return CELText(text: left.bound(.or) + " || " + right.bound(.or), type: .bool, binding: .or)
    }

    static func choose(_ test: CELText, _ then: CELText, _ otherwise: CELText) -> CELText {
        if let constant = test.constant { return constant ? then : otherwise }
        let type = then.type.joined(otherwise.type)
        var (then, otherwise) = (then, otherwise)
        if type == .double { (then, otherwise) = (then.asDouble, otherwise.asDouble) }
        let text = "\(test.bound(.or)) ? \(then.bound(.or)) : \(otherwise.bound(.conditional))"
        return CELText(text: text, type: type, binding: .conditional, needs: then.needs + otherwise.needs)
    }
}
