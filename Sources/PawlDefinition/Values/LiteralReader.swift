import PawlKit
import PawlYAML

/// Reads a scalar as the type that its place declares.
///
/// A text place takes any scalar as it stands: `no`, `1.10` and `2024-01-01` are text there. Numbers and truth values are
/// plain; in quotes they would be text.
enum LiteralReader {
    /// The value; nil when the scalar is none of that type.
    static func read(_ scalar: YAMLScalar, as type: ValueType) -> Value? {
        let text = scalar.text
        let isPlain = scalar.style == .plain
        switch type {
        case .any: return scalar.coreSchemaValue()
        case .string: return .string(text)
        case .enumeration(let type): return type.contains(text) ? .string(text) : nil
        case .timestamp: return Timestamp(text).map { .timestamp($0) }
        case .duration: return TimeAmount(text).map { .duration($0) }
        case .bytes: return Base64.decode(Array(text.utf8)).map { .bytes($0) }
        case .bool where isPlain: return text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
        case .int where isPlain && isWhole(text): return Int64(text).map { .int($0) }
        case .uint where isPlain && isWhole(text): return UInt64(text).map { .uint($0) }
        case .double where isPlain: return double(text).map { .double($0) }
        case .bool, .int, .uint, .double, .list, .map, .record: return nil
        }
    }

    /// Whether a text is a whole number without zeros in front, which older readers take for octal.
    static func isWhole(_ text: String) -> Bool {
        var digits = text.utf8[...]
        if let sign = digits.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { digits.removeFirst() }
        guard let first = digits.first, digits.allSatisfy(\.isDigit) else { return false }
        return first != UInt8(ascii: "0") || digits.count == 1
    }

    private static func double(_ text: String) -> Double? {
        switch text {
        case ".nan": return .nan
        case ".inf", "+.inf": return .infinity
        case "-.inf": return -.infinity
        default:
            // Double's own reader takes more: hexadecimal, `inf`, `nan`.
            let allowed = text.utf8.allSatisfy { $0.isDigit || "+-.eE".utf8.contains($0) }
            guard allowed, let last = text.utf8.last, last.isDigit, let number = Double(text), number.isFinite else { return nil }
            return number
        }
    }
}
