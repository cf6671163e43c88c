import PawlKit

/// Doubles as text, and back.
enum NumberText {
    /// The shortest decimal that reads back as the same double, laid out as ECMAScript does: `1`, `0.1`, `1e+21`, `1e-7`, `NaN`.
    ///
    /// https://tc39.es/ecma262/#sec-numeric-types-number-tostring
    static func text(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
        if number == 0 { return number.sign == .minus ? "-0" : "0" }
        let (digits, point) = shortestDigits(number.magnitude)
        let sign = number < 0 ? "-" : ""
        let count = digits.utf8.count
        if point > 21 || point < -5 {
            let exponent = point - 1
            let mantissa = count == 1 ? digits : "\(digits.prefix(1)).\(digits.dropFirst())"
            return "\(sign)\(mantissa)e\(exponent < 0 ? "-" : "+")\(exponent.magnitude)"
        }
        if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
        if point >= count { return sign + digits + String(repeating: "0", count: point - count) }
        return "\(sign)\(digits.prefix(point)).\(digits.dropFirst(point))"
    }

    /// The significant digits, and how many of them stand before the point.
    private static func shortestDigits(_ number: Double) -> (digits: String, point: Int) {
        // Swift prints the shortest digits that read back: "12.5", "1e-07", "1.5e+22".
        let parts = number.description.split(separator: "e")
        let exponent = parts.count > 1 ? Int(parts[1])! : 0
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let fraction = mantissa.count > 1 && mantissa[1] != "0" ? mantissa[1] : ""
        let all = Array((mantissa[0] + fraction).utf8)
        let leading = all.prefix { $0 == 0x30 }.count
        var digits = all.dropFirst(leading)
        while digits.last == 0x30 { digits = digits.dropLast() }
        return (String(decoding: digits, as: UTF8.self), mantissa[0].utf8.count - leading + exponent)
    }

    /// Reads a decimal with optional sign, fraction and exponent, or NaN, Infinity, -Infinity; nil for anything else.
    static func double(_ text: String) -> Double? {
        switch text {
        case "NaN": return .nan
        case "Infinity", "+Infinity": return .infinity
        case "-Infinity": return -.infinity
        default: break
        }
        // Swift also reads hexadecimal, "inf" and "nan(…)", which are not CEL's.
        let allowed = text.utf8.allSatisfy { byte in
            byte.isDigit || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E")].contains(byte)
        }
        return allowed ? Double(text) : nil
    }
}
