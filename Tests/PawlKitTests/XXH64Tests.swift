import PawlKit
import Testing

@Suite("XXH64")
struct XXH64Tests {
    /// The test data of xxHash's own sanity check, as its releases up to 0.7 had it.
    private static let sanityBuffer: [UInt8] = {
        var state = prime
        return (0..<101).map { _ in
            defer { state = state &* state }
            return UInt8(state >> 24)
        }
    }()
    private static let prime: UInt32 = 2_654_435_761

    @Test(
        "The published vectors",
        arguments: [
            (0, 0, 0xEF46_DB37_51D8_E999), (0, prime, 0xAC75_FDA2_929B_17EF), (1, 0, 0x4FCE_394C_C889_52D8),
            (1, prime, 0x7398_40CB_819F_A723),
            (14, 0, 0xCFFA_8DB8_81BC_3A3D), (14, prime, 0x5B96_1158_5EFC_C9CB), (101, 0, 0x0EAB_5433_84F8_78AD),
            (101, prime, 0xCAA6_5939_306F_1E21),
        ] as [(Int, UInt32, UInt64)])
    func vectors(length: Int, seed: UInt32, expected: UInt64) {
        #expect(XXH64.hash(Array(Self.sanityBuffer.prefix(length)), seed: UInt64(seed)) == expected)
    }

    @Test(
        "Texts",
        arguments: [
            ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
            ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
        ] as [(String, UInt64)])
    func texts(text: String, expected: UInt64) { #expect(XXH64.hash(Array(text.utf8)) == expected) }

    @Test("Pieces give the checksum of the whole", arguments: seeds)
    func pieces(seed: UInt64) {
        var generator = Generator(seed: seed)
        let bytes = (0..<generator.upTo(300)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        var checksum = XXH64()
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(1 + generator.upTo(70))
            checksum.update(Array(piece))
            rest = rest.dropFirst(piece.count)
            _ = checksum.value
        }
        #expect(checksum.value == XXH64.hash(bytes), "seed \(seed)")
    }

    @Test("Any flipped bit changes it", arguments: seeds)
    func flips(seed: UInt64) {
        var generator = Generator(seed: seed)
        var bytes = (0..<1 + generator.upTo(120)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        let before = XXH64.hash(bytes)
        for index in bytes.indices {
            let bit: UInt8 = 1 << UInt8(generator.upTo(8))
            bytes[index] ^= bit
            #expect(XXH64.hash(bytes) != before, "seed \(seed)")
            bytes[index] ^= bit
        }
    }
}
