import PawlExpression
import PawlKit

/// Random texts: bytes, tokens, and expressions with damage.
struct Inputs {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    static let item = RecordType(
        name: "Item", fields: [.init("sku", .string), .init("price", .double), .init("note", .string, isOptional: true)])
    static let scope = ExpressionScope(
        variables: [
            .init(name: "b", type: .bool, slot: 0), .init(name: "i", type: .int, slot: 1), .init(name: "s", type: .string, slot: 2),
            .init(name: "l", type: .list(.int), slot: 3), .init(name: "r", type: .record(item), slot: 4),
            .init(name: "a", type: .any, slot: 5),
        ], types: ["Item": .record(item)], capabilities: [.uuid, .active])
    static let values: [Value] = [
        .bool(true), .int(3), .string("tést"), [1, 2, 3], .record(Record(type: item, fields: [.string("x"), .double(0.5), nil])),
        ["x": [1, "two"]],
    ]

    private static let names =
        ExpressionReference.entries.filter { !$0.isMethod && $0.name.utf8.allSatisfy { $0 > 0x2D && $0 < 0x80 } }.map { $0.name + "(" }
    private static let methods = ExpressionReference.entries.filter(\.isMethod).flatMap {
        [".\($0.name)(", ".\($0.name)(x, ", ".\($0.name)(x, y, "]
    }
    private static let tokens =
        names + methods + [
            "true", "false", "null", "0", "1", "-1", "2u", "0.5", "'a'", "b'x'", "[", "]", "{", "}", "(", ")", ", ", ": ", " ? ", ".", ".?",
            "[?", " && ", " || ",
            " == ", " < ", " in ", " + ", " - ", " * ", "!", "-", "b", "i", "s", "l", "r", "a", "x", "y", ".sku", ".note", "Item{sku: ",
            "'", "\"", "'''", "\\", "`",
            "//", "\n", "\0", "é", "0x", "1e", "9223372036854775808", "duration('1h')", "optional.none()", "'(a+)+$'",
        ]

    /// SplitMix64.
    private mutating func random() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    private mutating func number(_ count: Int) -> Int { Int(random() % UInt64(count)) }
    private mutating func pick(_ choices: [String]) -> String { choices[number(choices.count)] }

    /// The next text.
    mutating func next() -> String {
        switch number(8) {
        case 0: return String(decoding: (0..<number(200)).map { _ in UInt8(truncatingIfNeeded: random()) }, as: UTF8.self)
        case 1: return (0..<number(60)).map { _ in pick(Self.tokens) }.joined()
        case 2: return String(repeating: pick(Self.tokens), count: number(2_000))
        case 3, 4: return damaged(expression(5))
        default: return expression(6)
        }
    }

    private mutating func damaged(_ text: String) -> String {
        var bytes = Array(text.utf8)
        for _ in 0...number(4) where !bytes.isEmpty {
            let place = number(bytes.count)
            switch number(3) {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: random())
            case 1: bytes.remove(at: place)
            default: bytes.insert(contentsOf: Array(pick(Self.tokens).utf8), at: place)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func expression(_ depth: Int) -> String {
        guard depth > 0 else {
            return pick(["true", "null", "0", "1", "-1", "2u", "0.5", "'a'", "[]", "{}", "b", "i", "s", "l", "r", "a", "x", "[1, 2]"])
        }
        func sub(_ inputs: inout Inputs) -> String { inputs.expression(depth - 1 - inputs.number(2)) }
        switch number(9) {
        case 0:
            return
                "(\(sub(&self))\(pick([" + ", " - ", " * ", " / ", " % ", " == ", " != ", " < ", " >= ", " in ", " && ", " || "]))\(sub(&self)))"
        case 1: return "(\(sub(&self)) ? \(sub(&self)) : \(sub(&self)))"
        case 2: return "[\(sub(&self)), ?\(sub(&self))]"
        case 3: return "{\(sub(&self)): \(sub(&self))}"
        case 4: return "(\(sub(&self)))\(pick([".sku", ".?note", ".x", "[0]", "[?1]", "['x']"]))"
        case 5: return "\(pick(Self.names))\(sub(&self)))"
        case 6: return "(\(sub(&self)))\(pick(Self.methods))\(sub(&self)))"
        case 7: return "cel.bind(x, \(sub(&self)), \(sub(&self)))"
        default: return expression(0)
        }
    }
}
