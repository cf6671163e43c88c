import PawlKit
import Testing

@testable import PawlExpression

@Suite struct LimitTests {
    /// What the specification asks for at least (https://github.com/google/cel-spec/blob/master/doc/langdef.md#syntax).
    static let required: [String] = [
        Array(repeating: "true", count: 32).joined(separator: " || "), Array(repeating: "true", count: 32).joined(separator: " && "),
        "math.greatest(" + (0..<32).map(String.init).joined(separator: ", ") + ")",
        "[" + Array(repeating: "1", count: 32).joined(separator: ", ") + "]",
        "{" + (0..<32).map { "\($0): 1" }.joined(separator: ", ") + "}", String(repeating: "true ? 1 : ", count: 24) + "1",
        Array(repeating: "1", count: 25).joined(separator: " + "),
        String(repeating: "dyn(", count: 12) + "1" + String(repeating: ")", count: 12),
        String(repeating: "(", count: 32) + "1" + String(repeating: ")", count: 32), String(repeating: "!", count: 32) + "true",
        String(repeating: "-", count: 32) + "(1)", String(repeating: "[", count: 12) + String(repeating: "]", count: 12),
        "dyn({})" + String(repeating: ".?a", count: 12), "dyn([])" + String(repeating: "[?0]", count: 12),
        // Far above: chains of one operator are not deep.
        Array(repeating: "true", count: 5_000).joined(separator: " && "),
        "[" + Array(repeating: "1", count: 20_000).joined(separator: ", ") + "]",
        Array(repeating: "1", count: 200).joined(separator: " + "),
    ]

    @Test("what must be accepted is", arguments: required.indices)
    func accepts(index: Int) throws {
        _ = try evaluate(Self.required[index])
    }

    @Test(
        "nesting above the limit is refused, in time linear in the text",
        arguments: [
            "(", "[", "{1:", "!", "-", "dyn(", "true?1:", "1+", "x.", "x[", "1 in ", "[[].all(x, ", "cel.bind(x, 1, ", "{'a':", "?", "[?",
        ])
    func deep(piece: String) {
        for text in [String(repeating: piece, count: 20_000 / piece.utf8.count) + "1", String(repeating: piece, count: 2_000)] {
            let findings = ExpressionCompiler.compile(text, in: ExpressionScope(variables: [])).findings
            #expect(findings.count == 1)
            #expect([302, 303, 309].map { DiagnosticCode($0) }.contains(findings[0].fact.code), "\(findings[0].fact.wording.message)")
        }
    }

    @Test("a text that is too long is refused before it is read")
    func long() {
        let findings = ExpressionCompiler.compile(String(repeating: " ", count: 100_001), in: ExpressionScope(variables: [])).findings
        #expect(findings.map(\.fact) == [.textTooLong(limit: 100_000)])
    }

    /// Expressions that would take for ever, or all memory.
    static let hungry: [String] = [
        // Nested walks are exponential in the text.
        (0..<8).reduce("true") { body, _ in "l.all(x, \(body))" }, (0..<8).reduce("l") { body, _ in "l.map(x, \(body))" },
        (0..<30).reduce("false") { body, _ in "[0, 1].exists(x, \(body))" },
        // Doubling.
        (0..<60).reduce("s") { body, index in "cel.bind(v\(index), \(body), v\(index) + v\(index))" },
        (0..<60).reduce("l") { body, index in "cel.bind(v\(index), \(body), v\(index) + v\(index))" },
        (0..<60).reduce("l") { body, index in "cel.bind(v\(index), \(body), [v\(index), v\(index)]) == dyn(1)" }.replacing(
            "== dyn(1)", with: ""),
        // Made large by one call.
        "lists.range(1000000000)", "lists.range(90000).map(x, lists.range(90000))", "lists.range(2000).map(x, s).join(s)",
        "s.replace('', s).replace('', s)",
        "'%1000f'.format([1])",
        "lists.range(99999).sortBy(x, -x).sort().distinct().flatten().reverse().map(x, x).map(x, x).map(x, x).map(x, x)",
        "lists.range(99999).all(x, lists.range(99999).exists(y, y == x))",
        "lists.range(2000).all(x, lists.range(2000) == lists.range(2000).map(y, y + x - x))",
        "lists.range(90000).all(x, !s.matches(s + string(x)))",
        "lists.range(90000).map(x, s + s).size() > 0 && lists.range(90000).map(x, s + s).size() > 0",
    ]

    @Test("what would take for ever or all memory ends with an error that says so", arguments: hungry.indices)
    func ends(index: Int) throws {
        let scope = ExpressionScope(variables: [.init(name: "l", type: .list(.int), slot: 0), .init(name: "s", type: .string, slot: 1)])
        let text = Self.hungry[index]
        let values: [Value?] = [.list((0..<100).map { .int($0) }), .string(String(repeating: "ab", count: 500))]
        let error = #expect(throws: EvaluationError.self) {
            // Not the value: it would be printed.
            _ = try evaluate(text, in: scope, values, expecting: .any)
        }
        #expect(error?.code == .limitExceeded || text.contains("%1000f"), "\(error?.message ?? "")")
    }

    @Test("a spent budget is not absorbed by the other side of || or &&")
    func absorption() throws {
        let scope = ExpressionScope(variables: [.init(name: "l", type: .list(.int), slot: 0)])
        let expression = try #require(ExpressionCompiler.compile("l.all(x, l.all(y, x <= 100)) || l.size() > 0", in: scope).expression)
        let frame = ExpressionFrame(slotCount: 1)
        frame[0] = .list((0..<100).map { .int($0) })
        #expect(try expression.evaluate(frame) == .bool(true))
        frame.limits.work = 1_000
        #expect {
            try expression.evaluate(frame)
        } throws: { ($0 as? EvaluationError)?.code == .limitExceeded }
        // Each evaluation has the whole budget again.
        frame.limits.work = 20_000
        for _ in 0..<3 { #expect(try expression.evaluate(frame) == .bool(true)) }
    }

    @Test("a failing term is computed once, however deep the chain")
    func absorptionCost() throws {
        let text = (0..<100).reduce("1 / zero == 1") { body, index in "(\(body)) \(index % 2 == 0 ? "&&" : "||") zero == 1 - \(index % 2)" }
        let scope = ExpressionScope(variables: [.init(name: "zero", type: .int, slot: 0)])
        let error = #expect(throws: EvaluationError.self) {
            try evaluate(
                text.replacing("zero == 1 - 0", with: "zero == 0").replacing("zero == 1 - 1", with: "zero == 1"), in: scope, [.int(0)])
        }
        #expect(error?.code == .divisionByZero)
    }
}
