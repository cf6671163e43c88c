import PawlKit

extension FunctionTable {
    /// The extension `math` (https://pkg.go.dev/github.com/google/cel-go/ext#Math), and sums.
    static var numberFunctions: [Function] {
        [
            extreme("math.greatest", .greater, "The greatest of numbers, also of different types, or of a list of them.", "3"),
            extreme("math.least", .less, "The least of numbers, also of different types, or of a list of them.", "1"),
            Function(
                name: "math.sum", style: .global, chapter: .numbers,
                summary: "The sum of a list of numbers of one type, or of durations; 0 for an empty list.",
                examples: [.init(expression: "math.sum([1.5, 2.5])", result: "4.0")],
                overloads: [
                    Make.overload { (list: ListOf<Int64>, frame) throws(EvaluationError) in try Sums.whole(list.elements, frame) },
                    Make.overload { (list: ListOf<UInt64>, frame) throws(EvaluationError) in try Sums.whole(list.elements, frame) },
                    Make.overload { (list: ListOf<Double>, frame) throws(EvaluationError) in try Sums.double(list.elements, frame) },
                    Make.overload { (list: ListOf<TimeAmount>, frame) throws(EvaluationError) in
                        TimeAmount(nanoseconds: try Sums.whole(list.elements.map(\.nanoseconds), frame))
                    },
                ]),
            Function(
                name: "math.avg", style: .global, chapter: .numbers,
                summary: "The mean of a list of numbers of one type, as a double, or of durations. Fails for an empty list.",
                examples: [.init(expression: "math.avg([1, 2])", result: "1.5")],
                overloads: [
                    Make.overload { (list: ListOf<Int64>, frame) throws(EvaluationError) in
                        try Sums.mean(list.elements.map(Double.init), frame)
                    },
                    Make.overload { (list: ListOf<UInt64>, frame) throws(EvaluationError) in
                        try Sums.mean(list.elements.map(Double.init), frame)
                    },
                    Make.overload { (list: ListOf<Double>, frame) throws(EvaluationError) in try Sums.mean(list.elements, frame) },
                    Make.overload { (list: ListOf<TimeAmount>, frame) throws(EvaluationError) in
                        guard !list.elements.isEmpty else { throw Sums.empty }
                        return TimeAmount(
                            nanoseconds: try Sums.whole(list.elements.map(\.nanoseconds), frame) / Int64(list.elements.count))
                    },
                ]),
            double("math.ceil", "The next whole double at or above.", ("math.ceil(1.2)", "2.0")) { $0.rounded(.up) },
            double("math.floor", "The next whole double at or below.", ("math.floor(-1.2)", "-2.0")) { $0.rounded(.down) },
            double("math.round", "The nearest whole double; halves go away from zero.", ("math.round(-1.5)", "-2.0")) {
                $0.rounded(.toNearestOrAwayFromZero)
            },
            double("math.trunc", "The double without its fraction.", ("math.trunc(-1.7)", "-1.0")) { $0.rounded(.towardZero) },
            Function(
                name: "math.sqrt", style: .global, chapter: .numbers, summary: "The square root, as a double; NaN of a negative number.",
                examples: [.init(expression: "math.sqrt(16)", result: "4.0")],
                overloads: [
                    Make.overload { (a: Double, _) in a.squareRoot() }, Make.overload { (a: Int64, _) in Double(a).squareRoot() },
                    Make.overload { (a: UInt64, _) in Double(a).squareRoot() },
                ]),
            Function(
                name: "math.abs", style: .global, chapter: .numbers, summary: "The number without its sign.",
                examples: [.init(expression: "math.abs(-5)", result: "5")],
                overloads: [
                    Make.overload { (a: Int64, _) throws(EvaluationError) in a < 0 ? try Arithmetic.subtract(0, a) : a },
                    Make.overload { (a: UInt64, _) in a }, Make.overload { (a: Double, _) in a.magnitude },
                ]),
            Function(
                name: "math.sign", style: .global, chapter: .numbers, summary: "-1, 0 or 1, of the number's type.",
                examples: [.init(expression: "math.sign(-2.5)", result: "-1.0")],
                overloads: [
                    Make.overload { (a: Int64, _) in a.signum() }, Make.overload { (a: UInt64, _) in a == 0 ? UInt64(0) : 1 },
                    Make.overload { (a: Double, _) in a.isNaN || a == 0 ? a : (a < 0 ? -1.0 : 1.0) },
                ]),
            test("math.isNaN", "Whether a double is not a number.", "math.isNaN(0.0 / 0.0)") { $0.isNaN },
            test("math.isInf", "Whether a double is an infinity.", "math.isInf(1.0 / 0.0)") { $0.isInfinite },
            test("math.isFinite", "Whether a double is a number and no infinity.", "math.isFinite(1.5)") { $0.isFinite },
        ]
    }

    /// The bits' part of the extension `math`.
    static var bitFunctions: [Function] {
        [
            bits("math.bitAnd", "The bits that both numbers have.", ("math.bitAnd(5, 3)", "1"), { $0 & $1 }, { $0 & $1 }),
            bits("math.bitOr", "The bits that either number has.", ("math.bitOr(5, 3)", "7"), { $0 | $1 }, { $0 | $1 }),
            bits("math.bitXor", "The bits that one number alone has.", ("math.bitXor(5, 3)", "6"), { $0 ^ $1 }, { $0 ^ $1 }),
            Function(
                name: "math.bitNot", style: .global, chapter: .numbers, summary: "The number with each bit turned over.",
                examples: [.init(expression: "math.bitNot(1)", result: "-2")],
                overloads: [Make.overload { (a: Int64, _) in ~a }, Make.overload { (a: UInt64, _) in ~a }]),
            shift("math.bitShiftLeft", "The bits moved left by a number of places; 0 from 64 on.", ("math.bitShiftLeft(1, 3)", "8")) {
                $0 << $1
            },
            shift(
                "math.bitShiftRight", "The bits moved right by a number of places, zeros coming in; 0 from 64 on.",
                ("math.bitShiftRight(1024, 2)", "256")
            ) { $0 >> $1 },
        ]
    }

    private static func extreme(_ name: String, _ wanted: Comparison.Order, _ summary: String, _ result: String) -> Function {
        let pick: @Sendable (Value, Value) throws(EvaluationError) -> Value = { (left, right) throws(EvaluationError) in
            guard let order = Comparison.numeric(right, left) else { throw Make.mismatch(left, right) }
            return order == wanted ? right : left
        }
        let one = Implementation.one { (value, _) throws(EvaluationError) in try pick(value, value) }
        let two = Implementation.two { (left, right, _) throws(EvaluationError) in try pick(left, right) }
        let list = Implementation.one { (list, frame) throws(EvaluationError) in
            guard case .list(let elements) = list else { throw Make.mismatch(list) }
            try frame.charge(elements.count)
            guard var best = elements.first else { throw EvaluationError(.invalidArgument, "an empty list has no such element") }
            best = try pick(best, best)
            for element in elements.dropFirst() { best = try pick(best, element) }
            return best
        }
        let numbers: [StaticType] = [.int, .uint, .double]
        var overloads = numbers.map { Overload(parameters: [$0], result: $0, implementation: one) }
        for left in numbers {
            for right in numbers {
                overloads.append(Overload(parameters: [left, right], result: left == right ? left : .any, implementation: two))
            }
        }
        overloads += numbers.map { Overload(parameters: [.list($0)], result: $0, implementation: list) }
        overloads.append(Overload(parameters: [.list(.any)], result: .any, implementation: list))
        return Function(
            name: name, style: .global, chapter: .numbers, summary: summary,
            examples: [.init(expression: "\(name)(1, 2, 3)", result: result)],
            overloads: overloads)
    }

    private static func double(
        _ name: String, _ summary: String, _ example: (String, String), _ body: @escaping @Sendable (Double) -> Double
    ) -> Function {
        Function(
            name: name, style: .global, chapter: .numbers, summary: summary, examples: [.init(expression: example.0, result: example.1)],
            overloads: [Make.overload { (a: Double, _) in body(a) }])
    }

    private static func test(
        _ name: String, _ summary: String, _ example: String, _ body: @escaping @Sendable (Double) -> Bool
    ) -> Function {
        Function(
            name: name, style: .global, chapter: .numbers, summary: summary, examples: [.init(expression: example, result: "true")],
            overloads: [Make.overload { (a: Double, _) in body(a) }])
    }

    private static func bits(
        _ name: String, _ summary: String, _ example: (String, String), _ signed: @escaping @Sendable (Int64, Int64) -> Int64,
        _ unsigned: @escaping @Sendable (UInt64, UInt64) -> UInt64
    ) -> Function {
        Function(
            name: name, style: .global, chapter: .numbers, summary: summary, examples: [.init(expression: example.0, result: example.1)],
            overloads: [
                Make.overload { (a: Int64, b: Int64, _) in signed(a, b) }, Make.overload { (a: UInt64, b: UInt64, _) in unsigned(a, b) },
            ])
    }

    private static func shift(
        _ name: String, _ summary: String, _ example: (String, String), _ body: @escaping @Sendable (UInt64, Int64) -> UInt64
    ) -> Function {
        // Swift's << and >> give 0 for large distances; a negative one is an error here.
        let checked: @Sendable (UInt64, Int64) throws(EvaluationError) -> UInt64 = { (bits, places) throws(EvaluationError) in
            guard places >= 0 else { throw EvaluationError(.invalidArgument, "\(places) is not a number of places to shift") }
            return body(bits, places)
        }
        return Function(
            name: name, style: .global, chapter: .numbers, summary: summary, examples: [.init(expression: example.0, result: example.1)],
            overloads: [
                Make.overload { (a: Int64, b: Int64, _) throws(EvaluationError) in
                    Int64(bitPattern: try checked(UInt64(bitPattern: a), b))
                },
                Make.overload { (a: UInt64, b: Int64, _) throws(EvaluationError) in try checked(a, b) },
            ])
    }
}

/// Sums and means.
enum Sums {
    static let empty = EvaluationError(.invalidArgument, "an empty list has no mean")

    static func whole<T: FixedWidthInteger>(_ numbers: [T], _ frame: ExpressionFrame) throws(EvaluationError) -> T {
        try frame.charge(numbers.count)
        var total: T = 0
        for number in numbers { total = try Arithmetic.add(total, number) }
        return total
    }

    static func double(_ numbers: [Double], _ frame: ExpressionFrame) throws(EvaluationError) -> Double {
        try frame.charge(numbers.count)
        return numbers.reduce(0, +)
    }

    static func mean(_ numbers: [Double], _ frame: ExpressionFrame) throws(EvaluationError) -> Double {
        guard !numbers.isEmpty else { throw empty }
        return try double(numbers, frame) / Double(numbers.count)
    }
}
