/// An expression of the ECMAScript data model, as far as a workflow can hold one.
indirect enum ECMAExpression: Hashable {
    /// A whole number as it is written.
    case int(Int64)
    /// Any other number.
    case double(Double)
    case string(String)
    case bool(Bool)
    /// `null` or `undefined`.
    case nothing
    case name(String)
    case member(ECMAExpression, String)
    case call(ECMAExpression, [ECMAExpression])
    case unary(String, ECMAExpression)
    case binary(String, ECMAExpression, ECMAExpression)
    case conditional(ECMAExpression, then: ECMAExpression, else: ECMAExpression)
    case array([ECMAExpression])
    case object([ECMAField])
}

extension ECMAExpression {
    /// Whether it is a value written out.
    var isLiteral: Bool {
        switch self {
        case .int, .double, .string, .bool, .nothing: true
        case .unary("-", let operand): operand.isLiteral
        case .array(let elements): elements.allSatisfy(\.isLiteral)
        case .object(let fields): fields.allSatisfy(\.value.isLiteral)
        default: false
        }
    }
}

/// A field of an object literal.
struct ECMAField: Hashable {
    let name: String
    let value: ECMAExpression
}

/// A statement of a script, as far as a workflow can hold one: a variable gets a value.
struct ECMAAssignment: Hashable {
    let name: String
    let value: ECMAExpression
    /// Whether `var`, `let` or `const` stands before it.
    let isDeclaration: Bool
}

/// A text that is no expression that can be read.
struct ECMASyntaxError: Error {
    let message: String
}
