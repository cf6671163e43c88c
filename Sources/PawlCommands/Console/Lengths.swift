package import PawlKit

/// Lengths of time as people say them. A length below zero is shown as none.
package enum Lengths {
    /// In at most two units: `0.4 s`, `12 s`, `4 min`, `2 h 13 min`, `3 d 4 h`.
    package static func text(_ amount: TimeAmount) -> String {
        let tenths = max(0, amount.nanoseconds + 50_000_000) / 100_000_000
        if tenths < 100 { return "\(tenths / 10).\(tenths % 10) s" }
        let seconds = max(0, amount.nanoseconds) / 1_000_000_000
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3_600 { return pair(seconds / 60, "min", seconds % 60, "s") }
        if seconds < 86_400 { return pair(seconds / 3_600, "h", seconds % 3_600 / 60, "min") }
        return pair(seconds / 86_400, "d", seconds % 86_400 / 3_600, "h")
    }

    /// As a clock that runs down: `0:07`, `14:48`, `2:14:48`; days as ``text(_:)``.
    package static func countdown(_ amount: TimeAmount) -> String {
        let seconds = max(0, amount.nanoseconds) / 1_000_000_000
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        if seconds < 3_600 { return "\(seconds / 60):\(two(seconds % 60))" }
        if seconds < 86_400 { return "\(seconds / 3_600):\(two(seconds % 3_600 / 60)):\(two(seconds % 60))" }
        return text(amount)
    }

    /// How long ago a moment was: `just now`, `12 s ago`.
    package static func ago(_ moment: Timestamp, now: Timestamp) -> String {
        guard let amount = now.since(moment), amount >= .seconds(1) else { return "just now" }
        return age(amount) + " ago"
    }

    /// In whole units, for ages: `12 s`, `2 h 13 min`.
    package static func age(_ amount: TimeAmount) -> String {
        amount < .seconds(10) ? "\(max(0, amount.nanoseconds) / 1_000_000_000) s" : text(amount)
    }

    private static func pair(_ large: Int64, _ unit: String, _ small: Int64, _ smallUnit: String) -> String {
        small == 0 ? "\(large) \(unit)" : "\(large) \(unit) \(small) \(smallUnit)"
    }
}
