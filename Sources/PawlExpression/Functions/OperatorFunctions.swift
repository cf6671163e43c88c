import PawlKit

extension FunctionTable {
    static var operatorFunctions: [Function] {
        arithmetic + comparisons + [
            Function(
                name: Operator.not.rawValue, style: .prefix, chapter: .operators, summary: "Turns true into false and false into true.",
                examples: [.init(expression: "!true", result: "false")],
                overloads: [Make.overload { (a: Bool, _) in !a }]),
            Function(
                name: "&&", style: .syntax, chapter: .operators,
                summary: "True when both sides are. False on either side wins, even when the other side fails.",
                examples: [
                    .init(expression: "true && 1 < 2", result: "true"), .init(expression: "1 / 0 == 1 && false", result: "false"),
                ],
                overloads: [.types([.bool, .bool], .bool)]),
            Function(
                name: "||", style: .syntax, chapter: .operators,
                summary: "True when either side is. True on either side wins, even when the other side fails.",
                examples: [
                    .init(expression: "false || 1 < 2", result: "true"), .init(expression: "1 / 0 == 1 || true", result: "true"),
                ],
                overloads: [.types([.bool, .bool], .bool)]),
            Function(
                name: "? :", style: .syntax, chapter: .operators, summary: "One of two values; only the chosen one is computed.",
                examples: [.init(expression: "2 > 1 ? 'yes' : 'no'", result: "'yes'")],
                overloads: [.types([.bool, .parameter("T"), .parameter("T")], .parameter("T"))]),
            Function(
                name: "[ ]", style: .syntax, chapter: .operators,
                summary: "The element of a list, counted from 0, or the value under a key of a map; fails when there is none.",
                examples: [.init(expression: "[7, 8, 9][1]", result: "8"), .init(expression: "{'a': 1}['a']", result: "1")],
                overloads: [
                    .types([.list(of: "T"), .int], .parameter("T")),
                    .types([.map(.parameter("K"), .parameter("V")), .parameter("K")], .parameter("V")),
                ]),
            Function(
                name: ".", style: .syntax, chapter: .operators,
                summary: "The field of a record, or the value under a text key of a map; fails when there is none. A name that is no "
                    + "word stands in backticks.",
                examples: [
                    .init(expression: "{'total': 5}.total", result: "5"),
                    .init(expression: "{'content-type': 'text'}.`content-type`", result: "'text'"),
                ],
                overloads: [.types([.map(.string, .parameter("V")), .string], .parameter("V"))]),
        ]
    }

    private static var arithmetic: [Function] {
        [
            Function(
                name: Operator.add.rawValue, style: .binary, chapter: .operators,
                summary: "The sum of two numbers of one type or of times, or one text or list after the other. A sum out of range fails.",
                examples: [
                    .init(expression: "1 + 2", result: "3"), .init(expression: "'a' + 'b'", result: "'ab'"),
                    .init(expression: "[1] + [2]", result: "[1, 2]"),
                    .init(
                        expression: "timestamp('2026-01-01T00:00:00Z') + duration('90s')", result: "timestamp('2026-01-01T00:01:30Z')"),
                ],
                overloads: [
                    Make.overload { (a: Int64, b: Int64, _) throws(EvaluationError) in try Arithmetic.add(a, b) },
                    Make.overload { (a: UInt64, b: UInt64, _) throws(EvaluationError) in try Arithmetic.add(a, b) },
                    Make.overload { (a: Double, b: Double, _) in a + b },
                    Make.overload { (a: String, b: String, frame) throws(EvaluationError) in
                        try frame.chargeBytes(a.utf8.count + b.utf8.count)
                        return a + b
                    },
                    Make.overload { (a: [UInt8], b: [UInt8], frame) throws(EvaluationError) in
                        try frame.chargeBytes(a.count + b.count)
                        return a + b
                    },
                    Make.overload { (a: AnyList, b: AnyList, frame) throws(EvaluationError) in
                        try frame.chargeElements(a.elements.count + b.elements.count)
                        return AnyList(elements: a.elements + b.elements)
                    },
                    Make.overload { (a: Timestamp, b: TimeAmount, _) throws(EvaluationError) in try Arithmetic.add(a, b) },
                    Make.overload { (a: TimeAmount, b: Timestamp, _) throws(EvaluationError) in try Arithmetic.add(b, a) },
                    Make.overload { (a: TimeAmount, b: TimeAmount, _) throws(EvaluationError) in
                        TimeAmount(nanoseconds: try Arithmetic.add(a.nanoseconds, b.nanoseconds))
                    },
                ]),
            Function(
                name: Operator.subtract.rawValue, style: .binary, chapter: .operators,
                summary: "The difference of two numbers of one type or of times. A difference out of range fails, so does a uint below 0.",
                examples: [
                    .init(expression: "5 - 3", result: "2"),
                    .init(
                        expression: "timestamp('2026-01-02T00:00:00Z') - timestamp('2026-01-01T00:00:00Z')", result: "duration('24h')"),
                ],
                overloads: [
                    Make.overload { (a: Int64, b: Int64, _) throws(EvaluationError) in try Arithmetic.subtract(a, b) },
                    Make.overload { (a: UInt64, b: UInt64, _) throws(EvaluationError) in try Arithmetic.subtract(a, b) },
                    Make.overload { (a: Double, b: Double, _) in a - b },
                    Make.overload { (a: Timestamp, b: TimeAmount, _) throws(EvaluationError) in
                        try Arithmetic.add(a, TimeAmount(nanoseconds: try Arithmetic.subtract(0, b.nanoseconds)))
                    },
                    Make.overload { (a: Timestamp, b: Timestamp, _) throws(EvaluationError) in
                        guard let amount = a.since(b) else { throw Arithmetic.outOfRange("duration", "\(a.text) - \(b.text)") }
                        return amount
                    },
                    Make.overload { (a: TimeAmount, b: TimeAmount, _) throws(EvaluationError) in
                        TimeAmount(nanoseconds: try Arithmetic.subtract(a.nanoseconds, b.nanoseconds))
                    },
                ]),
            Function(
                name: Operator.multiply.rawValue, style: .binary, chapter: .operators,
                summary: "The product of two numbers of one type. A product out of range fails.",
                examples: [.init(expression: "6 * 7", result: "42"), .init(expression: "1.5 * 2.0", result: "3.0")],
                overloads: [
                    Make.overload { (a: Int64, b: Int64, _) throws(EvaluationError) in try Arithmetic.multiply(a, b) },
                    Make.overload { (a: UInt64, b: UInt64, _) throws(EvaluationError) in try Arithmetic.multiply(a, b) },
                    Make.overload { (a: Double, b: Double, _) in a * b },
                ]),
            Function(
                name: Operator.divide.rawValue, style: .binary, chapter: .operators,
                summary: "The quotient of two numbers of one type; whole numbers are cut towards zero. A whole number by zero fails, a "
                    + "double gives an infinity.",
                examples: [.init(expression: "7 / 2", result: "3"), .init(expression: "7.0 / 2.0", result: "3.5")],
                overloads: [
                    Make.overload { (a: Int64, b: Int64, _) throws(EvaluationError) in try Arithmetic.divide(a, b) },
                    Make.overload { (a: UInt64, b: UInt64, _) throws(EvaluationError) in try Arithmetic.divide(a, b) },
                    Make.overload { (a: Double, b: Double, _) in a / b },
                ]),
            Function(
                name: Operator.modulo.rawValue, style: .binary, chapter: .operators,
                summary: "What is left after dividing whole numbers, with the sign of the left one. By zero fails.",
                examples: [.init(expression: "7 % 3", result: "1"), .init(expression: "-7 % 2", result: "-1")],
                overloads: [
                    Make.overload { (a: Int64, b: Int64, _) throws(EvaluationError) in try Arithmetic.remainder(a, b) },
                    Make.overload { (a: UInt64, b: UInt64, _) throws(EvaluationError) in try Arithmetic.remainder(a, b) },
                ]),
            Function(
                name: Operator.negate.rawValue, style: .prefix, chapter: .operators, summary: "The number with the other sign.",
                examples: [.init(expression: "-(2 + 3)", result: "-5")],
                overloads: [
                    Make.overload { (a: Int64, _) throws(EvaluationError) in try Arithmetic.subtract(0, a) },
                    Make.overload { (a: Double, _) in -a },
                ]),
        ]
    }

    private static var comparisons: [Function] {
        let ordered: [StaticType] = [.bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration]
        let relations: [(Operator, String, String)] = [
            (
                .less, "Whether the left side comes before the right one: numbers, texts by code points, bytes, times, false before true.",
                "1 < 2"
            ),
            (.lessOrEqual, "Whether the left side comes before the right one or is equal.", "'a' <= 'b'"),
            (.greater, "Whether the left side comes after the right one.", "2.5 > 1.5"),
            (.greaterOrEqual, "Whether the left side comes after the right one or is equal.", "duration('1h') >= duration('60m')"),
        ]
        let equalities: [(Operator, String, String)] = [
            (.equal, "Whether both sides are equal, lists and maps by what they hold. NaN equals nothing.", "[1, 2] == [1, 2]"),
            (.unequal, "Whether the sides differ.", "'a' != 'b'"),
        ]
        return relations.map { relation, summary, example in
            let implementation = Implementation.two { (left, right, _) throws(EvaluationError) in
                guard let order = Comparison.order(left, right) else { throw Make.mismatch(left, right) }
                return .bool(order.satisfies(relation))
            }
            return Function(
                name: relation.rawValue, style: .binary, chapter: .operators, summary: summary,
                examples: [.init(expression: example, result: "true")],
                overloads: ordered.map { Overload(parameters: [$0, $0], result: .bool, implementation: implementation) },
                dynamic: implementation)
        }
            + equalities.map { operation, summary, example in
                let implementation = Implementation.two { (left, right, frame) throws(EvaluationError) in
                    .bool(try Comparison.equal(left, right, frame) == (operation == .equal))
                }
                return Function(
                    name: operation.rawValue, style: .binary, chapter: .operators, summary: summary,
                    examples: [.init(expression: example, result: "true")],
                    overloads: [Overload(parameters: [.parameter("T"), .parameter("T")], result: .bool, implementation: implementation)],
                    dynamic: implementation)
            } + [
                Function(
                    name: Operator.within.rawValue, style: .binary, chapter: .operators,
                    summary: "Whether a list holds the value, or a map the key.",
                    examples: [
                        .init(expression: "'b' in ['a', 'b']", result: "true"), .init(expression: "'a' in {'a': 1}", result: "true"),
                    ],
                    overloads: [
                        Overload(parameters: [.parameter("T"), .list(of: "T")], result: .bool, implementation: membership),
                        Overload(
                            parameters: [.parameter("K"), .map(.parameter("K"), .parameter("V"))], result: .bool, implementation: membership
                        ),
                    ],
                    dynamic: membership)
            ]
    }

    private static let membership = Implementation.two { (value, container, frame) throws(EvaluationError) in
        switch container {
        case .list(let elements):
            try frame.charge(elements.count)
            for element in elements where try Comparison.equal(value, element, frame) { return .bool(true) }
            return .bool(false)
        case .map(let map): return .bool(ValueMap.Key(value, lenient: true).map { map[$0] != nil } ?? false)
        default: throw Make.mismatch(value, container)
        }
    }
}

/// Arithmetic that fails instead of wrapping round.
enum Arithmetic {
    static func outOfRange(_ type: String, _ what: String) -> EvaluationError {
        EvaluationError(.overflow, "\(what) is out of the range of \(type)")
    }

    private static func checked<T: FixedWidthInteger>(
        _ result: (partialValue: T, overflow: Bool), _ a: T, _ symbol: String, _ b: T
    ) throws(EvaluationError) -> T {
        if result.overflow { throw outOfRange(T.isSigned ? "int" : "uint", "\(a) \(symbol) \(b)") }
        return result.partialValue
    }

    static func add<T: FixedWidthInteger>(_ a: T, _ b: T) throws(EvaluationError) -> T {
        try checked(a.addingReportingOverflow(b), a, "+", b)
    }

    static func subtract<T: FixedWidthInteger>(_ a: T, _ b: T) throws(EvaluationError) -> T {
        try checked(a.subtractingReportingOverflow(b), a, "-", b)
    }

    static func multiply<T: FixedWidthInteger>(_ a: T, _ b: T) throws(EvaluationError) -> T {
        try checked(a.multipliedReportingOverflow(by: b), a, "*", b)
    }

    static func divide<T: FixedWidthInteger>(_ a: T, _ b: T) throws(EvaluationError) -> T {
        if b == 0 { throw EvaluationError(.divisionByZero, "\(a) / 0 has no value") }
        return try checked(a.dividedReportingOverflow(by: b), a, "/", b)
    }

    static func remainder<T: FixedWidthInteger>(_ a: T, _ b: T) throws(EvaluationError) -> T {
        if b == 0 { throw EvaluationError(.divisionByZero, "\(a) % 0 has no value") }
        return try checked(a.remainderReportingOverflow(dividingBy: b), a, "%", b)
    }

    static func add(_ time: Timestamp, _ amount: TimeAmount) throws(EvaluationError) -> Timestamp {
        guard let sum = time.adding(amount) else { throw outOfRange("timestamp", "\(time.text) + \(amount.text)") }
        return sum
    }
}
