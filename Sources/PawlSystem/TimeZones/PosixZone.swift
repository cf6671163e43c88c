import PawlKit

/// A time zone as POSIX writes it, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// https://pubs.opengroup.org/onlinepubs/9699919799/basedefs/V1_chap08.html under `TZ`, with the hours from -167 to 167 that
/// RFC 8536 allows.
struct PosixZone: Sendable {
    private struct Summer {
        let offset: Int32
        let start: YearlyRule
        let end: YearlyRule
    }

    private let standard: Int32
    private let summer: Summer?

    /// Reads a zone; nil when the text is none.
    init?(_ text: String) {
        var scanner = RuleScanner(text)
        guard scanner.name(), let west = scanner.time() else { return nil }
        standard = -west
        if scanner.isAtEnd {
            summer = nil
            return
        }
        guard scanner.name() else { return nil }
        var offset = standard + 3600
        if !scanner.skip(",") {
            guard let west = scanner.time(), scanner.skip(",") else { return nil }
            offset = -west
        }
        guard let start = scanner.rule(), scanner.skip(","), let end = scanner.rule(), scanner.isAtEnd else { return nil }
        summer = Summer(offset: offset, start: start, end: end)
    }

    /// The seconds to add to UTC at a moment in seconds since 1970.
    func offset(at moment: Int64) -> Int32 {
        guard let summer else { return standard }
        let year = CivilTime(secondsSince1970: moment + Int64(standard)).year
        // Summer starts by the clock of the winter and ends by that of the summer.
        let start = summer.start.second(in: year) - Int64(standard)
        let end = summer.end.second(in: year) - Int64(summer.offset)
        let isSummer = start < end ? (start..<end).contains(moment) : !(end..<start).contains(moment)
        return isSummer ? summer.offset : standard
    }
}

/// A second in each year.
private struct YearlyRule: Sendable {
    enum Day: Sendable {
        /// The day from 1 to 365, February 29th not counted.
        case julian(Int)
        /// The day from 0 to 365.
        case ordinal(Int)
        /// A weekday (0 is Sunday) in a month: the first to fourth, or the last as the fifth.
        case weekday(Int, week: Int, month: Int)
    }

    let day: Day
    let time: Int32

    /// The local second since 1970.
    func second(in year: Int) -> Int64 { date(in: year) * 86_400 + Int64(time) }

    private func date(in year: Int) -> Int64 {
        let newYear = CivilTime.daysSince1970(year: year, month: 1, day: 1)
        switch day {
        case .ordinal(let day): return newYear + Int64(day)
        case .julian(let day):
            let isLeap = CivilTime.daysInMonth(2, of: year) == 29
            return newYear + Int64(day - 1) + (isLeap && day >= 60 ? 1 : 0)
        case .weekday(let weekday, let week, let month):
            let first = CivilTime.daysSince1970(year: year, month: month, day: 1)
            // 1970-01-01 was a Thursday.
            let firstWeekday = Int(((first + 4) % 7 + 7) % 7)
            var day = (weekday - firstWeekday + 7) % 7 + 7 * (week - 1)
            while day >= CivilTime.daysInMonth(month, of: year) { day -= 7 }
            return first + Int64(day)
        }
    }
}

/// Reads the parts of a POSIX time zone.
private struct RuleScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = Substring(text).utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Character) -> Bool {
        guard let byte = rest.first, byte == character.asciiValue else { return false }
        rest.removeFirst()
        return true
    }

    /// Letters, or anything in angle brackets.
    mutating func name() -> Bool {
        if skip("<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
            rest = rest[rest.index(after: end)...]
            return true
        }
        let letters = rest.prefix(while: \.isLetter)
        rest = rest[letters.endIndex...]
        return letters.count >= 3
    }

    private mutating func number(atMost limit: Int) -> Int? {
        let digits = rest.prefix(while: \.isDigit)
        guard let number = Int(String(Substring(digits))), number <= limit else { return nil }
        rest = rest[digits.endIndex...]
        return number
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    mutating func time() -> Int32? {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        guard let hours = number(atMost: 167) else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] where skip(":") {
            guard let part = number(atMost: 59) else { return nil }
            seconds += part * unit
        }
        return Int32(isNegative ? -seconds : seconds)
    }

    /// `Mm.w.d`, `Jn` or `n`, with `/time`; two o'clock without.
    mutating func rule() -> YearlyRule? {
        let day: YearlyRule.Day
        if skip("M") {
            guard let month = number(atMost: 12), month > 0, skip("."), let week = number(atMost: 5), week > 0, skip("."),
                let weekday = number(atMost: 6)
            else { return nil }
            day = .weekday(weekday, week: week, month: month)
        } else if skip("J") {
            guard let number = number(atMost: 365), number > 0 else { return nil }
            day = .julian(number)
        } else {
            guard let number = number(atMost: 365) else { return nil }
            day = .ordinal(number)
        }
        if !skip("/") { return YearlyRule(day: day, time: 7200) }
        return time().map { YearlyRule(day: day, time: $0) }
    }
}
