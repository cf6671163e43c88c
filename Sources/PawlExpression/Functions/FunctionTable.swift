import PawlKit

/// All functions, methods and operators, from which checker, evaluator, documentation and completion read.
struct FunctionTable: Sendable {
    /// In the order of the documentation.
    let functions: [Function]
    private let positions: [Key: Int]
    /// The functions of the operators by their places.
    private let operators: [Function?]

    private struct Key: Hashable {
        let name: String
        let isReceiver: Bool
    }

    init(_ functions: [Function]) {
        self.functions = functions
        positions = Dictionary(
            functions.enumerated().filter { ![.syntax, .macro].contains($1.style) }
                .map { (Key(name: $1.name, isReceiver: $1.style == .receiver), $0) },
            uniquingKeysWith: { first, _ in first })
        let named = positions
        operators = Operator.allCases.sorted { $0.place < $1.place }.map { operation in
            named[Key(name: operation.rawValue, isReceiver: false)].map { functions[$0] }
        }
    }

    /// The function of an operator.
    func function(_ operation: Operator) -> Function? { operators[operation.place] }

    /// The function of that name, called as a method or not.
    func function(_ name: String, isReceiver: Bool) -> Function? {
        positions[Key(name: name, isReceiver: isReceiver)].map { functions[$0] }
    }

    /// The names that can be called so.
    func names(isReceiver: Bool) -> [String] {
        functions.filter { isReceiver ? [.receiver, .macro].contains($0.style) : $0.style == .global }.map(\.name)
    }

    /// Whether some function's name starts with that name and a dot: `math`.
    func isNamespace(_ name: String) -> Bool {
        functions.contains { $0.style == .global && $0.name.utf8.starts(with: (name + ".").utf8) }
    }

    /// The table with further functions.
    func adding(_ more: [Function]) -> FunctionTable { FunctionTable(functions + more) }

    /// The language's own.
    static let standard = FunctionTable(
        operatorFunctions + macroFunctions + conversionFunctions + textFunctions + textExtensions + encoderFunctions + listFunctions
            + numberFunctions + bitFunctions + timeFunctions + optionalFunctions + workflowFunctions)

    /// What a name at run time is the name of.
    static let typeNames: [String: StaticType] = [
        "bool": .bool, "int": .int, "uint": .uint, "double": .double, "string": .string, "bytes": .bytes, "null_type": .null,
        "list": .list(.any), "map": .map(.any, .any), "type": .type(.any), "optional_type": .optional(.any),
        "google.protobuf.Timestamp": .timestamp, "google.protobuf.Duration": .duration,
    ]
}
