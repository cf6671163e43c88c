import PawlKit
import Testing

@testable import PawlExpression

/// Properties that hold for all expressions, tried on random ones. A failure names the seed that repeats it.
@Suite struct PropertyTests {
    static let seeds: [UInt64] = (0..<8).map { $0 &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    @Test("a printed tree reads back as the same tree", arguments: seeds)
    func roundTrip(seed: UInt64) throws {
        var random = RandomExpressions(seed: seed)
        for _ in 0..<500 {
            let text = random.expression(depth: 5)
            let (tree, _) = try Parser.parse(text)
            let printed = Printer.text(tree)
            let (again, _) = try Parser.parse(printed)
            #expect(tree.isSame(as: again), "seed \(seed): \(text) printed as \(printed)")
        }
    }

    @Test("a printed table expression reads back as the same tree")
    func tables() throws {
        for text in CheckerTests.types.map(\.0) + EvaluationTests.values.map(\.0) + DocumentationTests.examples.map(\.expression) {
            let (tree, _) = try Parser.parse(text)
            let (again, _) = try Parser.parse(Printer.text(tree))
            #expect(tree.isSame(as: again), "\(text) printed as \(Printer.text(tree))")
        }
    }

    @Test("what the checker says about the type holds for the value", arguments: seeds)
    func soundness(seed: UInt64) throws {
        var random = RandomExpressions(seed: seed)
        var evaluated = 0
        for _ in 0..<4_000 {
            let text = random.expression(depth: 4)
            guard let expression = ExpressionCompiler.compile(text, in: RandomExpressions.scope).expression else { continue }
            let frame = ExpressionFrame(slotCount: RandomExpressions.values.count)
            frame.limits.work = 20_000
            for (slot, value) in RandomExpressions.values.enumerated() { frame[slot] = value }
            do throws(EvaluationError) {
                let value = try expression.evaluate(frame)
                evaluated += 1
                let isRight = expression.staticType.holds(value, nullable: !expression.isStaticallyTyped)
                #expect(isRight, "seed \(seed): \(text) is \(expression.typeText), but gives \(value)")
            } catch {
                let isInside = error.range.lowerBound >= 0 && error.range.upperBound <= text.utf8.count
                #expect(isInside, "seed \(seed): \(text): \(error.message) at \(error.range)")
            }
        }
        #expect(evaluated > 100, "seed \(seed): hardly any expression was well typed")
    }

    @Test("an expression that loads checked runs unchecked to the same value", arguments: seeds)
    func unchecked(seed: UInt64) throws {
        var random = RandomExpressions(seed: seed)
        for _ in 0..<2_000 {
            let text = random.expression(depth: 4)
            guard let checked = ExpressionCompiler.compile(text, in: RandomExpressions.scope).expression,
                let unchecked = ExpressionCompiler.compileUnchecked(text, in: RandomExpressions.scope).expression
            else { continue }
            let results = [checked, unchecked].map { expression -> Value? in
                let frame = ExpressionFrame(slotCount: RandomExpressions.values.count)
                for (slot, value) in RandomExpressions.values.enumerated() { frame[slot] = value }
                return try? expression.evaluate(frame)
            }
            // Without types an operation may mean more, never something else.
            if let value = results[0] { #expect(results[1].map(value.isSame) ?? false, "seed \(seed): \(text): \(results)") }
        }
    }

    @Test("random bytes, random tokens and damaged expressions neither crash nor hang", arguments: seeds)
    func garbage(seed: UInt64) {
        var random = RandomExpressions(seed: seed)
        for _ in 0..<1_500 {
            let text = random.garbage()
            let result = ExpressionCompiler.compile(text, in: RandomExpressions.scope)
            for finding in result.findings {
                let isInside = finding.range.lowerBound >= 0 && finding.range.upperBound <= text.utf8.count
                #expect(isInside, "seed \(seed): \(text)")
                #expect(!finding.fact.wording.message.isEmpty)
            }
            _ = ExpressionCompiler.compileUnchecked(text, in: RandomExpressions.scope)
        }
    }
}

extension StaticType {
    /// Whether a value is of this type down to its last part.
    func holds(_ value: Value, nullable: Bool) -> Bool {
        switch (self, value) {
        case (.any, _), (.null, .null), (.bool, .bool), (.int, .int), (.uint, .uint), (.double, .double), (.string, .string),
            (.bytes, .bytes),
            (.timestamp, .timestamp), (.duration, .duration), (.type, .type):
            true
        case (_, .null): nullable
        case (.enumeration(let type), .string(let text)): type.contains(text)
        case (.list(let element), .list(let values)): values.allSatisfy { element.holds($0, nullable: nullable) }
        case (.map(let key, let element), .map(let map)):
            map.entries.allSatisfy { key.holds($0.key.value, nullable: nullable) && element.holds($0.value, nullable: nullable) }
        case (.optional(let wrapped), .optional(let inner)): inner.map { wrapped.holds($0, nullable: nullable) } ?? true
        case (.record(let type), .record(let record)):
            zip(type.fields, record.fields).allSatisfy { field, value in
                value.map { StaticType(field.type).holds($0, nullable: nullable) } ?? field.isOptional
            }
        default: false
        }
    }
}
