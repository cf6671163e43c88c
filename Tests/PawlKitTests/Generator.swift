import PawlKit

/// Random values from a seed, so that a failure can be repeated: SplitMix64 (https://prng.di.unimi.it/splitmix64.c).
struct Generator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func upTo(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    mutating func int() -> Int64 {
        switch upTo(4) {
        case 0: [0, 1, -1, .max, .min, 9, 10, -10].randomElement(using: &self) ?? 0
        case 1: Int64(bitPattern: next())
        default: Int64(upTo(2_000) - 1_000)
        }
    }

    mutating func double() -> Double {
        switch upTo(4) {
        case 0:
            [0, -0.0, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e21, 0.1, 1 / 3]
                .randomElement(using: &self) ?? 0
        case 1: Double(bitPattern: next())
        default: Double(upTo(200_000) - 100_000) / 100
        }
    }

    mutating func string() -> String {
        let scalars: [Unicode.Scalar] = [
            "a", "Z", "$", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "\u{7F}", "é", "e", "\u{301}", "€", "😀", " ",
        ]
        var text = ""
        for _ in 0..<upTo(12) { text.unicodeScalars.append(scalars[upTo(scalars.count)]) }
        return text
    }

    mutating func timestamp() -> Timestamp {
        let seconds = Int64.random(in: Timestamp.minimumSeconds...Timestamp.maximumSeconds, using: &self)
        return Timestamp(seconds: seconds, nanoseconds: Int32(upTo(3) == 0 ? 0 : upTo(1_000_000_000))) ?? .epoch
    }

    mutating func duration() -> TimeAmount { TimeAmount(nanoseconds: int() &* (upTo(2) == 0 ? 1 : 1_000_000_000)) }

    mutating func secret() -> Secret {
        Secret(parts: (0...upTo(3)).map { _ in upTo(2) == 0 ? .text(string()) : .name("KEY_\(upTo(9))") })
    }

    mutating func type(depth: Int = 3) -> ValueType {
        switch upTo(depth == 0 ? 10 : 13) {
        case 0: .bool
        case 1: .int
        case 2: .uint
        case 3: .double
        case 4: .string
        case 5: .bytes
        case 6: .timestamp
        case 7: .duration
        case 8: .enumeration(EnumType(members: ["EUR", "USD", "é"]))
        case 9: .any
        case 10: .list(type(depth: depth - 1))
        case 11: .map(type(depth: depth - 1))
        default: .record(recordType(depth: depth - 1))
        }
    }

    mutating func recordType(depth: Int) -> RecordType {
        RecordType(fields: (0..<upTo(12)).map { RecordType.Field("field\($0)", type(depth: depth), isOptional: upTo(3) == 0) })
    }

    /// A value of a type. In `any` places it is plain: no record, which would come back as a map.
    mutating func value(of type: ValueType, depth: Int = 3) -> Value {
        switch type {
        case .any: return anyValue(depth: depth)
        case .bool: return .bool(upTo(2) == 0)
        case .int: return .int(int())
        case .uint: return .uint(UInt64(bitPattern: int()))
        case .double: return .double(double())
        case .string: return upTo(8) == 0 ? .secret(secret()) : .string(string())
        case .bytes: return .bytes((0..<upTo(9)).map { _ in UInt8(truncatingIfNeeded: next()) })
        case .timestamp: return .timestamp(timestamp())
        case .duration: return .duration(duration())
        case .enumeration(let type): return .string(type.members.randomElement(using: &self) ?? "")
        case .list(let element): return .list((0..<upTo(5)).map { _ in value(of: element, depth: depth - 1) })
        case .map(let element):
            var map = ValueMap()
            for _ in 0..<upTo(12) { map[string()] = value(of: element, depth: depth - 1) }
            return .map(map)
        case .record(let type):
            return .record(
                Record(
                    type: type,
                    fields: type.fields.map { field in
                        if field.isOptional, upTo(2) == 0 { return nil }
                        let value = value(of: field.type, depth: depth - 1)
                        // An optional field cannot hold a null of its own.
                        return field.isOptional && value == .null ? nil : value
                    }))
        }
    }

    private mutating func anyValue(depth: Int) -> Value {
        if depth > 0, upTo(3) == 0 { return value(of: upTo(2) == 0 ? .list(.any) : .map(.any), depth: depth - 1) }
        let scalars: [ValueType] = [.bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration]
        return upTo(9) == 0 ? .null : value(of: scalars[upTo(scalars.count)])
    }
}

/// The seeds that property tests run with; the failing one is named by the test's argument.
let seeds: ClosedRange<UInt64> = 1...40
