import PawlKit
import Testing

@Suite("Points in time")
struct TimestampTests {
    @Test(
        "Texts",
        arguments: [
            ("0001-01-01T00:00:00Z", Timestamp.minimumSeconds, 0),
            ("9999-12-31T23:59:59.999999999Z", Timestamp.maximumSeconds, 999_999_999),
            ("1970-01-01T00:00:00Z", 0, 0), ("1969-12-31T23:59:59.5Z", -1, 500_000_000), ("2000-02-29T12:00:00Z", 951_825_600, 0),
            ("1900-03-01T00:00:00Z", -2_203_891_200, 0), ("2024-12-31T23:59:59.001Z", 1_735_689_599, 1_000_000),
            ("1600-02-29T00:00:00.000000001Z", -11_670_998_400, 1),
        ] as [(String, Int64, Int32)])
    func texts(text: String, seconds: Int64, nanoseconds: Int32) throws {
        let time = try #require(Timestamp(text))
        #expect(time.seconds == seconds)
        #expect(time.nanoseconds == nanoseconds)
        #expect(time.text == text)
    }

    @Test(
        "Other ways to write a time",
        arguments: [
            ("2026-11-30t09:00:00z", "2026-11-30T09:00:00Z"), ("2026-11-30T09:00:00+02:00", "2026-11-30T07:00:00Z"),
            ("2026-11-30T09:00:00-00:30", "2026-11-30T09:30:00Z"), ("2026-11-30T09:00:00.500Z", "2026-11-30T09:00:00.5Z"),
            ("2027-01-01T00:30:00+01:00", "2026-12-31T23:30:00Z"),
        ])
    func variants(text: String, canonical: String) { #expect(Timestamp(text)?.text == canonical) }

    @Test(
        "What is no time",
        arguments: [
            "", "2026-11-30", "2026-11-30T09:00:00", "2026-11-30 09:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
            "2026-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z", "2026-11-31T00:00:00Z", "2026-11-00T00:00:00Z", "2026-11-30T24:00:00Z", "2026-11-30T09:60:00Z",
            "2026-11-30T09:00:60Z", "2026-11-30T09:00:00.Z", "2026-11-30T09:00:00.1234567890Z", "2026-11-30T09:00:00+24:00",
            "2026-11-30T09:00:00+0200",
            "0000-01-01T00:00:00Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "-001-01-01T00:00:00Z",
            "2026-11-30T09:00:00Zx",
            "2026-1-30T09:00:00Z", "２026-11-30T09:00:00Z",
        ])
    func invalid(text: String) { #expect(Timestamp(text) == nil) }

    @Test("A text reads back as the same time, and its parts as the same second", arguments: seeds)
    func roundTrip(seed: UInt64) {
        var generator = Generator(seed: seed)
        for _ in 0..<500 {
            let time = generator.timestamp()
            #expect(Timestamp(time.text) == time, "seed \(seed): \(time.text)")
            let civil = CivilTime(secondsSince1970: time.seconds)
            let days = CivilTime.daysSince1970(year: civil.year, month: civil.month, day: civil.day)
            #expect(days * 86_400 + Int64(civil.hour * 3_600 + civil.minute * 60 + civil.second) == time.seconds, "seed \(seed)")
            #expect((1...CivilTime.daysInMonth(civil.month, of: civil.year)).contains(civil.day), "seed \(seed)")
        }
    }

    @Test("Every day of 800 years follows the day before")
    func days() {
        var day = CivilTime.daysSince1970(year: 1600, month: 1, day: 1)
        for year in 1600..<2400 {
            for month in 1...12 {
                for dayOfMonth in 1...CivilTime.daysInMonth(month, of: year) {
                    let civil = CivilTime(secondsSince1970: day * 86_400)
                    guard civil.year == year, civil.month == month, civil.day == dayOfMonth else {
                        Issue.record("day \(day) is \(civil), not \(year)-\(month)-\(dayOfMonth)")
                        return
                    }
                    day += 1
                }
            }
        }
    }

    @Test(
        "Nanoseconds since 1970 go there and back, also at their ends",
        arguments: [0, 1, -1, .max, .min, -1_000_000_000, 1_999_999_999, -1_500_000_000])
    func storage(nanoseconds: Int64) {
        let time = Timestamp(nanosecondsSince1970: nanoseconds)
        #expect((0..<1_000_000_000).contains(time.nanoseconds))
        #expect(time.nanosecondsSince1970 == nanoseconds)
    }

    @Test("A time that 64 bits cannot hold is held at the end")
    func clamped() throws {
        #expect(try #require(Timestamp("9999-12-31T23:59:59Z")).nanosecondsSince1970 == .max)
        #expect(try #require(Timestamp("0001-01-01T00:00:00Z")).nanosecondsSince1970 == .min)
    }

    @Test("Adding a length and taking it off again leads back", arguments: seeds)
    func arithmetic(seed: UInt64) {
        var generator = Generator(seed: seed)
        for _ in 0..<500 {
            let (time, amount) = (generator.timestamp(), generator.duration())
            guard let sum = time.adding(amount) else {
                #expect(time.advanced(by: amount).seconds == (amount < .zero ? Timestamp.minimumSeconds : Timestamp.maximumSeconds))
                continue
            }
            #expect(sum.since(time) == amount, "seed \(seed): \(time.text) + \(amount.text)")
            #expect((sum < time) == (amount < .zero), "seed \(seed)")
            #expect(time.advanced(by: amount) == sum, "seed \(seed)")
        }
    }

    @Test("A span longer than 292 years has no length")
    func farApart() throws {
        let first = try #require(Timestamp("0001-01-01T00:00:00Z"))
        let last = try #require(Timestamp("9999-12-31T23:59:59Z"))
        #expect(last.since(first) == nil)
        #expect(Timestamp(seconds: 0, nanoseconds: -1) == nil)
        #expect(Timestamp(seconds: 0, nanoseconds: 1_000_000_000) == nil)
        #expect(Timestamp(seconds: Timestamp.minimumSeconds - 1) == nil)
    }
}
