/// A length of time in whole nanoseconds, about ±292 years.
public struct TimeAmount: Hashable, Comparable, Sendable {
    /// The number of nanoseconds.
    public let nanoseconds: Int64

    /// Creates a length of time.
    @inlinable
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// No time.
    public static let zero = TimeAmount(nanoseconds: 0)

    /// So many milliseconds; saturates at the ends of the range.
    public static func milliseconds(_ count: Int64) -> TimeAmount { scaled(count, by: 1_000_000) }
    /// So many seconds; saturates at the ends of the range.
    public static func seconds(_ count: Int64) -> TimeAmount { scaled(count, by: 1_000_000_000) }
    /// So many minutes; saturates at the ends of the range.
    public static func minutes(_ count: Int64) -> TimeAmount { scaled(count, by: 60_000_000_000) }
    /// So many hours; saturates at the ends of the range.
    public static func hours(_ count: Int64) -> TimeAmount { scaled(count, by: 3_600_000_000_000) }

    private static func scaled(_ count: Int64, by factor: Int64) -> TimeAmount {
        let (product, overflow) = count.multipliedReportingOverflow(by: factor)
        return TimeAmount(nanoseconds: overflow ? (count < 0 ? .min : .max) : product)
    }

    /// Compares lengths.
    @inlinable
    public static func < (left: TimeAmount, right: TimeAmount) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The seconds as a double, for display.
    public var inSeconds: Double { Double(nanoseconds) / 1e9 }
}

extension TimeAmount {
    /// Which units a text may use.
    public enum Notation: Sendable {
        /// The workflow language: `500ms`, `1h30m`, `7d`; a day is 24 hours.
        case workflow
        /// CEL's `duration()`, which is Go's ParseDuration: no days.
        case cel
    }

    /// Reads a text such as `1h30m`, `-1.5s` or `250ms`.
    ///
    /// The grammar is that of Go's `time.ParseDuration`: an optional sign, then decimals each with a unit, in any order.
    /// Returns nil when the text is not of that form or the length is out of range.
    public init?(_ text: String, notation: Notation = .workflow) {
        var rest = Array(text.utf8)[...]
        var negative = false
        if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            negative = first == UInt8(ascii: "-")
            rest = rest.dropFirst()
        }
        if rest.elementsEqual("0".utf8) {
            self = .zero
            return
        }
        guard !rest.isEmpty else { return nil }
        // The magnitude, unsigned, so that the most negative length can be read.
        var total: UInt64 = 0
        while !rest.isEmpty {
            guard let (whole, fraction, scale) = Self.decimal(&rest), let unit = Self.unit(&rest, notation: notation) else {
                return nil
            }
            let (product, overflow) = whole.multipliedReportingOverflow(by: unit)
            guard !overflow else { return nil }
            let part = UInt64(Double(fraction) * (Double(unit) / scale))
            let (sum, first) = total.addingReportingOverflow(product)
            let (all, second) = sum.addingReportingOverflow(part)
            guard !first, !second, all <= UInt64(Int64.max) + (negative ? 1 : 0) else { return nil }
            total = all
        }
        self.init(nanoseconds: negative ? Int64(truncatingIfNeeded: 0 &- total) : Int64(total))
    }

    private static func decimal(_ rest: inout ArraySlice<UInt8>) -> (whole: UInt64, fraction: UInt64, scale: Double)? {
        var whole: UInt64 = 0
        var digits = 0
        while let byte = rest.first, byte.isDigit {
            let (product, overflow) = whole.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(byte - 0x30))
            guard !overflow, !carry else { return nil }
            whole = sum
            digits += 1
            rest = rest.dropFirst()
        }
        var fraction: UInt64 = 0
        var scale = 1.0
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            // Digits that 63 bits cannot hold are dropped, as Go's leadingFraction does (https://go.dev/src/time/format.go).
            var isFull = false
            while let byte = rest.first, byte.isDigit {
                let longer = isFull || fraction > UInt64(Int64.max) / 10 ? UInt64.max : fraction * 10 + UInt64(byte - 0x30)
                if longer <= 1 << 63 {
                    fraction = longer
                    scale *= 10
                } else {
                    isFull = true
                }
                digits += 1
                rest = rest.dropFirst()
            }
        }
        return digits == 0 ? nil : (whole, fraction, scale)
    }

    private static func unit(_ rest: inout ArraySlice<UInt8>, notation: Notation) -> UInt64? {
        let name = rest.prefix { !$0.isDigit && $0 != UInt8(ascii: ".") }
        rest = rest.dropFirst(name.count)
        switch String(decoding: name, as: UTF8.self) {
        case "ns": return 1
        case "us", "\u{B5}s", "\u{3BC}s": return 1_000
        case "ms": return 1_000_000
        case "s": return 1_000_000_000
        case "m": return 60_000_000_000
        case "h": return 3_600_000_000_000
        case "d" where notation == .workflow: return 86_400_000_000_000
        default: return nil
        }
    }

    /// The length as the workflow language writes it: `7d`, `1h30m`, `1.5s`, `500ms`.
    ///
    /// Reading the text gives the same length again.
    public var text: String {
        if nanoseconds == 0 { return "0s" }
        var rest = nanoseconds.magnitude
        var text = nanoseconds < 0 ? "-" : ""
        for (unit, size) in [("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000)] as [(String, UInt64)] {
            if rest >= size {
                text += "\(rest / size)\(unit)"
                rest %= size
            }
        }
        if rest == 0 { return text }
        if rest < 1_000_000_000 {
            for (unit, size) in [("ms", 1_000_000), ("us", 1_000)] as [(String, UInt64)] where rest % size == 0 {
                return text + "\(rest / size)\(unit)"
            }
            return text + "\(rest)ns"
        }
        return text + secondsText(rest) + "s"
    }

    /// The length as CEL's `string()` writes it: seconds and an `s`, such as `-5400s` or `60.001s`.
    public var celText: String { (nanoseconds < 0 ? "-" : "") + secondsText(nanoseconds.magnitude) + "s" }

    private func secondsText(_ magnitude: UInt64) -> String {
        let fraction = FractionText.trimmed(nanoseconds: Int32(magnitude % 1_000_000_000))
        return "\(magnitude / 1_000_000_000)\(fraction)"
    }
}

extension UInt8 {
    /// Whether this is an ASCII digit.
    @inlinable
    package var isDigit: Bool { self >= 0x30 && self <= 0x39 }
}

/// The text of a fraction of a second.
enum FractionText {
    /// A point and up to nine digits without trailing zeros; empty for zero.
    static func trimmed(nanoseconds: Int32) -> String {
        guard nanoseconds != 0 else { return "" }
        var digits = String(nanoseconds)
        digits = String(repeating: "0", count: 9 - digits.count) + digits
        while digits.hasSuffix("0") { digits.removeLast() }
        return "." + digits
    }
}
