import PawlKit
import Testing

@Suite("Lengths of time")
struct TimeAmountTests {
    /// The table of Go's own `TestParseDuration` (https://go.dev/src/time/time_test.go), as far as it can be written in Pawl.
    @Test(
        "Go's table of durations",
        arguments: [
            ("0", 0), ("5s", 5_000_000_000), ("30s", 30_000_000_000), ("1478s", 1_478_000_000_000), ("-5s", -5_000_000_000),
            ("+5s", 5_000_000_000),
            ("-0", 0), ("+0", 0), ("5.0s", 5_000_000_000), ("5.6s", 5_600_000_000), ("5.s", 5_000_000_000), (".5s", 500_000_000),
            ("1.0s", 1_000_000_000), ("1.00s", 1_000_000_000), ("1.004s", 1_004_000_000), ("1.0040s", 1_004_000_000),
            ("100.00100s", 100_001_000_000), ("10ns", 10), ("11us", 11_000), ("12µs", 12_000), ("12μs", 12_000), ("13ms", 13_000_000),
            ("14s", 14_000_000_000), ("15m", 900_000_000_000), ("16h", 57_600_000_000_000), ("3h30m", 12_600_000_000_000),
            ("10.5s4m", 250_500_000_000), ("-2m3.4s", -123_400_000_000), ("1h2m3s4ms5us6ns", 3_723_004_005_006),
            ("39h9m14.425s", 140_954_425_000_000), ("52763797000ns", 52_763_797_000), ("0.3333333333333333333h", 1_200_000_000_000),
            ("9007199254740993ns", 9_007_199_254_740_993), ("9223372036854775807ns", .max), ("9223372036854775.807us", .max),
            ("9223372036s854ms775us807ns", .max), ("-9223372036854775808ns", .min), ("-9223372036854775.808us", .min),
            ("-9223372036s854ms775us808ns", .min), ("-2562047h47m16.854775808s", .min), ("0.100000000000000000000h", 360_000_000_000),
            ("0.830103483285477580700h", 2_988_372_539_827),
        ] as [(String, Int64)])
    func go(text: String, nanoseconds: Int64) {
        #expect(TimeAmount(text, notation: .cel)?.nanoseconds == nanoseconds)
        #expect(TimeAmount(text)?.nanoseconds == nanoseconds)
    }

    @Test(
        "What is no length of time",
        arguments: [
            "", "3", "-", "s", ".", "-.", ".s", "+.s", "1d1", "\u{85}\u{85}", "hello \u{FFFD} world", "1h 5m", " 5s", "5s ", "5 s", "1h-5m",
            "--5s", "5S",
            "9223372036854775810ns", "9223372036854775808ns", "-9223372036854775809ns", "9223372036854776us", "3000000h",
            "9223372036s854ms775us808ns",
            "1e3s", "1_000s", "106752d",
        ])
    func invalid(text: String) { #expect(TimeAmount(text) == nil) }

    @Test("Days belong to the workflow language only")
    func days() {
        #expect(TimeAmount("7d") == .hours(168))
        #expect(TimeAmount("1d12h") == .hours(36))
        #expect(TimeAmount("7d", notation: .cel) == nil)
    }

    @Test(
        "Texts",
        arguments: [
            (0, "0s", "0s"), (1, "1ns", "0.000000001s"), (1_500, "1500ns", "0.0000015s"), (2_000, "2us", "0.000002s"),
            (500_000_000, "500ms", "0.5s"),
            (1_500_000_000, "1.5s", "1.5s"), (60_001_000_000, "1m1ms", "60.001s"), (5_400_000_000_000, "1h30m", "5400s"),
            (-5_400_000_000_000, "-1h30m", "-5400s"), (604_800_000_000_000, "7d", "604800s"), (60_500_000_000, "1m500ms", "60.5s"),
        ] as [(Int64, String, String)])
    func texts(nanoseconds: Int64, text: String, celText: String) {
        #expect(TimeAmount(nanoseconds: nanoseconds).text == text)
        #expect(TimeAmount(nanoseconds: nanoseconds).celText == celText)
    }

    @Test("A text reads back as the same length", arguments: seeds)
    func roundTrip(seed: UInt64) {
        var generator = Generator(seed: seed)
        for _ in 0..<500 {
            let amount = generator.duration()
            #expect(TimeAmount(amount.text) == amount, "seed \(seed): \(amount.text)")
            #expect(TimeAmount(amount.celText, notation: .cel) == amount, "seed \(seed): \(amount.celText)")
        }
    }

    @Test("The units saturate")
    func saturation() {
        #expect(TimeAmount.hours(.max).nanoseconds == .max)
        #expect(TimeAmount.milliseconds(.min).nanoseconds == .min)
        #expect(TimeAmount.minutes(2) == .seconds(120))
    }
}
