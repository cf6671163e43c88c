import Foundation
import PawlKit
import Testing

@testable import PawlExpression

@Suite struct DocumentationTests {
    static let examples = FunctionTable.standard.functions.flatMap(\.examples)

    @Test("an example has the value that the documentation states", arguments: examples.indices)
    func example(index: Int) throws {
        let example = Self.examples[index]
        var scope = ExpressionScope(variables: [], capabilities: [.active, .uuid, .secret])
        scope.states = { _ in .found(0) }
        for text in [example.expression, example.result] {
            #expect(ExpressionCompiler.compile(text, in: scope).expression != nil, "\(text) does not load")
        }
        let value = try evaluate(example.expression, in: scope)
        let result = try evaluate(example.result, in: scope)
        #expect(value.isSame(as: result), "\(example.expression) is \(value), not \(result)")
    }

    @Test("each function has a summary and an example")
    func complete() {
        for function in FunctionTable.standard.functions {
            #expect(function.summary.hasSuffix("."), "\(function.name)")
            #expect(!function.examples.isEmpty, "\(function.name)")
        }
    }

    @Test("no function is in the table twice")
    func unique() {
        let names = FunctionTable.standard.functions.filter { $0.style != .syntax }.map { "\($0.name) \($0.style == .receiver)" }
        #expect(Set(names).count == names.count)
    }

    /// `PAWL_WRITE_DOCUMENTATION=1 swift test --filter DocumentationTests` writes the page.
    @Test("Documentation/expressions.md is what the table gives")
    func page() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let file = package.appending(path: "Documentation/expressions.md")
        if ProcessInfo.processInfo.environment["PAWL_WRITE_DOCUMENTATION"] != nil {
            try ExpressionReference.page.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == ExpressionReference.page)
    }
}

/// The value of an expression; the test fails when it does not load.
func evaluate(
    _ text: String, in scope: ExpressionScope = ExpressionScope(variables: []), _ values: [Value?] = [], expecting: ValueType? = nil,
    allowsAbsent: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Value {
    let result = ExpressionCompiler.compile(text, in: scope, expecting: expecting, allowsAbsent: allowsAbsent)
    let expression = try #require(
        result.expression, "\(text): \(result.findings.map(\.fact.wording.message))", sourceLocation: sourceLocation)
    let frame = ExpressionFrame(slotCount: max(scope.slotCount, values.count))
    frame.timeZones = FoundationTimeZones()
    for (slot, value) in values.enumerated() { frame[slot] = value }
    return try expression.evaluate(frame)
}
