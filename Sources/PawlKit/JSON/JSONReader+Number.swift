extension JSONReader {
    /// A number as it is written.
    struct Number {
        var isNegative = false
        /// The digits without point and exponent; nil when 64 bits cannot hold them.
        var digits: UInt64? = 0
        /// The power of ten that the digits are multiplied with.
        var exponent = 0
        /// Whether there is neither a point nor an exponent.
        var isWhole = true
        /// Where it stands.
        var start = 0
        var end = 0
    }

    /// Reads a number; nil when none comes next.
    mutating func number() throws(JSONError) -> Number? {
        guard let first = peek(), first.isDigit || first == UInt8(ascii: "-") else { return nil }
        var number = Number(start: index)
        number.isNegative = skipByte(UInt8(ascii: "-"))
        if skipByte(0x30) {
            if index < bytes.count, bytes[index].isDigit {
                throw failure(.syntax, "a number does not start with 0 unless it is 0", at: number.start)
            }
        } else {
            try digits(into: &number)
        }
        if skipByte(UInt8(ascii: ".")) {
            number.isWhole = false
            let start = index
            try digits(into: &number)
            number.exponent = start - index
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            number.isWhole = false
            let isNegative = skipByte(UInt8(ascii: "-"))
            if !isNegative { _ = skipByte(UInt8(ascii: "+")) }
            var exponent = Number(start: number.start)
            try digits(into: &exponent)
            // Beyond this every double is zero or out of range; the text decides which.
            let magnitude = Int(min(exponent.digits ?? .max, 1_000_000))
            number.exponent += isNegative ? -magnitude : magnitude
        }
        number.end = index
        return number
    }

    private mutating func skipByte(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func digits(into number: inout Number) throws(JSONError) {
        let start = index
        while index < bytes.count, bytes[index].isDigit {
            if let digits = number.digits {
                let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
                let (sum, carry) = product.addingReportingOverflow(UInt64(bytes[index] - 0x30))
                number.digits = overflow || carry ? nil : sum
            }
            index += 1
        }
        if index == start { throw failure(.syntax, "expected a digit, found \(nextDescription)") }
    }

    /// The number as an int.
    func int(_ number: Number) throws(JSONError) -> Int64 {
        if let digits = number.digits {
            if !number.isNegative, let value = Int64(exactly: digits) { return value }
            if number.isNegative, digits <= Int64.min.magnitude { return Int64(truncatingIfNeeded: 0 &- digits) }
        }
        throw failure(.outOfRange, "\(text(of: number)) is out of the range of int, \(Int64.min) to \(Int64.max)", at: number.start)
    }

    /// The number as a uint.
    func uint(_ number: Number) throws(JSONError) -> UInt64 {
        if let digits = number.digits, !number.isNegative || digits == 0 { return digits }
        throw failure(.outOfRange, "\(text(of: number)) is out of the range of uint, 0 to \(UInt64.max)", at: number.start)
    }

    /// The number as a double, rounded to the nearest.
    func double(_ number: Number) throws(JSONError) -> Double {
        // With at most 53 bits of digits and a power of ten that is exact, one division or multiplication rounds correctly:
        // W. D. Clinger, How to Read Floating Point Numbers Accurately, 1990.
        if let digits = number.digits, digits <= 1 << 53, number.exponent.magnitude < Self.powersOfTen.count {
            let power = Self.powersOfTen[Int(number.exponent.magnitude)]
            let magnitude = number.exponent < 0 ? Double(digits) / power : Double(digits) * power
            return number.isNegative ? -magnitude : magnitude
        }
        guard let value = Double(String(decoding: bytes[number.start..<number.end], as: UTF8.self)), value.isFinite else {
            throw failure(.outOfRange, "\(text(of: number)) is out of the range of double", at: number.start)
        }
        return value
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// The number as written, cut when long.
    func text(of number: Number) -> String {
        let limit = 40
        let text = String(decoding: bytes[number.start..<min(number.end, number.start + limit)], as: UTF8.self)
        return number.end - number.start > limit ? text + "…" : text
    }
}
