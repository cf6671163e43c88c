/// A date and a time of day in the proleptic Gregorian calendar.
///
/// The conversions are Howard Hinnant's `days_from_civil` and `civil_from_days`
/// (https://howardhinnant.github.io/date_algorithms.html).
public struct CivilTime: Hashable, Sendable {
    /// The year.
    public var year: Int
    /// The month, 1 to 12.
    public var month: Int
    /// The day of the month, 1 to 31.
    public var day: Int
    /// The hour, 0 to 23.
    public var hour: Int
    /// The minute, 0 to 59.
    public var minute: Int
    /// The second, 0 to 59.
    public var second: Int

    /// Splits seconds since 1970; add a zone's offset first for its local time.
    public init(secondsSince1970 seconds: Int64) {
        var (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        if rest < 0 {
            rest += 86_400
            days -= 1
        }
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
        month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
        hour = Int(rest / 3_600)
        minute = Int(rest % 3_600 / 60)
        second = Int(rest % 60)
    }

    /// The days from 1970-01-01 to a date.
    public static func daysSince1970(year: Int, month: Int, day: Int) -> Int64 {
        let shifted = Int64(month <= 2 ? year - 1 : year)
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let monthFromMarch = Int64(month > 2 ? month - 3 : month + 9)
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The number of days in a month.
    public static func daysInMonth(_ month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Timestamp {
    /// Reads RFC 3339: `2026-11-30T09:00:00Z`, with up to nine digits of fraction and an offset.
    ///
    /// Returns nil when the text is not of that form, names no real date, or is out of range.
    public init?(_ text: String) {
        var scanner = DigitScanner(bytes: Array(text.utf8))
        guard let year = scanner.number(digits: 4), scanner.skip("-"), let month = scanner.number(digits: 2), scanner.skip("-"),
            let day = scanner.number(digits: 2), scanner.skip("T") || scanner.skip("t"), let hour = scanner.number(digits: 2),
            scanner.skip(":"), let minute = scanner.number(digits: 2), scanner.skip(":"), let second = scanner.number(digits: 2)
        else { return nil }
        var nanoseconds: Int32 = 0
        if scanner.skip(".") {
            guard let fraction = scanner.fraction() else { return nil }
            nanoseconds = fraction
        }
        var offset = 0
        if !(scanner.skip("Z") || scanner.skip("z")) {
            let negative = scanner.skip("-")
            guard negative || scanner.skip("+"), let hours = scanner.number(digits: 2), scanner.skip(":"),
                let minutes = scanner.number(digits: 2), hours < 24, minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (negative ? -60 : 60)
        }
        guard scanner.isAtEnd, year >= 1, (1...12).contains(month), (1...CivilTime.daysInMonth(month, of: year)).contains(day),
            hour < 24, minute < 60, second < 60
        else { return nil }
        let days = CivilTime.daysSince1970(year: year, month: month, day: day)
        self.init(seconds: days * 86_400 + Int64(hour * 3_600 + minute * 60 + second - offset), nanoseconds: nanoseconds)
    }

    /// The time as RFC 3339 in UTC, the fraction without trailing zeros.
    public var text: String {
        let civil = CivilTime(secondsSince1970: seconds)
        func padded(_ number: Int, _ width: Int = 2) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return
            "\(padded(civil.year, 4))-\(padded(civil.month))-\(padded(civil.day))T\(padded(civil.hour)):\(padded(civil.minute)):"
            + "\(padded(civil.second))\(FractionText.trimmed(nanoseconds: nanoseconds))Z"
    }
}

/// Reads fixed-width numbers from bytes.
private struct DigitScanner {
    let bytes: [UInt8]
    var index = 0

    var isAtEnd: Bool { index == bytes.count }

    mutating func skip(_ character: Character) -> Bool {
        guard index < bytes.count, bytes[index] == character.asciiValue else { return false }
        index += 1
        return true
    }

    mutating func number(digits: Int) -> Int? {
        guard index + digits <= bytes.count else { return nil }
        var number = 0
        for byte in bytes[index..<index + digits] {
            guard byte.isDigit else { return nil }
            number = number * 10 + Int(byte - 0x30)
        }
        index += digits
        return number
    }

    mutating func fraction() -> Int32? {
        var value: Int32 = 0
        var digits = 0
        while index < bytes.count, bytes[index].isDigit {
            guard digits < 9 else { return nil }
            value = value * 10 + Int32(bytes[index] - 0x30)
            digits += 1
            index += 1
        }
        guard digits > 0 else { return nil }
        while digits < 9 {
            value *= 10
            digits += 1
        }
        return value
    }
}
