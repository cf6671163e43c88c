import PawlKit
import Testing

@Suite("UTF-8 order")
struct UTF8OrderTests {
    private let composed = "\u{E9}"
    private let decomposed = "e\u{301}"

    @Test("Swift says that NFC equals NFD; here they are two texts")
    func normalForms() {
        #expect(composed == decomposed)
        #expect(!UTF8Order.equal(composed, decomposed))
        #expect(UTF8Order.less(decomposed, composed) && !UTF8Order.less(composed, decomposed))
        #expect(Set([ByteString(composed), ByteString(decomposed)]).count == 2)
        #expect(Value.string(composed) != .string(decomposed))
        #expect(Set([Value.string(composed), .string(decomposed)]).count == 2)
    }

    @Test("The order of bytes is the order of code points", arguments: seeds)
    func order(seed: UInt64) {
        var generator = Generator(seed: seed)
        for _ in 0..<200 {
            let (a, b) = (generator.string(), generator.string())
            let byScalars = a.unicodeScalars.lexicographicallyPrecedes(b.unicodeScalars)
            #expect(UTF8Order.less(a, b) == byScalars, "seed \(seed): \(a) and \(b)")
            #expect(UTF8Order.equal(a, b) == Array(a.unicodeScalars).elementsEqual(b.unicodeScalars), "seed \(seed)")
            #expect(!UTF8Order.equal(a, b) || ByteString(a).hashValue == ByteString(b).hashValue, "seed \(seed)")
        }
    }

    @Test("A prefix comes first, and the empty text before all")
    func prefixes() { #expect(["b", "ab", "", "a"].sorted(by: UTF8Order.less) == ["", "a", "ab", "b"]) }
}
