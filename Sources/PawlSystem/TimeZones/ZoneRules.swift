import PawlKit

/// The rules of one time zone: the changes that are written down, and what holds after the last of them.
struct ZoneRules: Sendable {
    /// The moments of change, in order.
    private let changes: [Int64]
    /// The offset from each change on.
    private let offsets: [Int32]
    /// The offset before the first change.
    private let first: Int32
    /// What holds after the last change.
    private let rest: PosixZone?

    static let utc = ZoneRules(changes: [], offsets: [], first: 0, rest: nil)

    private init(changes: [Int64], offsets: [Int32], first: Int32, rest: PosixZone?) {
        self.changes = changes
        self.offsets = offsets
        self.first = first
        self.rest = rest
    }

    /// The seconds to add to UTC at a moment in seconds since 1970.
    func offset(at moment: Int64) -> Int32 {
        guard let last = changes.last, moment < last else {
            return rest?.offset(at: moment) ?? offsets.last ?? first
        }
        var low = -1
        var high = changes.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if changes[middle] <= moment { low = middle } else { high = middle }
        }
        return low < 0 ? first : offsets[low]
    }

    /// Reads a TZif file: https://www.rfc-editor.org/rfc/rfc8536#section-3. Returns nil when it is none.
    ///
    /// Version 1 has times of four bytes and is skipped when a later version, with eight, follows it.
    init?(tzif bytes: [UInt8]) {
        var reader = TZifReader(bytes: bytes)
        guard var header = reader.header() else { return nil }
        var timeSize = 4
        if header.version >= UInt8(ascii: "2") {
            reader.skip(header.blockSize(timeSize: 4))
            guard let second = reader.header() else { return nil }
            header = second
            timeSize = 8
        }
        var changes: [Int64] = []
        for _ in 0..<header.times {
            guard let time = reader.integer(bytes: timeSize) else { return nil }
            changes.append(time)
        }
        guard let types = reader.take(header.times) else { return nil }
        var typeOffsets: [Int32] = []
        for _ in 0..<header.types {
            guard let offset = reader.integer(bytes: 4), reader.take(2) != nil else { return nil }
            typeOffsets.append(Int32(truncatingIfNeeded: offset))
        }
        guard let first = typeOffsets.first, types.allSatisfy({ $0 < typeOffsets.count }),
            zip(changes, changes.dropFirst()).allSatisfy({ $0 < $1 })
        else { return nil }
        reader.skip(header.characters + header.leapSeconds * (timeSize + 4) + header.standardFlags + header.utcFlags)
        self.init(
            changes: changes, offsets: types.map { typeOffsets[Int($0)] }, first: first,
            rest: timeSize == 8 ? reader.footer().flatMap { PosixZone($0) } : nil
        )
    }
}

/// Reads the parts of a TZif file.
private struct TZifReader {
    struct Header {
        let version: UInt8
        let utcFlags, standardFlags, leapSeconds, times, types, characters: Int

        func blockSize(timeSize: Int) -> Int {
            times * (timeSize + 1) + types * 6 + characters + leapSeconds * (timeSize + 4) + standardFlags + utcFlags
        }
    }

    let bytes: [UInt8]
    private var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func skip(_ count: Int) { index = min(bytes.count, index + count) }

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard bytes.count - index >= count else { return nil }
        defer { index += count }
        return bytes[index..<index + count]
    }

    /// A signed big-endian number.
    mutating func integer(bytes count: Int) -> Int64? {
        guard let slice = take(count) else { return nil }
        let number = slice.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return count == 4 ? Int64(Int32(bitPattern: UInt32(number))) : Int64(bitPattern: number)
    }

    mutating func header() -> Header? {
        guard take(4)?.elementsEqual("TZif".utf8) == true, let version = take(1)?.first, take(15) != nil else { return nil }
        var counts: [Int] = []
        for _ in 0..<6 {
            guard let count = integer(bytes: 4), count >= 0, count <= bytes.count else { return nil }
            counts.append(Int(count))
        }
        return Header(
            version: version, utcFlags: counts[0], standardFlags: counts[1], leapSeconds: counts[2], times: counts[3],
            types: counts[4], characters: counts[5]
        )
    }

    /// The rule behind the data, between two line breaks.
    func footer() -> String? {
        let rest = bytes[index...]
        guard rest.first == UInt8(ascii: "\n"), let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        return String(decoding: rest[(index + 1)..<end], as: UTF8.self)
    }
}
