import PawlKit

@testable import PawlExpression

/// Makes random texts: expressions that mostly make sense, and garbage.
struct RandomExpressions {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    static let scope = ExpressionScope(
        variables: [
            .init(name: "b", type: .bool, slot: 0), .init(name: "i", type: .int, slot: 1), .init(name: "d", type: .double, slot: 2),
            .init(name: "s", type: .string, slot: 3), .init(name: "l", type: .list(.int), slot: 4),
            .init(name: "m", type: .map(.string), slot: 5),
            .init(name: "r", type: .record(OrderScope.item), slot: 6), .init(name: "e", type: .enumeration(OrderScope.currency), slot: 7),
            .init(name: "a", type: .any, slot: 8), .init(name: "t", type: .timestamp, slot: 9), .init(name: "p", type: .duration, slot: 10),
        ], types: ["Item": .record(OrderScope.item)])

    static let values: [Value] = [
        .bool(true), .int(3), .double(1.5), .string("tést"), [1, 2, 3], ["k": "v"],
        .record(Record(type: OrderScope.item, fields: [.string("x"), .int(2), .double(0.5), nil])), .string("USD"), ["x": [1, "two", 3.0]],
        .timestamp(Timestamp("2026-11-30T10:00:00Z")!), .duration(.minutes(5)),
    ]

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func pick<T>(_ choices: [T]) -> T { choices[Int(next() % UInt64(choices.count))] }
    mutating func number(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    private static let atoms = [
        "true", "false", "null", "0", "1", "-1", "2u", "0.5", "-0.0", "'a'", "'é\\n'", "b'x'", "[]", "{}", "b", "i", "d", "s", "l", "m",
        "r", "e", "a", "t",
        "p", "x", "int", "duration('1s')", "9223372036854775807", "1e300", "optional.none()", ".i", "'EUR'",
    ]

    /// An expression that can be read; whether it is well typed is left to chance.
    mutating func expression(depth: Int) -> String {
        guard depth > 0 else { return pick(Self.atoms) }
        let sub = { (random: inout RandomExpressions) in random.expression(depth: depth - 1 - random.number(2)) }
        switch number(20) {
        case 0, 1: return pick(Self.atoms)
        case 2: return "(\(sub(&self)) \(pick(["+", "-", "*", "/", "%"])) \(sub(&self)))"
        case 3: return "(\(sub(&self)) \(pick(["==", "!=", "<", "<=", ">", ">=", "in"])) \(sub(&self)))"
        case 4: return "(\(sub(&self)) && \(sub(&self)))"
        case 5: return "(\(sub(&self)) || \(sub(&self)) || \(sub(&self)))"
        case 6: return "(\(sub(&self)) ? \(sub(&self)) : \(sub(&self)))"
        case 7: return pick(["!", "-"]) + "(\(sub(&self)))"
        case 8: return "[\(sub(&self)), \(pick(["", "?"]))\(sub(&self))]"
        case 9: return "{\(sub(&self)): \(sub(&self))}"
        case 10: return "(\(sub(&self)))\(pick([".sku", ".k", ".?note", ".note", ".x", "[0]", "[?1]", "['k']", ".`a-b`"]))"
        case 11: return "has((\(sub(&self))).\(pick(["sku", "note", "k"])))"
        case 12: return "(\(sub(&self))).\(pick(["all", "exists", "exists_one", "filter", "map", "sortBy"]))(x, \(sub(&self)))"
        case 13: return "(\(sub(&self))).\(pick(["all", "transformList", "transformMap", "transformMapEntry"]))(x, y, \(sub(&self)))"
        case 14: return "cel.bind(x, \(sub(&self)), \(sub(&self)))"
        case 15: return "(\(sub(&self))).\(pick(["optMap", "optFlatMap"]))(x, \(sub(&self)))"
        case 16: return "Item{sku: \(sub(&self)), quantity: i, price: d, \(pick(["", "?"]))note: \(sub(&self))}"
        case 17:
            let function = pick([
                "size", "string", "int", "double", "dyn", "type", "optional.of", "optional.ofNonZeroValue", "math.sum", "math.abs",
                "math.avg", "bool", "timestamp",
            ])
            return "\(function)(\(sub(&self)))"
        case 18: return "math.greatest(\(sub(&self)), \(sub(&self)), \(sub(&self)))"
        default:
            let method = pick([
                "size", "sort", "distinct", "flatten", "reverse", "first", "last", "hasValue", "value", "lowerAscii", "trim", "getHours",
                "unwrapOpt", "join",
            ])
            let second = pick(["contains", "or", "orValue", "startsWith", "split", "indexOf", "matches", "format"])
            return number(2) == 0 ? "(\(sub(&self))).\(method)()" : "(\(sub(&self))).\(second)(\(sub(&self)))"
        }
    }

    private static let tokens =
        Token.Symbol.allCases.map(\.rawValue) + atoms + [
            "'", "\"", "'''", "\\", "`", "0x", "1e", "r'", "b\"", "//", "\n", "\0", "é", "…", "has(", ".all(x, ", "cel.bind(", "\u{FEFF}",
            "9999999999999999999", "'\\u", "'\\x",
        ]

    /// Random bytes, random tokens, or an expression with some bytes changed.
    mutating func garbage() -> String {
        switch number(3) {
        case 0: return String(decoding: (0..<number(80)).map { _ in UInt8(truncatingIfNeeded: next()) }, as: UTF8.self)
        case 1: return (0..<number(40)).map { _ in pick(Self.tokens) }.joined(separator: pick(["", " "]))
        default:
            var bytes = Array(expression(depth: 4).utf8)
            for _ in 0...number(4) where !bytes.isEmpty {
                let place = number(bytes.count)
                switch number(3) {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: next())
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: Array(pick(Self.tokens).utf8), at: place)
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
