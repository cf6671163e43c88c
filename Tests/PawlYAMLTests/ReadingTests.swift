import PawlKit
import PawlYAML
import Testing

@Suite struct ReadingTests {
    static let documents: [(text: String, outline: String)] = [
        ("a: 1\nb: [x, 'y', \"z\"]\n", "{a: 1, b: [x, 'y', \"z\"]}"),
        ("- { a: b, c: }\n-\n- ~\n", "[{a: b, c: }, , ~]"),
        ("a: |\n  one\n   two\n\nb: >-\n  three\n  four\n", "{a: |one\n two\n|, b: >three four>}"),
        ("%YAML 1.2\n---\na: b\n...\n# end\n", "{a: b}"),
        ("\u{FEFF}a: b", "{a: b}"),
        ("a: &x [1, 2]\nb: *x\n", "{a: [1, 2], b: [1, 2]}"),
        ("on: no\nyes: 1.10\n", "{on: no, yes: 1.10}"),
        ("? a\n: b\n", "{a: b}"),
        ("a:\r\n  b: c\r\n", "{a: {b: c}}"),
        ("'ä': \"\\u00e4 \\\n  x\"\n", "{ä: \"ä x\"}"),
        ("just text", "just text"),
    ]

    @Test(arguments: documents)
    func `documents are read as YAML 1.2`(text: String, expected: String) throws {
        let document = try read(text)
        #expect(outline(document.root) == expected)
        #expect(document.diagnostics.isEmpty)
    }

    @Test func `a node knows where it starts and ends`() throws {
        let text = """
            # comment
            states:
              Päying: { data: { total: double } }
              Done:
                - 'x'   # why

                - |
                  text

            end: *no
            """
        let root = try read(text.replacing("*no", with: "yes")).root
        let states = try #require(root.pairs)[0]
        #expect(place(states.key.range) == "2:1-7")
        #expect(place(states.value.range) == "3:3-8:11")
        let inner = try #require(states.value.pairs)
        #expect(place(inner[0].key.range) == "3:3-9")
        #expect(place(inner[0].value.range) == "3:11-38")
        #expect(inner[0].value.isFlow)
        #expect(place(inner[1].value.range) == "5:5-8:11")
        #expect(inner[1].value.elements.map { $0.map { place($0.range) } } == ["5:7-10", "7:7-8:11"])
        #expect(inner[0].key.range.end.offset - inner[0].key.range.start.offset == 7)
        #expect(place(try #require(root.pairs)[1].value.range) == "10:6-9")
    }

    @Test func `the range of an empty value is behind its colon`() throws {
        let pairs = try #require(try read("a:\nb: \n  # x\nc: d").root.pairs)
        #expect(place(pairs[0].value.range) == "1:3-3")
        #expect(place(pairs[1].value.range) == "2:3-3")
        #expect(pairs.prefix(2).allSatisfy { $0.value.isNull })
    }

    @Test func `source lines are without their line breaks`() throws {
        let source = try read("a: 1\r\nb: ü\n").source
        #expect((0...4).map { source.sourceLine($0) } == ["", "a: 1", "b: ü", "", ""])
        #expect(source.lineCount == 2)
        #expect(source.position(ofOffset: 11) == SourcePosition(line: 2, column: 5, offset: 11))
    }

    static let scalars: [(text: String, value: Value)] = [
        ("~", .null), ("null", .null), ("Null", .null), ("nULL", "nULL"),
        ("true", true), ("False", false), ("yes", "yes"), ("on", "on"),
        ("12", 12), ("-3", -3), ("+3", 3), ("012", 12), ("0o17", 15), ("0x1F", 31), ("-0x1F", "-0x1F"), ("0b1", "0b1"),
        ("1_000", "1_000"), ("1:30", "1:30"), ("2024-01-01", "2024-01-01"),
        ("9223372036854775807", 9_223_372_036_854_775_807), ("9223372036854775808", .uint(9_223_372_036_854_775_808)),
        ("123456789012345678901", "123456789012345678901"), ("+", "+"), (".", "."),
        ("1.5", 1.5), (".5", 0.5), ("5.", 5.0), ("1e3", 1000.0), ("-1.5E-2", -0.015), ("1e", "1e"), ("e1", "e1"), ("1.2.3", "1.2.3"),
        (".inf", .double(.infinity)), ("-.INF", .double(-.infinity)), (".nan", .double(.nan)), ("inf", "inf"), ("nan", "nan"),
        ("0x", "0x"), ("0x+1", "0x+1"), ("'12'", "12"), ("\"true\"", "true"), ("!!str 12", "12"), ("!!int '7'", 7),
        ("!!float 5", 5.0), ("|\n 12", "12"),
    ]

    @Test(arguments: scalars)
    func `the core schema reads plain scalars`(text: String, expected: Value) throws {
        let node = try #require(try read("a: \(text)").root.pairs).first?.value
        #expect(try #require(node?.scalar).coreSchemaValue() == expected)
    }
}
