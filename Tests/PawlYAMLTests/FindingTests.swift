import PawlKit
import PawlYAML
import Testing

@Suite struct FindingTests {
    /// Texts with all that is found in them, and a part of the first help line or message.
    static let slips: [(text: String, places: [String], words: String)] = [
        // bytes
        ("a: \u{0}", ["1:4-5 PWL0003"], "NUL"),
        ("ä: x\u{7F}", ["1:5-6 PWL0003"], #"\x7F"#),
        ("a: b\u{2028}c", ["1:5-6 PWL0004"], #"\u2028"#),
        ("a: b\u{FEFF}c", ["1:5-6 PWL0003"], "FEFF"),
        ("%TAG ! tag:x,2000:\n---\na: b", ["1:1-5 PWL0005"], "%TAG"),
        ("%YAML 1.2\n%YAML 1.2\n--- a", ["2:1-6 PWL0005"], "%YAML"),
        ("# x\n%YAML 2.0\n--- a", ["2:1-6 PWL0005"], "%YAML"),
        ("", ["1:1-1 PWL0006"], "nothing"),
        ("# only\n\n", ["1:1-1 PWL0006"], "nothing"),
        ("---\n", ["1:1-1 PWL0006"], "nothing"),
        ("a: b\n---\nc: d", ["2:1-4 PWL0007"], "one document"),
        ("a: b\n...\n%TAG x\n", ["3:1-5 PWL0007"], "one document"),
        // nodes
        ("a: *b", ["1:4-6 PWL0011"], "'*b'"),
        ("a: &base 1\nb: *bsae", ["2:4-9 PWL0011"], "did you mean '*base'"),
        ("a: &x [*x]", ["1:8-10 PWL0011"], "'*x'"),
        ("a: 1\nb: 2\n'a': 3", ["3:1-4 PWL0012"], "'a' is already defined"),
        ("when: !x", ["1:7-9 PWL0013"], "'!x'"),
        ("when: !active('Paying')", ["1:7-24 PWL0013"], "\"!active('Paying')\""),
        ("when: ! x", ["1:7-8 PWL0013"], "'! x'"),
        ("when: !x == y", ["1:7-9 PWL0013"], "'!x == y'"),
        ("when: !has(x) && y", ["1:7-15 PWL0013"], "'!has(x) && y'"),
        ("a: !!timestamp 2024-01-01", ["1:4-15 PWL0013"], "'!!timestamp 2024-01-01'"),
        ("a: !things [1]", ["1:4-11 PWL0013"], "delete the tag"),
        ("a: !!int x", ["1:4-11 PWL0014"], "'x'"),
        ("a: !!str [x]", ["1:4-9 PWL0014"], "a list"),
        ("a: &x { b: 1 }\nc: { <<: *x }", ["2:6-8 PWL0015"], "alias"),
        ("[a, b]: c", ["1:1-7 PWL0016"], "a text"),
        ("? {a: b}\n: c", ["1:3-9 PWL0016"], "a text"),
        ("a: &x 1\nb: &x 2\nc: *x", ["2:4-8 PWL0018"], "defined twice"),
        ("a: ${ x #${ y }", ["1:9-16 PWL0019"], "'${ x #${ y }'"),
        ("a: ${ size(x) # y }", ["1:15-20 PWL0019"], "'${ size(x) # y }'"),
        ("a: { when: f(a, b, c), to: X }", ["1:12-22 PWL0020"], "'f(a, b, c)'"),
        // scanner
        ("a:\n\tb: c", ["2:1-2 PWL0021"], "spaces"),
        ("when: a ? b : c", ["1:13-14 PWL0022"], "'a ? b : c'"),
        ("- when: it's : x", ["1:14-15 PWL0022"], "\"it's : x\""),
        ("a: b\n  c: d", ["2:3-4 PWL0023"], "indent"),
        ("from: *", ["1:7-8 PWL0024"], "'*'"),
        ("- { from: *, to: X }", ["1:11-12 PWL0024"], "quote it: '*'"),
        ("cron: */5 * * * *", ["1:7-8 PWL0024"], "'*/5 * * * *'"),
        ("*: x", ["1:1-2 PWL0024"], "'*"),
        ("a: && b", ["1:4-5 PWL0025"], "'&& b'"),
        ("a: @b", ["1:4-5 PWL0026"], "'@b'"),
        ("a: `b`", ["1:4-5 PWL0026"], "'`b`'"),
        ("a: %b", ["1:4-5 PWL0026"], "'%b'"),
        ("when: 'a' == x", ["1:11-12 PWL0027"], "\"'a' == x\""),
        ("when: [1, 2].exists(x, x > 1)", ["1:13-14 PWL0027"], "'[1, 2].exists(x, x > 1)'"),
        ("a: { b: ${ x } }", ["1:9-15 PWL0028"], "'${ x }'"),
        ("a: { when: b ? c : d, to: X }", ["1:12-21 PWL0028"], "'b ? c : d'"),
        ("a: { when: b[0] == 1, to: X }", ["1:12-21 PWL0028"], "'b[0] == 1'"),
        ("a: b\nc\nd: e", ["2:1-2 PWL0029"], "': '"),
        ("a: 'b\nc: d\n", ["1:4-5 PWL0030"], "never closed"),
        ("a: [b, c\n", ["1:4-5 PWL0031"], "never closed"),
        ("a: { b: c d: e }", ["1:12-13 PWL0032"], "','"),
        (#"a: "\d""#, ["1:5-7 PWL0033"], #"\\"#),
        ("  a: b\n c: d", ["2:2-3 PWL0034"], "indentation"),
    ]

    @Test(arguments: slips)
    func `each slip has its place, its code and its help`(text: String, expected: [String], words: String) {
        let found = findings(text)
        #expect(found.map(place) == expected)
        let said = found.first.map { "\($0.wording.message) \($0.wording.help ?? "")" } ?? ""
        #expect(said.contains(words))
        #expect(found.allSatisfy { $0.file == "test.yaml" && $0.range.start <= $0.range.end })
    }

    @Test func `a duplicate key points at both places, in large mappings too`() throws {
        for size in [1, 3, 40] {
            let lines = (0..<size).map { "key\($0): x" } + ["key0: y"]
            let document = try read(lines.joined(separator: "\n"))
            #expect(document.diagnostics.map(place) == ["\(size + 1):1-5 PWL0012"])
            #expect(document.diagnostics.first?.related.map(place) == "1:1-5")
            #expect(document.root.pairs?.count == size)
            #expect(document.root.pairs?.first.map { outline($0.value) } == "x")
        }
    }

    @Test func `composed and decomposed letters are different keys`() throws {
        #expect(try read("\u{E9}: 1\ne\u{301}: 2").diagnostics.isEmpty)
    }

    @Test func `one run reports all that does not end the reading`() {
        let text = "a: !x\na: 1\nb: *nothing\nc: { <<: {} }\nd: [\n"
        #expect(findings(text).map(\.code.rawValue) == ["PWL0013", "PWL0012", "PWL0011", "PWL0015", "PWL0031"])
    }

    @Test func `what was meant takes the place of what YAML read`() throws {
        #expect(outline(try read("a: !x == y\nb: *c\n").root) == "{a: !x == y, b: *c}")
        #expect(outline(try read("a: { when: f(x, y), to: Z }").root) == "{a: {when: f(x, y), to: Z}}")
    }

    @Test func `reading stops after a hundred errors`() {
        let text = "a: 1\n" + String(repeating: "a: 1\n", count: 500)
        #expect(findings(text).count == 100)
    }

    @Test func `a comment alone is no reason to warn`() throws {
        #expect(try read("a: ${ x } # the total\nb: # ${ y }\n  c\n").diagnostics.isEmpty)
    }

    @Test func `the comment behind a plain scalar is known`() throws {
        let pairs = try #require(try read("a: size(x) # y\nb: 'x' # y\nc: d").root.pairs)
        #expect(pairs.map { $0.value.scalar?.trailingComment } == [" y", nil, nil])
    }

    @Test func `an error says where it stands`() {
        #expect(throws: YAMLError.self) { try read("a: [") }
        do { _ = try read("a: [") } catch { #expect("\(error)".hasPrefix("test.yaml:1:4: error[PWL0031]: this bracket")) }
    }
}
