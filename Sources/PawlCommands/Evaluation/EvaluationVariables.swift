import PawlDefinition
import PawlExpression
import PawlKit

/// The variables of `pawl eval`: those that a file of types declares, and those that `--vars` gives.
///
/// What is declared is read as its type. Anything else gets the type of its value: scalars and lists of one kind of scalar
/// their own, all that is inside of objects `any`, which is checked when it is used.
struct EvaluationVariables {
    /// What expressions see.
    let scope: ExpressionScope
    /// The values by slot; nil where a declared variable was not given.
    let values: [Value?]

    /// Reads a JSON object.
    ///
    /// - Throws: ``JSONError`` when it is no object, or a value is not of its declared type.
    init(_ json: [UInt8], _ declared: DeclaredTypes) throws(JSONError) {
        guard case .map(let given) = try JSONCodec.decodeAny(json, dialect: .plain) else {
            throw JSONError(.mismatch, message: "expected an object of variables, as in {\"x\": 1}")
        }
        var fields = declared.variables.map { RecordType.Field($0.name, $0.type, isOptional: true) }
        let names = Set(fields.map { ByteString($0.name) })
        for name in given.entries.compactMap(\.key.text) where !names.contains(ByteString(name)) {
            fields.append(.init(name, .any, isOptional: true))
        }
        let type = RecordType(fields: fields)
        var values = [Value?](repeating: nil, count: fields.count)
        // Null is an absent field, but a variable that is null.
        if case .record(let record) = try JSONCodec.decode(json, as: .record(type), dialect: .plain) { values = record.fields }
        var variables: [ExpressionScope.Variable] = []
        for (slot, field) in fields.enumerated() {
            if slot >= declared.variables.count, values[slot] == nil { values[slot] = .null }
            let isDeclared = slot < declared.variables.count
            variables.append(.init(name: field.name, type: isDeclared ? field.type : Self.type(of: values[slot]), slot: slot))
        }
        scope = ExpressionScope(variables: variables, types: declared.types)
        self.values = values
    }

    /// A frame with the values.
    ///
    /// - Throws: ``CommandFailure`` when one that the expression reads was not given.
    func frame(for expression: Expression) throws(CommandFailure) -> ExpressionFrame {
        for read in expression.reads where values[read.slot] == nil {
            throw CommandFailure(.badData, "the expression reads '\(read.variable)', and --vars does not give it")
        }
        let frame = ExpressionFrame(slotCount: values.count)
        for (slot, value) in values.enumerated() { frame[slot] = value }
        return frame
    }

    /// The type of a value that nothing declares.
    private static func type(of value: Value?) -> ValueType {
        switch value {
        case .bool: return .bool
        case .int: return .int
        case .double: return .double
        case .string: return .string
        case .map: return .map(.any)
        case .list(let elements):
            let types = Set(elements.map { Self.type(of: $0) })
            return .list(types.count == 1 ? types.first ?? .any : .any)
        default: return .any
        }
    }
}
