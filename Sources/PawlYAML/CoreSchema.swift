package import PawlKit

/// The tags of the core schema: https://yaml.org/spec/1.2.2/#103-core-schema
package enum CoreTag: String, Sendable, Hashable {
    case null, bool, int, float, str, map, seq

    private static let prefix = "tag:yaml.org,2002:"

    /// The type that a resolved tag names, nil if it is not of the core schema.
    init?(tag: String) {
        guard tag.hasPrefix(Self.prefix) else { return nil }
        self.init(rawValue: String(tag.dropFirst(Self.prefix.count)))
    }
}

/// How the core schema of YAML 1.2 reads plain scalars: https://yaml.org/spec/1.2.2/#1032-tag-resolution
///
/// Nothing of YAML 1.1: `yes`, `on`, `1_000`, `1:30` and dates are text, `012` is twelve.
enum CoreSchema {
    static func isNull(_ text: String) -> Bool { ["", "~", "null", "Null", "NULL"].contains(text) }

    static func bool(_ text: String) -> Bool? {
        switch text {
        case "true", "True", "TRUE": true
        case "false", "False", "FALSE": false
        default: nil
        }
    }

    /// Reads a whole number; one beyond 64 bits is none.
    static func int(_ text: String) -> Value? {
        if text.hasPrefix("0x") || text.hasPrefix("0o") {
            let digits = text.dropFirst(2)
            guard let first = digits.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else { return nil }
            return UInt64(digits, radix: text.hasPrefix("0x") ? 16 : 8).map(value)
        }
        guard let last = text.utf8.last, last.isDigit else { return nil }
        if let number = Int64(text) { return .int(number) }
        return UInt64(text).map(value)
    }

    private static func value(_ number: UInt64) -> Value { Int64(exactly: number).map { .int($0) } ?? .uint(number) }

    /// Reads `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`, `.inf` and `.nan`.
    static func float(_ text: String) -> Double? {
        switch text {
        case ".nan", ".NaN", ".NAN": return .nan
        case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .infinity
        case "-.inf", "-.Inf", "-.INF": return -.infinity
        default: break
        }
        var rest = text.utf8[...]
        var number = ""
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            if sign == UInt8(ascii: "-") { number = "-" }
            rest.removeFirst()
        }
        let whole = takeDigits(&rest)
        var fraction = ""
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            fraction = takeDigits(&rest)
            if whole.isEmpty && fraction.isEmpty { return nil }
        } else if whole.isEmpty {
            return nil
        }
        number += (whole.isEmpty ? "0" : whole) + "." + (fraction.isEmpty ? "0" : fraction)
        if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            number += "e"
            if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
                if sign == UInt8(ascii: "-") { number += "-" }
                rest.removeFirst()
            }
            let exponent = takeDigits(&rest)
            if exponent.isEmpty { return nil }
            number += exponent
        }
        return rest.isEmpty ? Double(number) : nil
    }

    private static func takeDigits(_ rest: inout Substring.UTF8View) -> String {
        let digits = rest.prefix(while: \.isDigit)
        rest = rest[digits.endIndex...]
        return String(Substring(digits))
    }
}

extension YAMLScalar {
    /// The scalar as the core schema reads it, for `any` places: null, bool, int, float, else text; quoted is always text.
    ///
    /// A whole number that fits only `uint` is one; one beyond 64 bits stays text, so that no digit is lost.
    package func coreSchemaValue() -> Value {
        switch coreTag {
        case nil where style != .plain: .string(text)
        case nil:
            if isNull {
                .null
            } else if let truth = CoreSchema.bool(text) {
                .bool(truth)
            } else if let number = CoreSchema.int(text) {
                number
            } else if !text.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }),
                let number = CoreSchema.float(text)
            {
                .double(number)
            } else {
                .string(text)
            }
        case .null: .null
        case .bool: CoreSchema.bool(text).map { .bool($0) } ?? .string(text)
        case .int: CoreSchema.int(text) ?? .string(text)
        case .float: CoreSchema.float(text).map { .double($0) } ?? .string(text)
        case .str, .map, .seq: .string(text)
        }
    }

    /// Whether the text is what its tag says.
    var fitsTag: Bool {
        switch coreTag {
        case nil, .str: true
        case .null: CoreSchema.isNull(text)
        case .bool: CoreSchema.bool(text) != nil
        case .int: CoreSchema.int(text) != nil
        case .float: CoreSchema.float(text) != nil
        case .map, .seq: false
        }
    }
}
