import PawlExpression
import PawlKit
import PawlMachine
import PawlYAML

/// Compiles the expressions of one place: what they see is the same for all of them.
struct ScopedCompiler {
    let findings: Findings
    let budget: CompileBudget
    var scope: ExpressionScope

    // MARK: Value places

    /// Compiles a part of a scalar as a value of a type.
    func compile(_ scalar: YAMLScalar, _ range: Range<Int>, expecting type: ValueType, isOptional: Bool) -> SourcedExpression? {
        compile(scalar, range, expecting: type, allowsAbsent: isOptional, isText: false)
    }

    /// Compiles a part of a scalar as a value of whatever type it has.
    func compile(_ scalar: YAMLScalar, _ range: Range<Int>) -> SourcedExpression? {
        compile(scalar, range, expecting: nil, allowsAbsent: true, isText: false)
    }

    /// Compiles a part of a scalar that is put into text.
    func compileForText(_ scalar: YAMLScalar, _ range: Range<Int>) -> SourcedExpression? {
        compile(scalar, range, expecting: nil, allowsAbsent: false, isText: true)
    }

    // MARK: Expression places

    /// Compiles an expression place: the scalar is the expression, a `${ }` around it is accepted.
    func compile(_ node: YAMLNode, of what: String, expecting type: ValueType) -> SourcedExpression? {
        guard let scalar = node.scalar else {
            findings.report(DefinitionFact.collectionAsExpression(of: what, quoted: written(node)), at: node.headRange)
            return nil
        }
        if scalar.style == .plain, scalar.text.isEmpty || scalar.text == "~" {
            findings.report(DefinitionFact.missingValue(of: what), at: node.range)
            return nil
        }
        let range = TemplatePieces.whole(scalar.text) ?? 0..<scalar.text.utf8.count
        // The reader has warned of a comment that holds `${` already.
        let comment = scalar.trailingComment.flatMap { $0.contains("${") ? nil : $0 }
        switch attempt(scalar, range, expecting: type, allowsAbsent: false) {
        case .success(let expression):
            if let comment {
                findings.report(
                    DefinitionFact.commentBehindExpression(of: what, quoted: Self.quoted(scalar.text + " #" + comment)), at: scalar.range)
            }
            return expression
        case .failure(let failure):
            if let comment {
                findings.report(
                    DefinitionFact.commentCutsExpression(of: what, quoted: Self.quoted(scalar.text + " #" + comment)), at: scalar.range)
            } else {
                report(failure, in: scalar, range)
            }
            return nil
        }
    }

    // MARK: Compiling

    private func compile(
        _ scalar: YAMLScalar, _ range: Range<Int>, expecting: ValueType?, allowsAbsent: Bool, isText: Bool
    ) -> SourcedExpression? {
        switch attempt(scalar, range, expecting: expecting, allowsAbsent: allowsAbsent) {
        case .success(let expression):
            if isText, let type = expression.expression.unprintable {
                findings.report(DefinitionFact.notPrintable(type: type), at: scalar.range(of: range))
                return nil
            }
            return expression
        case .failure(let failure):
            report(failure, in: scalar, range)
            return nil
        }
    }

    /// Why an expression did not compile.
    private enum Failure: Error {
        case findings([ExpressionFinding])
        case budget
    }

    private func attempt(
        _ scalar: YAMLScalar, _ range: Range<Int>, expecting: ValueType?, allowsAbsent: Bool
    ) -> Result<SourcedExpression, Failure> {
        guard budget.take(range.count) else { return .failure(.budget) }
        let utf8 = scalar.text.utf8
        let text =
            range.count == utf8.count
            ? scalar.text : String(decoding: Array(utf8.dropFirst(range.lowerBound).prefix(range.count)), as: UTF8.self)
        switch ExpressionCompiler.compile(text, in: scope, expecting: expecting, allowsAbsent: allowsAbsent) {
        case .success(let expression, let warnings):
            for warning in warnings { report(warning, in: scalar, range) }
            return .success(SourcedExpression(expression, at: scalar.position(ofOffset: range.lowerBound)))
        case .failure(let found): return .failure(.findings(found))
        }
    }

    private func report(_ failure: Failure, in scalar: YAMLScalar, _ range: Range<Int>) {
        switch failure {
        case .budget: findings.report(DefinitionFact.tooManyExpressions, at: scalar.range)
        case .findings(let found):
            // `"\n"` in double quotes is a line break before the expression is read, and no text of CEL holds one.
            if scalar.style == .doubleQuoted, scalar.range.start.line == scalar.range.end.line,
                scalar.text.utf8.contains(UInt8(ascii: "\n"))
            {
                findings.report(DefinitionFact.escapeInExpression, at: scalar.range)
                return
            }
            for finding in found { report(finding, in: scalar, range) }
        }
    }

    private func report(_ finding: ExpressionFinding, in scalar: YAMLScalar, _ range: Range<Int>) {
        let start = range.lowerBound + finding.range.lowerBound
        let end = max(start, range.lowerBound + finding.range.upperBound)
        findings.report(finding.fact, at: scalar.range(of: start..<end))
    }

    /// A collection as it is written, quoted; nil when it spans lines.
    private func written(_ node: YAMLNode) -> String? {
        let range = node.range
        guard node.isFlow, range.start.line == range.end.line, let bytes = findings.source?.bytes else { return nil }
        return Self.quoted(String(decoding: bytes[range.start.offset..<range.end.offset], as: UTF8.self))
    }

    /// A text in the quotes that it needs no escapes in, if there are some.
    static func quoted(_ text: String) -> String {
        if !text.contains("'") { return "'\(text)'" }
        if !text.contains("\"") && !text.contains("\\") { return "\"\(text)\"" }
        return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }
}

extension Expression {
    /// The type when a value of it cannot be put into text.
    fileprivate var unprintable: String? {
        if isOptional { return typeText }
        switch type {
        case .list, .map, .record: return typeText
        case .any, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .enumeration: return nil
        }
    }

    /// Whether it reads `state`.
    var readsState: Bool { reads.contains { $0.slot == VariableSlot.state } }
}

/// How much text may be compiled for one file, counted again for each state and event that it is compiled for.
final class CompileBudget {
    private var remaining: Int

    /// Whether more was asked for than there is.
    var isSpent: Bool { remaining < 0 }

    init(forFileOf bytes: Int) { remaining = 500_000 + 16 * bytes }

    func take(_ bytes: Int) -> Bool {
        remaining -= bytes + 16
        return remaining >= 0
    }
}
