import PawlKit

/// `text.format(values)` of the extension `strings`.
enum Format {
    static func format(_ template: String, _ values: [Value], _ frame: ExpressionFrame) throws(EvaluationError) -> String {
        var output = Output(frame: frame)
        var rest = Array(template.utf8)[...]
        var used = 0
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                let literal = [byte] + rest.prefix { $0 != UInt8(ascii: "%") }
                rest = rest.dropFirst(literal.count - 1)
                try output.append(String(decoding: literal, as: UTF8.self))
                continue
            }
            if rest.first == UInt8(ascii: "%") {
                rest = rest.dropFirst()
                try output.append("%")
                continue
            }
            let precision = try precision(&rest)
            guard let verb = rest.popFirst() else { throw EvaluationError(.invalidArgument, "the format ends within a clause") }
            guard "sdfeboxX".utf8.contains(verb) else {
                throw EvaluationError(.invalidArgument, "%\(Unicode.Scalar(verb)) is not a clause of a format")
            }
            guard used < values.count else {
                throw EvaluationError(.indexOutOfRange, "the format needs more values than the \(values.count) it got")
            }
            try output.clause(verb, precision: precision, values[used])
            used += 1
        }
        return output.text
    }

    private static func precision(_ rest: inout ArraySlice<UInt8>) throws(EvaluationError) -> Int? {
        guard rest.first == UInt8(ascii: ".") else { return nil }
        rest = rest.dropFirst()
        let digits = rest.prefix(while: \.isDigit)
        rest = rest.dropFirst(digits.count)
        guard let precision = Int(String(decoding: digits, as: UTF8.self)), precision <= 1_000 else {
            throw EvaluationError(.invalidArgument, "a precision is a number up to 1000")
        }
        return precision
    }

    private struct Output {
        let frame: ExpressionFrame
        var text = ""

        mutating func append(_ piece: String) throws(EvaluationError) {
            let size = text.utf8.count + piece.utf8.count
            if size > frame.limits.size * 16 { try frame.chargeBytes(size) }
            try frame.charge(1 + piece.utf8.count / 16)
            text += piece
        }

        mutating func clause(_ verb: UInt8, precision: Int?, _ value: Value) throws(EvaluationError) {
            switch verb {
            case UInt8(ascii: "s"): try appendText(value)
            case UInt8(ascii: "d"): try append(try decimal(value))
            case UInt8(ascii: "f"): try append(try fixed(value, precision ?? 6))
            case UInt8(ascii: "e"): try append(try scientific(value, precision ?? 6))
            case UInt8(ascii: "b"):
                if case .bool(let truth) = value { return try append(truth ? "1" : "0") }
                try append(try whole(value, radix: 2, "binary"))
            case UInt8(ascii: "o"): try append(try whole(value, radix: 8, "octal"))
            default: try append(try hexadecimal(value, uppercase: verb == UInt8(ascii: "X")))
            }
        }

        /// Any value, lists and maps with what they hold; maps by the text of their keys.
        private mutating func appendText(_ value: Value) throws(EvaluationError) {
            switch value {
            case .null: try append("null")
            case .list(let elements):
                try append("[")
                for (index, element) in elements.enumerated() {
                    if index > 0 { try append(", ") }
                    try appendText(element)
                }
                try append("]")
            case .map(let map): try appendEntries(map)
            case .record(let record): try appendEntries(record.asMap)
            case .type(let name): try append(name)
            default: try append(try ExpressionText.string(of: value))
            }
        }

        private mutating func appendEntries(_ map: ValueMap) throws(EvaluationError) {
            try frame.charge(map.count)
            var entries: [(key: String, value: Value)] = []
            for entry in map.entries { entries.append((try ExpressionText.string(of: entry.key.value), entry.value)) }
            try append("{")
            for (index, entry) in entries.sorted(by: { UTF8Order.less($0.key, $1.key) }).enumerated() {
                try append((index > 0 ? ", " : "") + entry.key + ": ")
                try appendText(entry.value)
            }
            try append("}")
        }

        private func unsuited(_ clause: String, _ wanted: String, _ value: Value) -> EvaluationError {
            EvaluationError(.invalidArgument, "\(clause) of a format takes \(wanted), not \(value.typeText)")
        }

        private func decimal(_ value: Value) throws(EvaluationError) -> String {
            switch value {
            case .int(let number): return String(number)
            case .uint(let number): return String(number)
            case .double(let number) where !number.isFinite: return NumberText.text(number)
            default: throw unsuited("%d", "a whole number", value)
            }
        }

        private func number(_ value: Value, _ clause: String) throws(EvaluationError) -> Double {
            switch value {
            case .int(let number): return Double(number)
            case .uint(let number): return Double(number)
            case .double(let number): return number
            default: throw unsuited(clause, "a number", value)
            }
        }

        private func fixed(_ value: Value, _ precision: Int) throws(EvaluationError) -> String {
            let number = try number(value, "%f")
            return number.isFinite ? ExactDecimal(number).fixed(precision) : NumberText.text(number)
        }

        private func scientific(_ value: Value, _ precision: Int) throws(EvaluationError) -> String {
            let number = try number(value, "%e")
            return number.isFinite ? ExactDecimal(number).scientific(precision) : NumberText.text(number)
        }

        private func whole(_ value: Value, radix: Int, _ clause: String) throws(EvaluationError) -> String {
            switch value {
            case .int(let number): return String(number, radix: radix)
            case .uint(let number): return String(number, radix: radix)
            default: throw unsuited(clause, "a whole number", value)
            }
        }

        private func hexadecimal(_ value: Value, uppercase: Bool) throws(EvaluationError) -> String {
            let bytes: [UInt8]
            switch value {
            case .int(let number): return String(number, radix: 16, uppercase: uppercase)
            case .uint(let number): return String(number, radix: 16, uppercase: uppercase)
            case .string(let text): bytes = Array(text.utf8)
            case .bytes(let own): bytes = own
            default: throw unsuited("%x", "a whole number, a text or bytes", value)
            }
            try frame.chargeBytes(bytes.count * 2)
            let digits = Array((uppercase ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
            return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
        }
    }
}

/// A finite double as all its decimal digits, to round it exactly; halves go to the even digit.
struct ExactDecimal {
    private let isNegative: Bool
    /// The digits without leading zeros.
    private let digits: [UInt8]
    /// How many digits stand before the point; negative for leading zeros behind it.
    private let point: Int

    init(_ number: Double) {
        isNegative = number.sign == .minus
        // number = significand * 2^exponent, with a whole significand.
        let isNormal = number.exponentBitPattern != 0
        let significand = number.significandBitPattern | (isNormal ? 1 << 52 : 0)
        let exponent = significand == 0 ? 0 : Int(isNormal ? number.exponentBitPattern : 1) - 1_075
        var large = LargeNumber(significand)
        var scale = 0
        // A power of two below one is a power of five above it: m / 2^n = m * 5^n / 10^n.
        for _ in 0..<exponent.magnitude { large.multiply(by: exponent < 0 ? 5 : 2) }
        if exponent < 0 { scale = -exponent }
        digits = large.digits
        point = digits.count - scale
    }

    /// With so many digits after the point.
    func fixed(_ precision: Int) -> String {
        let (rounded, point) = rounded(to: self.point + precision)
        var text = isNegative ? "-" : ""
        let whole = rounded.prefix(max(0, point))
        text += whole.isEmpty ? "0" : String(decoding: whole.map { $0 + 0x30 }, as: UTF8.self) + zeros(point - rounded.count)
        guard precision > 0 else { return text }
        let fraction = zeros(min(precision, -point)) + String(decoding: rounded.dropFirst(max(0, point)).map { $0 + 0x30 }, as: UTF8.self)
        return text + "." + fraction + zeros(precision - fraction.utf8.count)
    }

    /// With one digit before the point and so many after it.
    func scientific(_ precision: Int) -> String {
        guard !digits.isEmpty else {
            return (isNegative ? "-" : "") + "0" + (precision > 0 ? "." + zeros(precision) : "") + "e+00"
        }
        let (rounded, point) = rounded(to: precision + 1)
        let all = String(decoding: rounded.prefix(precision + 1).map { $0 + 0x30 }, as: UTF8.self) + zeros(precision + 1 - rounded.count)
        let exponent = point - 1
        let power = exponent.magnitude < 10 ? "0\(exponent.magnitude)" : "\(exponent.magnitude)"
        let fraction = precision > 0 ? "." + all.dropFirst() : ""
        return (isNegative ? "-" : "") + all.prefix(1) + fraction + "e" + (exponent < 0 ? "-" : "+") + power
    }

    private func zeros(_ count: Int) -> String { String(repeating: "0", count: max(0, count)) }

    /// The first digits, rounded by those that follow; a carry may add one in front.
    private func rounded(to count: Int) -> (digits: [UInt8], point: Int) {
        guard count < digits.count else { return (digits, point) }
        guard count >= 0 else { return ([], point) }
        var kept = Array(digits[..<count])
        let next = digits[count]
        let isHalf = next == 5 && digits[(count + 1)...].allSatisfy { $0 == 0 }
        guard next > 5 || (next == 5 && !isHalf) || (isHalf && (kept.last ?? 0) % 2 == 1) else { return (kept, point) }
        var index = count - 1
        while index >= 0, kept[index] == 9 {
            kept[index] = 0
            index -= 1
        }
        if index >= 0 {
            kept[index] += 1
            return (kept, point)
        }
        return ([1] + kept, point + 1)
    }
}

/// A whole number of any size, for one purpose: many small multiplications, then its digits.
private struct LargeNumber {
    /// Groups of nine decimal digits, the lowest first.
    private var groups: [UInt32] = []

    init(_ number: UInt64) {
        var rest = number
        while rest > 0 {
            groups.append(UInt32(rest % 1_000_000_000))
            rest /= 1_000_000_000
        }
    }

    mutating func multiply(by factor: UInt64) {
        var carry: UInt64 = 0
        for index in groups.indices {
            let product = UInt64(groups[index]) * factor + carry
            groups[index] = UInt32(product % 1_000_000_000)
            carry = product / 1_000_000_000
        }
        if carry > 0 { groups.append(UInt32(carry)) }
    }

    var digits: [UInt8] {
        var digits: [UInt8] = []
        for group in groups {
            var rest = group
            for _ in 0..<9 {
                digits.append(UInt8(rest % 10))
                rest /= 10
            }
        }
        while digits.last == 0 { digits.removeLast() }
        return digits.reversed()
    }
}
