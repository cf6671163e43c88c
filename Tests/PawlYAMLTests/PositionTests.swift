import PawlKit
import PawlYAML
import Testing

@Suite struct PositionTests {
    /// Each text stands under `v:`; `needle` is looked up in the value and must be found at the place given.
    static let needles: [(text: String, needle: String, place: String)] = [
        ("v: ${ state.totla }", "totla", "1:13-18"),
        ("v:   'it''s ${ x }'", "x", "1:16-17"),
        ("v: 'it''s'", "s", "1:9-10"),
        (#"v: "a\tb \x41\u00e9\U0001F600 z""#, "z", "1:31-32"),
        (#"v: "\N\L\_ z""#, "z", "1:12-13"),
        ("v: äöü x", "x", "1:8-9"),
        ("v: one\n  two\n\n\n  three", "two", "2:3-6"),
        ("v: one\n  two\n\n\n  three", "three", "5:3-8"),
        ("v: 'one  \n\n   two'", "two", "3:4-7"),
        ("v: \"one \\\n   two\"", "two", "2:4-7"),
        ("v: \"one \\\n\n\n   two\"", "two", "4:4-7"),
        ("v: |\n  first\n    second\n\n  third\n", "second", "3:5-11"),
        ("v: |\n  first\n    second\n\n  third\n", "third", "5:3-8"),
        ("v: |2 # why\n    indented\n  x\n", "x", "3:3-4"),
        ("v: |2 # why\n    indented\n  x\n", "indented", "2:5-13"),
        ("v: |\n\n\n  late\n", "late", "4:3-7"),
        ("v: >\n  one\n  two\n\n  three\n    four\n  five\n", "two", "3:3-6"),
        ("v: >\n  one\n  two\n\n  three\n    four\n  five\n", "three", "5:3-8"),
        ("v: >\n  one\n  two\n\n  three\n    four\n  five\n", "four", "6:5-9"),
        ("v: >\n  one\n  two\n\n  three\n    four\n\n\n  five\n", "five", "9:3-7"),
        ("v: |\r\n  a\r\n  b\r\n", "b", "3:3-4"),
        ("v: &anchor !!str 'x y'", "y", "1:21-22"),
        ("v: &anchor # text\n  x y", "y", "2:5-6"),
        ("v: !x + y", "y", "1:9-10"),
    ]

    @Test(arguments: needles)
    func `an offset in the text is found in the file`(text: String, needle: String, expected: String) throws {
        let value = try #require(try read(text).root.pairs?.first?.value.scalar)
        let start = try #require(value.text.utf8.firstRange(of: Array(needle.utf8)))
        let offset = value.text.utf8.distance(from: value.text.startIndex, to: start.lowerBound)
        let range = value.range(of: offset..<offset + needle.utf8.count)
        #expect(place(range) == expected)
        let bytes = Array(text.utf8)[range.start.offset..<range.end.offset]
        #expect(String(decoding: bytes, as: UTF8.self) == needle)
    }

    @Test func `offsets beyond the text are clamped to it`() throws {
        let value = try #require(try read("'ab'").root.scalar)
        #expect(value.position(ofOffset: -1).column == 2)
        #expect(value.position(ofOffset: 99).column == 4)
    }
}

extension String.UTF8View {
    fileprivate func firstRange(of bytes: [UInt8]) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].starts(with: bytes) { return start..<index(start, offsetBy: bytes.count) }
            formIndex(after: &start)
        }
        return nil
    }
}
