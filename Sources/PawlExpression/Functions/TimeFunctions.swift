import PawlKit

extension FunctionTable {
    /// The parts of timestamps and durations.
    static var timeFunctions: [Function] {
        [
            part("getFullYear", "The year", "2026") { civil, _ in Int64(civil.year) },
            part("getMonth", "The month, from 0 for January", "10") { civil, _ in Int64(civil.month - 1) },
            part("getDate", "The day of the month, from 1", "30") { civil, _ in Int64(civil.day) },
            part("getDayOfMonth", "The day of the month, from 0", "29") { civil, _ in Int64(civil.day - 1) },
            part("getDayOfWeek", "The day of the week, from 0 for Sunday", "1") { civil, _ in
                // 1970-01-01 was a Thursday.
                let days = CivilTime.daysSince1970(year: civil.year, month: civil.month, day: civil.day)
                return ((days + 4) % 7 + 7) % 7
            },
            part("getDayOfYear", "The day of the year, from 0", "333") { civil, _ in
                CivilTime.daysSince1970(year: civil.year, month: civil.month, day: civil.day)
                    - CivilTime.daysSince1970(year: civil.year, month: 1, day: 1)
            },
            part("getHours", "The hour", "9", duration: ("The whole hours of a duration", 3_600_000_000_000)) { civil, _ in
                Int64(civil.hour)
            },
            part("getMinutes", "The minute", "5", duration: ("the whole minutes of a duration", 60_000_000_000)) { civil, _ in
                Int64(civil.minute)
            },
            part("getSeconds", "The second", "7", duration: ("the whole seconds of a duration", 1_000_000_000)) { civil, _ in
                Int64(civil.second)
            },
            part("getMilliseconds", "The milliseconds within the second", "250", duration: ("those within a duration's second", 0)) {
                _, time in Int64(time.nanoseconds / 1_000_000)
            },
        ]
    }

    private static func part(
        _ name: String, _ summary: String, _ result: String, duration: (summary: String, unit: Int64)? = nil,
        _ body: @escaping @Sendable (CivilTime, Timestamp) -> Int64
    ) -> Function {
        var overloads = [
            Make.overload { (time: Timestamp, _) in body(CivilTime(secondsSince1970: time.seconds), time) },
            Make.overload { (time: Timestamp, zone: String, frame) throws(EvaluationError) in
                let offset = try Zone.offset(zone, at: time, frame)
                return body(CivilTime(secondsSince1970: time.seconds + Int64(offset)), time)
            },
        ]
        if let unit = duration?.unit {
            overloads.append(
                Make.overload { (amount: TimeAmount, _) in
                    unit == 0 ? amount.nanoseconds / 1_000_000 % 1_000 : amount.nanoseconds / unit
                })
        }
        let others = duration.map { ", or " + $0.summary.prefix(1).lowercased() + $0.summary.dropFirst() } ?? ""
        return Function(
            name: name, style: .receiver, chapter: .time,
            summary: "\(summary) of a timestamp in UTC or in a zone (an IANA name or an offset such as '+02:00')\(others).",
            examples: [.init(expression: "timestamp('2026-11-30T09:05:07.25Z').\(name)()", result: result)],
            overloads: overloads)
    }
}

/// Zones of time by name or offset.
enum Zone {
    /// The seconds to add to UTC.
    static func offset(_ name: String, at time: Timestamp, _ frame: ExpressionFrame) throws(EvaluationError) -> Int32 {
        if name == "UTC" || name == "Z" { return 0 }
        if let fixed = fixedOffset(Array(name.utf8)) { return fixed }
        guard let zones = frame.timeZones else {
            throw EvaluationError(.timeZone, "'\(name)' cannot be looked up here: only UTC and offsets such as '+02:00' are known")
        }
        guard let offset = zones.offset(ofZone: name, at: time) else {
            throw EvaluationError(.timeZone, "'\(name)' is not a time zone")
        }
        return offset
    }

    /// Reads `+HH:MM`, `-HH:MM` or `HH:MM`.
    private static func fixedOffset(_ text: [UInt8]) -> Int32? {
        var digits = text[...]
        var sign: Int32 = 1
        if let first = digits.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
            sign = first == UInt8(ascii: "-") ? -1 : 1
            digits.removeFirst()
        }
        guard digits.count == 5, digits[digits.startIndex + 2] == UInt8(ascii: ":") else { return nil }
        let numbers = [0, 1, 3, 4].map { digits[digits.startIndex + $0] }
        guard numbers.allSatisfy(\.isDigit) else { return nil }
        let values = numbers.map { Int32($0 - 0x30) }
        let (hours, minutes) = (values[0] * 10 + values[1], values[2] * 10 + values[3])
        guard hours < 24, minutes < 60 else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }
}
