import PawlKit

extension FunctionTable {
    /// The extension `optionals` (https://pkg.go.dev/github.com/google/cel-go/cel#OptionalTypes).
    static var optionalFunctions: [Function] {
        let wrapped = StaticType.parameter("T")
        return [
            Function(
                name: ".?", style: .syntax, chapter: .optionals,
                summary: "The field as an optional: none when it is absent. Further `.` and `[ ]` stay optional.",
                examples: [
                    .init(expression: "{'a': 1}.?a.orValue(0)", result: "1"), .init(expression: "{'a': 1}.?b.orValue(0)", result: "0"),
                ],
                overloads: [.types([.map(.string, .parameter("V")), .string], .optional(.parameter("V")))]),
            Function(
                name: "[? ]", style: .syntax, chapter: .optionals,
                summary: "The element or the value under a key as an optional: none when there is none.",
                examples: [.init(expression: "[1, 2][?5].orValue(0)", result: "0")],
                overloads: [
                    .types([.list(wrapped), .int], .optional(wrapped)),
                    .types([.map(.parameter("K"), .parameter("V")), .parameter("K")], .optional(.parameter("V"))),
                ]),
            Function(
                name: "[?e], {?k: e}, T{?f: e}", style: .syntax, chapter: .optionals,
                summary: "In a list, a map or a record: leaves the element, entry or field out when its value is none.",
                examples: [
                    .init(expression: "[1, ?optional.none()]", result: "[1]"),
                    .init(expression: "{?'a': optional.of(1)}", result: "{'a': 1}"),
                ],
                overloads: [.types([.optional(wrapped)], .list(wrapped))]),
            Function(
                name: "optional.of", style: .global, chapter: .optionals, summary: "An optional that holds the value.",
                examples: [.init(expression: "optional.of(1).value()", result: "1")],
                overloads: [Make.overload { (a: Parameter, _) in AnyOptional(value: a.value) }]),
            Function(
                name: "optional.ofNonZeroValue", style: .global, chapter: .optionals,
                summary: "An optional that holds the value, none when it is 0, false, empty, null or no time.",
                examples: [.init(expression: "optional.ofNonZeroValue('').hasValue()", result: "false")],
                overloads: [Make.overload { (a: Parameter, _) in AnyOptional(value: a.value.isZero ? nil : a.value) }]),
            Function(
                name: "optional.none", style: .global, chapter: .optionals, summary: "The optional that holds nothing.",
                examples: [.init(expression: "optional.none().hasValue()", result: "false")],
                overloads: [Overload(parameters: [], result: .optional(wrapped), implementation: .none { _ in .optional(nil) })]),
            Function(
                name: "optional.unwrap", style: .global, chapter: .optionals, summary: "The values that the optionals of a list hold.",
                examples: [.init(expression: "optional.unwrap([optional.of(1), optional.none()])", result: "[1]")],
                overloads: [unwrap]),
            Function(
                name: "unwrapOpt", style: .receiver, chapter: .optionals, summary: "The same as `optional.unwrap(list)`.",
                examples: [.init(expression: "[optional.of(1), optional.none()].unwrapOpt()", result: "[1]")],
                overloads: [unwrap]),
            Function(
                name: "hasValue", style: .receiver, chapter: .optionals, summary: "Whether the optional holds a value.",
                examples: [.init(expression: "optional.of(1).hasValue()", result: "true")],
                overloads: [Make.overload { (a: AnyOptional, _) in a.value != nil }]),
            Function(
                name: "value", style: .receiver, chapter: .optionals,
                summary: "The value that the optional holds; fails when it holds none.",
                examples: [.init(expression: "optional.of(1).value()", result: "1")],
                overloads: [
                    Make.overload { (a: AnyOptional, _) throws(EvaluationError) in
                        guard let value = a.value else { throw EvaluationError(.emptyOptional, "the optional holds no value") }
                        return Parameter(value: value)
                    }
                ]),
            Function(
                name: "or", style: .receiver, chapter: .optionals,
                summary: "This optional if it holds a value, else the other, which is computed only then.",
                examples: [.init(expression: "optional.none().or(optional.of(2)).value()", result: "2")],
                overloads: [.types([.optional(wrapped), .optional(wrapped)], .optional(wrapped))]),
            Function(
                name: "orValue", style: .receiver, chapter: .optionals,
                summary: "The value that the optional holds, else the other value, which is computed only then.",
                examples: [.init(expression: "optional.none().orValue(2)", result: "2")],
                overloads: [.types([.optional(wrapped), wrapped], wrapped)]),
        ]
    }

    private static var unwrap: Overload {
        Make.overload { (list: AnyList, frame) throws(EvaluationError) in
            try frame.chargeElements(list.elements.count)
            var values: [Value] = []
            for element in list.elements {
                guard case .optional(let value) = element else { throw Make.mismatch(element) }
                if let value { values.append(value) }
            }
            return AnyList(elements: values)
        }.typed([.list(.optional(.parameter("T")))], .list(of: "T"))
    }
}

extension Value {
    /// Whether this is the zero value of its type, as `optional.ofNonZeroValue` asks.
    var isZero: Bool {
        switch self {
        case .null: true
        case .bool(let truth): !truth
        case .int(let number): number == 0
        case .uint(let number): number == 0
        case .double(let number): number == 0
        case .string(let text): text.isEmpty
        case .bytes(let bytes): bytes.isEmpty
        case .timestamp(let time): time == .epoch
        case .duration(let amount): amount == .zero
        case .list(let elements): elements.isEmpty
        case .map(let map): map.isEmpty
        case .record(let record): record.fields.allSatisfy { $0?.isZero ?? true }
        case .optional(let value): value == nil
        case .secret, .type: false
        }
    }
}
