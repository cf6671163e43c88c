import Glibc
import PawlExpression
import PawlKit

/// Feeds garbage to the expression compiler, and runs what it takes.
enum Fuzz {
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    static func run(seconds: Double, seed: UInt64?) {
        let end = now() + seconds
        var seed = seed ?? UInt64(now() * 1e9)
        let first = seed
        var (texts, loaded, evaluated, unchecked) = (0, 0, 0, 0)
        print("fuzzing expressions for \(Int(seconds)) s from seed \(seed)")
        fflush(nil)
        while now() < end {
            var inputs = Inputs(seed: seed)
            for _ in 0..<200 {
                let text = inputs.next()
                let start = now()
                let result = ExpressionCompiler.compile(text, in: Inputs.scope)
                texts += 1
                check(result.findings.allSatisfy { $0.range.upperBound <= text.utf8.count }, "a finding outside the text", seed, text)
                var value: Value?
                if let expression = result.expression {
                    loaded += 1
                    value = run(expression)
                    if let value {
                        evaluated += 1
                        check(expression.type.accepts(value) || !expression.isStaticallyTyped, "a value of another type", seed, text)
                    }
                }
                // What the types of the checker chose must mean the same as what the values choose.
                if let expression = ExpressionCompiler.compileUnchecked(text, in: Inputs.scope).expression, let other = run(expression) {
                    unchecked += 1
                    check(value == nil || value == other, "checked and unchecked, it has different values", seed, text)
                }
                // Generous: a machine may stop for a moment. Quadratic time on these short texts would not be seen; a hang would.
                check(now() - start < 5, "five seconds for one expression", seed, text)
            }
            seed &+= 1
        }
        print(
            "\(texts) texts from seeds \(first) to \(seed &- 1): \(loaded) loaded and \(evaluated) of them had a value, \(unchecked) unchecked"
        )
        // A run that evaluates nothing would find nothing.
        guard evaluated > texts / 100 else { finish("FAILED: the inputs are no longer expressions", code: 1) }
        finish("passed: no property was broken", code: 0)
    }

    /// The value within a small budget, nil when there is none.
    private static func run(_ expression: Expression) -> Value? {
        let frame = ExpressionFrame(slotCount: Inputs.values.count)
        frame.limits.work = 50_000
        for (slot, value) in Inputs.values.enumerated() { frame[slot] = value }
        return try? expression.evaluate(frame)
    }

    private static func check(_ holds: Bool, _ what: String, _ seed: UInt64, _ text: String) {
        guard !holds else { return }
        print(text)
        finish("FAILED: \(what), in the text above; Fuzz 1 \(seed) finds it again", code: 1)
    }

    /// The last line says how it went.
    private static func finish(_ result: String, code: Int32) -> Never {
        print("fuzz \(result)")
        fflush(nil)
        exit(code)
    }
}

extension ValueType {
    /// Whether a value is of this type, as far as its outermost part shows.
    func accepts(_ value: Value) -> Bool {
        switch (self, value) {
        case (.any, _), (.bool, .bool), (.int, .int), (.uint, .uint), (.double, .double), (.string, .string), (.bytes, .bytes),
            (.timestamp, .timestamp), (.duration, .duration), (.list, .list), (.map, .map), (.record, .record), (.enumeration, .string),
            (_, .optional):
            true
        default: false
        }
    }
}
