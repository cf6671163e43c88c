package import PawlExpression
package import PawlKit

/// An expression with its place in the file.
package struct SourcedExpression: Sendable {
    /// The expression.
    package var expression: Expression
    /// Where it is written, in the definition's file.
    package var position: SourcePosition
    /// Whether it is Swift code, of which nothing is known but the name that people gave it.
    package var isNative: Bool
    /// What the journal calls it. A place in Swift code is not in it, because it moves with every line above.
    package var recordedText: String

    package init(_ expression: Expression, at position: SourcePosition) {
        self.expression = expression
        self.position = position
        isNative = false
        recordedText = expression.text
    }

    /// Swift code; nil as a label when nobody named it.
    package init(native expression: Expression, label: String?, at position: SourcePosition) {
        self.expression = expression
        self.position = position
        isNative = true
        recordedText = label ?? "a Swift closure"
    }
}

/// A value as a file writes it: literal, computed, or text with computed pieces.
package indirect enum Template: Sendable {
    /// A value known at load.
    case constant(Value)
    /// `${ … }` as a whole, with the type that the place declares.
    case expression(SourcedExpression, ValueType)
    /// Text with `${ … }` in it.
    case text([TextPart])
    /// A list of templates.
    case list([Template])
    /// A map of templates.
    case map([(key: String, value: Template)])
    /// A record of templates; nil is absent.
    case record(RecordType, [Template?])

    /// A piece of a text.
    package enum TextPart: Sendable {
        /// As written.
        case literal(String)
        /// The text of a scalar.
        case expression(SourcedExpression)
    }
}

/// The variables that expressions see, by slot in their frame. The same in every expression of every machine.
package enum VariableSlot {
    package static let input = 0
    package static let state = 1
    package static let event = 2
    package static let result = 3
    package static let error = 4
    package static let now = 5
    package static let instance = 6
    package static let workflow = 7
    package static let settings = 8
    package static let item = 9
    package static let index = 10
    package static let count = 11

    /// Those that differ from row to row.
    static let stateAndEvent = state..<event + 1
    /// Those that have no value when a step begins.
    static let thoseOfOneStep = state..<error + 1

    /// The type of `instance`.
    package static let instanceType = RecordType(fields: [.init("id", .string), .init("key", .string, isOptional: true)])
    /// The type of `workflow`.
    package static let workflowType = RecordType(fields: [.init("name", .string), .init("revision", .int)])
    /// The type of `error`.
    package static let errorType = RecordType(fields: [.init("code", .string), .init("message", .string), .init("attempts", .int)])
}
