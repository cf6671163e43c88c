/// XXH64, the checksum of journal entries.
///
/// The algorithm is written out in https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md ("XXH64 Algorithm
/// Description"); the step numbers below are its own. It finds damage, not malice.
public struct XXH64: Sendable {
    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5
    private static let stripe = 32

    private let seed: UInt64
    private var lanes: (UInt64, UInt64, UInt64, UInt64)
    private var length: UInt64 = 0
    /// Bytes that do not fill a stripe yet.
    private var rest: [UInt8] = []

    /// Starts a checksum. Step 1: the four accumulators.
    public init(seed: UInt64 = 0) {
        self.seed = seed
        lanes = (seed &+ Self.prime1 &+ Self.prime2, seed &+ Self.prime2, seed, seed &- Self.prime1)
    }

    /// The checksum of bytes.
    public static func hash(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
        var checksum = XXH64(seed: seed)
        checksum.update(bytes)
        return checksum.value
    }

    /// Takes more bytes.
    public mutating func update(_ bytes: [UInt8]) {
        length &+= UInt64(bytes.count)
        bytes.withUnsafeBytes { new in
            var start = 0
            if !rest.isEmpty {
                start = min(Self.stripe - rest.count, new.count)
                rest.append(contentsOf: new[..<start])
                guard rest.count == Self.stripe else { return }
                rest.withUnsafeBytes { process($0, at: 0) }
                rest.removeAll(keepingCapacity: true)
            }
            while new.count - start >= Self.stripe {
                process(new, at: start)
                start += Self.stripe
            }
            rest.append(contentsOf: new[start...])
        }
    }

    /// Step 2: one stripe.
    private mutating func process(_ bytes: UnsafeRawBufferPointer, at start: Int) {
        lanes.0 = Self.round(lanes.0, Self.word(bytes, at: start))
        lanes.1 = Self.round(lanes.1, Self.word(bytes, at: start + 8))
        lanes.2 = Self.round(lanes.2, Self.word(bytes, at: start + 16))
        lanes.3 = Self.round(lanes.3, Self.word(bytes, at: start + 24))
    }

    /// The checksum of all bytes so far.
    public var value: UInt64 {
        // Step 3: converge the accumulators; short input starts from the seed instead.
        var hash: UInt64
        if length >= UInt64(Self.stripe) {
            hash = Self.rotate(lanes.0, 1) &+ Self.rotate(lanes.1, 7) &+ Self.rotate(lanes.2, 12) &+ Self.rotate(lanes.3, 18)
            for lane in [lanes.0, lanes.1, lanes.2, lanes.3] { hash = (hash ^ Self.round(0, lane)) &* Self.prime1 &+ Self.prime4 }
        } else {
            hash = seed &+ Self.prime5
        }
        // Step 4: the length.
        hash &+= length
        // Step 5: what is left.
        rest.withUnsafeBytes { bytes in
            var index = 0
            while bytes.count - index >= 8 {
                hash = Self.rotate(hash ^ Self.round(0, Self.word(bytes, at: index)), 27) &* Self.prime1 &+ Self.prime4
                index += 8
            }
            if bytes.count - index >= 4 {
                let half = UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)))
                hash = Self.rotate(hash ^ (half &* Self.prime1), 23) &* Self.prime2 &+ Self.prime3
                index += 4
            }
            for byte in bytes[index...] { hash = Self.rotate(hash ^ (UInt64(byte) &* Self.prime5), 11) &* Self.prime1 }
        }
        // Step 6: final mix.
        hash = (hash ^ hash >> 33) &* Self.prime2
        hash = (hash ^ hash >> 29) &* Self.prime3
        return hash ^ hash >> 32
    }

    private static func round(_ accumulator: UInt64, _ lane: UInt64) -> UInt64 {
        rotate(accumulator &+ lane &* prime2, 31) &* prime1
    }

    private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 { value << count | value >> (64 - count) }

    private static func word(_ bytes: UnsafeRawBufferPointer, at index: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }
}
