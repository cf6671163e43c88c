package import PawlKit

/// Shows points in time as clocks on the wall do.
package struct LocalTime: Sendable {
    /// The seconds to add to UTC at a moment.
    package let offset: @Sendable (Timestamp) -> Int

    /// Creates a local time.
    package init(offset: @escaping @Sendable (Timestamp) -> Int) { self.offset = offset }

    /// UTC.
    package static let utc = LocalTime { _ in 0 }

    /// `14:45:02`.
    package func clock(_ moment: Timestamp) -> String {
        let civil = civil(moment)
        return "\(two(civil.hour)):\(two(civil.minute)):\(two(civil.second))"
    }

    /// `2026-11-30`.
    package func date(_ moment: Timestamp) -> String {
        let civil = civil(moment)
        return "\(civil.year)-\(two(civil.month))-\(two(civil.day))"
    }

    /// The time of day without seconds, with as much of the date as is needed: `15:00`, `tomorrow 09:00`, `2026-12-24 09:00`.
    package func deadline(_ moment: Timestamp, now: Timestamp) -> String {
        let civil = civil(moment)
        let time = "\(two(civil.hour)):\(two(civil.minute))"
        switch day(moment) - day(now) {
        case 0: return time
        case 1: return "tomorrow \(time)"
        case -1: return "yesterday \(time)"
        default: return "\(date(moment)) \(time)"
        }
    }

    private func civil(_ moment: Timestamp) -> CivilTime {
        CivilTime(secondsSince1970: moment.seconds + Int64(offset(moment)))
    }

    private func day(_ moment: Timestamp) -> Int64 {
        let civil = civil(moment)
        return CivilTime.daysSince1970(year: civil.year, month: civil.month, day: civil.day)
    }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
