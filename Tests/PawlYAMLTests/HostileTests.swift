import PawlKit
import PawlYAML
import TestSupport
import Testing

@Suite struct HostileTests {
    static let bomb = (1..<9).reduce("a0: &a0 [x, x, x, x, x, x, x, x, x]\n") { text, level in
        text + "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ") + "]\n"
    }

    struct HostileText: CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let code: String

        init(_ description: String, _ text: String, _ code: String) {
            testDescription = description
            self.text = text
            self.code = code
        }
    }

    static let hostileTexts: [HostileText] = [
        .init("64 KB of [", repeated("[", 65536), "PWL0008"),
        .init("nested flow mappings", repeated("{a: ", 20000), "PWL0008"),
        .init("nested block lists", repeated("- ", 65536), "PWL0008"),
        .init("nested explicit keys", repeated("? ", 65536), "PWL0008"),
        .init("aliases of aliases", bomb, "PWL0010"),
        .init("many aliases", "a: [&x 1" + repeated(", *x", 10_001) + "]", "PWL0010"),
        .init("1 MB of one key", repeated("k", (1 << 20) - 4) + ": v", "PWL0017"),
        .init("1 MB of one quoted key", "'" + repeated("k", 1_000_000) + "': v", "PWL0017"),
        .init("1 MB of one explicit key", "? " + repeated("k", 1_000_000) + "\n: v", "PWL0017"),
        .init("1 MB of %TAG", repeated("%TAG !a! tag:x,2000:\n", 49000), "PWL0005"),
        .init("1 MB of %TAG behind the document", "a: b\n...\n" + repeated("%TAG !a! tag:x,2000:\n", 49000), "PWL0007"),
        .init("more than 1 MB", repeated("a", (1 << 20) + 1), "PWL0001"),
        .init("commas", "[" + repeated(",", 250_000), "PWL0035"),
        .init("many values", "[" + repeated("a,", 250_000), "PWL0009"),
        .init("1 MB of spaces in quotes", "a: 'x" + repeated(" ", 1_000_000), "PWL0030"),
        .init("many blank lines", "a: |\n" + repeated(" \n", 500_000) + "b: [", "PWL0031"),
    ]

    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    @Test(arguments: hostileTexts)
    func `hostile text is refused`(_ hostile: HostileText) {
        let found = findings(Array(hostile.text.utf8))
        #expect(found.last?.code.rawValue == hostile.code)
        #expect(found.allSatisfy { ($0.wording.help ?? "").utf8.count < 1000 && $0.wording.message.utf8.count < 1000 })
    }

    static let brokenBytes: [(bytes: [UInt8], place: String)] = [
        ([0x61, 0xFF], "1:2-3 PWL0002"), ([0x61, 0x0A, 0xC3], "2:1-2 PWL0002"), ([0xC0, 0x80], "1:1-2 PWL0002"),
        ([0xED, 0xA0, 0x80], "1:1-2 PWL0002"), ([0xF4, 0x90, 0x80, 0x80], "1:1-2 PWL0002"), ([0xE0, 0x80, 0x80], "1:1-2 PWL0002"),
        ([0xFF, 0xFE, 0x61, 0], "1:1-1 PWL0002"), ([0xC3, 0xA4, 0xE2, 0x82], "1:2-3 PWL0002"), ([0xEF, 0xBF, 0xBF], "1:1-2 PWL0003"),
    ]

    @Test(arguments: brokenBytes)
    func `bytes that are no UTF-8 are refused at their place`(bytes: [UInt8], expected: String) {
        #expect(findings(bytes).map(place) == [expected])
    }

    @Test func `an alias counts with the depth of what it stands for`() {
        var limits = YAMLLimits()
        limits.depth = 5
        #expect(findings(Array("a: &x [[1]]\nb: [*x]".utf8), limits: limits).isEmpty)
        #expect(findings(Array("a: &x [[1]]\nb: [[*x]]".utf8), limits: limits).map(\.code.rawValue) == ["PWL0008"])
    }

    @Test func `depth up to the limit is read`() throws {
        #expect(throws: Never.self) { try read(String(repeating: "[", count: 64) + String(repeating: "]", count: 64)) }
        #expect(throws: YAMLError.self) { try read(String(repeating: "[", count: 65) + String(repeating: "]", count: 65)) }
    }

    // MARK: Fuzz

    static let sample = """
        %YAML 1.2
        ---
        workflow: örder # comment ${ x }
        types: { Item: { sku: string, quantity: int }, Currency: [EUR, USD] }
        text: 'it''s "x"'
        more: "tab\\t \\u00e4 ${ state.total }
          folded \\
          on"
        block: |
          line one
            line two

          line three
        folded: >-
          a b
          c

          d
        list:
          - &a { when: f(x, y), to: Z }
          - *a
          - !!str 12
          - ? key
            : value
        plain: one
          two

          three
        """

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `mutated text never crashes and positions stay inside of it`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let alphabet = Array("[]{}:,-?&*!|>'\"%@`# \t\r\nab0$()<=~\\.ä\u{0}".utf8)
        for round in 0..<1500 {
            var bytes = Array(Self.sample.utf8)
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = alphabet.randomElement(using: &generator) ?? 0
                case 1: bytes.insert(alphabet.randomElement(using: &generator) ?? 0, at: place)
                case 2: bytes.remove(at: place)
                default:
                    let end = min(bytes.count, place + Int.random(in: 1...20, using: &generator))
                    bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &generator))
                }
            }
            do throws(YAMLError) {
                let document = try YAMLReader.read(bytes, file: "fuzz")
                if let complaint = misplaced(document.root, in: document.source) {
                    Issue.record("seed \(seed), round \(round): \(complaint)\n\(document.source.text)")
                }
            } catch {
                let inside = error.diagnostics.allSatisfy { $0.range.start <= $0.range.end && $0.range.end.offset <= bytes.count }
                #expect(inside && !error.diagnostics.isEmpty, "seed \(seed), round \(round)")
                #expect(error.diagnostics.allSatisfy { !$0.wording.message.isEmpty }, "seed \(seed), round \(round)")
            }
        }
    }

    /// Says which letter of a scalar is not where its position says.
    private func misplaced(_ node: YAMLNode, in source: YAMLSource) -> String? {
        switch node.content {
        case .sequence(let elements): return elements.lazy.compactMap { misplaced($0, in: source) }.first
        case .mapping(let pairs):
            return pairs.lazy.compactMap { misplaced($0.key, in: source) ?? misplaced($0.value, in: source) }.first
        case .scalar(let scalar):
            for (offset, byte) in scalar.text.utf8.enumerated() where byte > 0x20 && byte < 0x80 {
                let position = scalar.position(ofOffset: offset)
                let there = position.offset < source.bytes.count ? source.bytes[position.offset] : 0
                if there != byte && !(scalar.style == .doubleQuoted && there == UInt8(ascii: "\\")) {
                    return "'\(scalar.text)' (\(scalar.style)) offset \(offset) is at \(position), where \(there) stands"
                }
                if source.position(ofOffset: position.offset) != position { return "\(position) has a wrong line or column" }
            }
            return nil
        }
    }
}
