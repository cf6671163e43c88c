import PawlKit
import Testing

@testable import PawlExpression

/// What `matches` takes and finds: the syntax of RE2 (https://github.com/google/re2/wiki/Syntax).
@Suite struct MatchesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let pattern: String
        let isMatch: Bool

        init(_ text: String, _ pattern: String, _ isMatch: Bool) {
            self.text = text
            self.pattern = pattern
            self.isMatch = isMatch
        }

        var testDescription: String { "'\(text.prefix(30))' ~ \(pattern)" }
    }

    static let cases: [Case] = [
        // Anywhere, unless anchored
        .init("hello", "ell", true), .init("hello", "^ell", false), .init("hello", "^hell", true), .init("hello", "llo$", true),
        .init("hello", "hell$", false), .init("hello", "^hello$", true), .init("", "", true), .init("", "^$", true), .init("x", "", true),
        .init("", ".", false), .init("a\n", "a$", false), .init("a\n", "(?m)a$", true), .init("b\na", "^a", false),
        .init("b\na", "(?m)^a", true),
        .init("a\nb", "\\Ab", false), .init("a\nb", "b\\z", true), .init("foobar", "\\bbar", false), .init("foo bar", "\\bbar\\b", true),
        .init("foobar", "o\\Bb", true),
        // Single characters and classes
        .init("a\nb", "a.b", false), .init("a\nb", "(?s)a.b", true), .init("grey", "gr[ae]y", true), .init("groy", "gr[ae]y", false),
        .init("groy", "gr[^ae]y", true), .init("7", "[0-9]", true), .init("x", "\\d", false), .init("٣", "\\d", false),
        .init("٣", "\\pN", true),
        .init("é", "\\w", false), .init("é", "\\pL", true), .init("é", "\\p{Latin}", true), .init("λ", "\\p{Greek}", true),
        .init("a", "\\PL", false),
        .init(" ", "\\s", true), .init("\u{A0}", "\\s", false), .init("_", "\\W", false), .init("-", "[\\w-]", true),
        .init("x", "[[:alpha:]]", true),
        .init("5", "[[:^alpha:]]", true), .init("]", "[]]", true), .init("\\", "\\\\", true), .init(".", "\\.", true),
        .init("x", "\\.", false),
        .init("A", "\\x41", true), .init("😀", "\\x{1F600}", true), .init("a.c", "\\Qa.c\\E", true), .init("abc", "\\Qa.c\\E", false),
        // Groups, choice, repetition
        .init("abab", "^(ab)+$", true), .init("abab", "^(?:ab){2}$", true), .init("ab", "^(?:ab){2,}$", false),
        .init("aaaa", "^a{2,3}$", false),
        .init("aaa", "^a{2,3}$", true), .init("color", "colou?r", true), .init("ac", "ab*c", true), .init("ac", "ab+c", false),
        .init("cat", "^(cat|dog)$", true), .init("cow", "^(cat|dog)$", false), .init("aaa", "^a+?$", true),
        .init("2026-11", "(?P<year>\\d{4})-(\\d\\d)", true),
        // Flags
        .init("HELLO", "(?i)hello", true), .init("HELLO", "hello", false), .init("Straße", "(?i)STRASSE", false),
        .init("ab", "a(?i)B", true),
        .init("ab", "(?i:A)b", true), .init("aB", "(?i:A)b", false), .init("aab", "(?U)^a+b$", true),
        // Code points, not bytes and not graphemes
        .init("🐱😀😀", "^🐱😀{2}$", true), .init("é", "^.$", true), .init("e\u{301}", "^.$", false), .init("e\u{301}", "^..$", true),
        .init("é", "e", false), .init("a\0b", "a\\x00b", true),
        // E-mail
        .init("jane.doe@example.org", "^[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+$", true),
        .init("jane.doe@", "^[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+$", false),
    ]

    @Test("a pattern finds what RE2 finds", arguments: cases)
    func finds(one: Case) throws {
        let scope = ExpressionScope(variables: [.init(name: "t", type: .string, slot: 0), .init(name: "p", type: .string, slot: 1)])
        #expect(try evaluate("t.matches(p)", in: scope, [.string(one.text), .string(one.pattern)]) == .bool(one.isMatch))
        #expect(try evaluate("matches(t, p)", in: scope, [.string(one.text), .string(one.pattern)]) == .bool(one.isMatch))
        // The same as a constant, written as a literal.
        let literal = Printer.text(Node(.literal(.string(one.pattern)), range: 0..<0, id: 0))
        #expect(try evaluate("t.matches(\(literal))", in: scope, [.string(one.text), nil]) == .bool(one.isMatch))
    }

    @Test(
        "a pattern that RE2 does not take is an error: at load when it is constant, else when it runs",
        arguments: [
            "(?=x)", "(?!x)", "(?<=x)", "(a)\\1", "a{1001}", "(", ")", "[a", "*a", "a**", "\\", "\\pX", "(?x)a", "a{2,1}", "[b-a]", "\\8",
        ])
    func refuses(pattern: String) throws {
        let literal = Printer.text(Node(.literal(.string(pattern)), range: 0..<0, id: 0))
        let findings = ExpressionCompiler.compile("'x'.matches(\(literal))", in: ExpressionScope(variables: [])).findings
        #expect(findings.map(\.fact.code.rawValue) == ["PWL0365"])
        let scope = ExpressionScope(variables: [.init(name: "p", type: .string, slot: 0)])
        #expect {
            try evaluate("'x'.matches(p)", in: scope, [.string(pattern)])
        } throws: { ($0 as? EvaluationError)?.code == .invalidPattern }
    }

    @Test(
        "patterns that make backtracking engines hang take time linear in the text",
        arguments: [
            "^(a+)+$", "^(a|aa)+$", "^(a|a?)+$", "^(.*a){12}$", "^(([a-z])+.)+[A-Z]([a-z])+$", "(x+x+)+y", "^(a+)+b|^a*!$", "((a*)*)*b",
        ])
    func linear(pattern: String) throws {
        // 2^100,000 steps for a backtracker: if this ends, it did not backtrack.
        let scope = ExpressionScope(variables: [.init(name: "t", type: .string, slot: 0), .init(name: "p", type: .string, slot: 1)])
        let text = String(repeating: "a", count: 100_000) + "!"
        let expected: Value = .bool(pattern == "^(a+)+b|^a*!$")
        #expect(try evaluate("t.matches(p)", in: scope, [.string(text), .string(pattern)]) == expected)
    }
}
