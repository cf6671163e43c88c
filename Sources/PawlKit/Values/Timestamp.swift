/// A point in time in UTC with nanoseconds, from year 1 to year 9999.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
    public let seconds: Int64
    /// Nanoseconds above the second, 0 to 999,999,999.
    public let nanoseconds: Int32

    /// The first second of year 1.
    public static let minimumSeconds: Int64 = -62_135_596_800
    /// The last second of year 9999.
    public static let maximumSeconds: Int64 = 253_402_300_799

    /// Creates a point in time, nil when it is before year 1, after year 9999, or the nanoseconds are not 0 to 999,999,999.
    public init?(seconds: Int64, nanoseconds: Int32 = 0) {
        guard (Self.minimumSeconds...Self.maximumSeconds).contains(seconds), (0..<1_000_000_000).contains(nanoseconds) else {
            return nil
        }
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// Creates a point in time from nanoseconds since 1970, as stored on disk: years 1678 to 2262.
    public init(nanosecondsSince1970 total: Int64) {
        let (quotient, remainder) = total.quotientAndRemainder(dividingBy: 1_000_000_000)
        seconds = remainder < 0 ? quotient - 1 : quotient
        nanoseconds = Int32(remainder < 0 ? remainder + 1_000_000_000 : remainder)
    }

    /// Nanoseconds since 1970, held at the ends of what 64 bits can say (years 1678 and 2262).
    public var nanosecondsSince1970: Int64 {
        // From the nearer second, so that the earliest storable moment does not overflow on the way.
        let (base, rest) = seconds < 0 ? (seconds + 1, Int64(nanoseconds) - 1_000_000_000) : (seconds, Int64(nanoseconds))
        let (product, overflow) = base.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = product.addingReportingOverflow(rest)
        return overflow || carry ? (seconds < 0 ? .min : .max) : sum
    }

    /// 1970-01-01T00:00:00Z.
    public static let epoch = Timestamp(nanosecondsSince1970: 0)

    /// Orders by time.
    @inlinable
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.seconds != right.seconds ? left.seconds < right.seconds : left.nanoseconds < right.nanoseconds
    }

    /// The point so much later; nil when it is out of range.
    public func adding(_ amount: TimeAmount) -> Timestamp? {
        let (quotient, remainder) = amount.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        var second = seconds + quotient
        var nano = Int64(nanoseconds) + remainder
        if nano < 0 {
            nano += 1_000_000_000
            second -= 1
        } else if nano >= 1_000_000_000 {
            nano -= 1_000_000_000
            second += 1
        }
        return Timestamp(seconds: second, nanoseconds: Int32(nano))
    }

    /// The point so much later, held at the ends of the range.
    public func advanced(by amount: TimeAmount) -> Timestamp {
        if let sum = adding(amount) { return sum }
        let end = amount.nanoseconds < 0 ? Self.minimumSeconds : Self.maximumSeconds
        return Timestamp(seconds: end)!
    }

    /// The time from another point to this one; nil when 64 bits of nanoseconds cannot hold it.
    public func since(_ earlier: Timestamp) -> TimeAmount? {
        // 128 bits, because the seconds alone may overflow where their sum with the nanoseconds does not.
        let total = Int128(seconds - earlier.seconds) * 1_000_000_000 + Int128(nanoseconds - earlier.nanoseconds)
        return Int64(exactly: total).map { TimeAmount(nanoseconds: $0) }
    }
}
