package import PawlKit

/// How many calls of a service there may be, within one process.
package struct ServiceLimits: Sendable, Hashable {
    /// So many calls that start in any stretch of so much time.
    package struct Rate: Sendable, Hashable {
        /// The calls.
        package var count: Int
        /// The time.
        package var unit: Unit

        package init(count: Int, unit: Unit) {
            self.count = count
            self.unit = unit
        }

        /// Reads `100/s`; nil when it is not of that form.
        package init?(_ text: String) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, let count = Int(parts[0]), (1...Self.most).contains(count), let unit = Unit(rawValue: String(parts[1]))
            else { return nil }
            self.init(count: count, unit: unit)
        }

        /// The largest count: the starts of so many calls are remembered.
        package static let most = 100_000
    }

    /// The time that a rate counts in.
    package enum Unit: String, Sendable, Hashable, CaseIterable {
        case second = "s"
        case minute = "m"
        case hour = "h"

        /// How long it is.
        package var length: TimeAmount {
            switch self {
            case .second: .seconds(1)
            case .minute: .minutes(1)
            case .hour: .hours(1)
            }
        }
    }

    /// The calls that run at a time; nil for any number.
    package var concurrency: Int?
    /// The calls that start in a time; nil for any number.
    package var rate: Rate?

    package init(concurrency: Int? = nil, rate: Rate? = nil) {
        self.concurrency = concurrency
        self.rate = rate
    }
}

extension ServiceLimits: CustomStringConvertible {
    /// `concurrency 20, rate 100/s`.
    package var description: String {
        [concurrency.map { "concurrency \($0)" }, rate.map { "rate \($0.count)/\($0.unit.rawValue)" }].compactMap { $0 }
            .joined(separator: ", ")
    }
}
