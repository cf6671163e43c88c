import Foundation
import PawlCommands
import PawlKit
import Testing

@Suite struct `Text on a terminal` {
    @Test(arguments: [
        ("abc", 3), ("", 0), ("日本語", 6), ("e\u{301}", 1), ("é", 1), ("한", 2), ("👍", 2), ("→", 1), ("…", 1), ("ｆ", 2), ("\u{200B}", 0),
    ])
    func `width`(text: String, width: Int) { #expect(DisplayText.width(text) == width) }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("abc", 1, "…"), ("abc", 0, ""),
    ])
    func `cut`(text: String, columns: Int, expected: String) {
        #expect(DisplayText.cut(text, to: columns) == expected)
        #expect(DisplayText.width(expected) <= columns)
    }

    @Test func `what steers a terminal is spelt out`() {
        #expect(DisplayText.visible("a\u{1B}[2Jb\n\tc\u{202E}d\u{7F}") == "a\\u{1b}[2Jb\\n\\tc\\u{202e}d\\u{7f}")
        #expect(DisplayText.visible("plain – 日本 👍") == "plain – 日本 👍")
    }

    @Test func `a table cuts the widest free text first and never wraps`() {
        var table = Table([.init("N", isRightAligned: true), .init("NAME", isFree: true), .init("FIXED"), .init("LONG", isFree: true)])
        table.rows = [
            ["1", "a name of some length", "fixed", Table.Cell(String(repeating: "word ", count: 30))],
            ["12", "short", "x", "日本語"],
            ["3"],
        ]
        for width in 30...120 {
            let lines = table.text(for: stream(width: width)).split(separator: "\n")
            #expect(lines.count == 4)
            #expect(lines.allSatisfy { DisplayText.width(String($0)) <= width }, "width \(width)")
            #expect(lines.allSatisfy { !$0.hasSuffix(" ") })
        }
        #expect(
            table.text(for: stream(width: 60)) == """
                  N  NAME                   FIXED  LONG
                  1  a name of some length  fixed  word word word word word…
                 12  short                  x      日本語
                  3

                """)
        #expect(table.text(for: stream(width: 40)).contains("a name of so…  fixed  word word wo…"))
    }

    @Test func `lines stay plain where colour is not wanted`() {
        #expect(stream().paint("x", .red) == "x")
        #expect(stream(hasColour: true).paint("x", .red, .bold) == "\u{1B}[31;1mx\u{1B}[0m")
    }

    @Test(arguments: [
        (0, "0.0 s"), (400, "0.4 s"), (3_140, "3.1 s"), (9_949, "9.9 s"), (9_950, "9 s"), (12_999, "12 s"), (240_000, "4 min"),
        (250_000, "4 min 10 s"), (7_980_000, "2 h 13 min"), (7_200_000, "2 h"), (273_600_000, "3 d 4 h"), (-5_000, "0.0 s"),
    ])
    func `lengths`(milliseconds: Int64, text: String) { #expect(Lengths.text(.milliseconds(milliseconds)) == text) }

    @Test(arguments: [(7_000, "0:07"), (888_000, "14:48"), (8_088_000, "2:14:48"), (273_600_000, "3 d 4 h"), (-1, "0:00")])
    func `countdown`(milliseconds: Int64, text: String) { #expect(Lengths.countdown(.milliseconds(milliseconds)) == text) }

    @Test func `deadlines name as much of the day as they need`() {
        let berlin = LocalTime { _ in 3_600 }
        let now = Timestamp("2026-11-30T14:45:02Z")!
        #expect(berlin.clock(now) == "15:45:02")
        #expect(berlin.deadline(Timestamp("2026-11-30T15:00:00Z")!, now: now) == "16:00")
        #expect(berlin.deadline(Timestamp("2026-11-30T23:30:00Z")!, now: now) == "tomorrow 00:30")
        #expect(berlin.deadline(Timestamp("2026-12-24T08:00:00Z")!, now: now) == "2026-12-24 09:00")
        #expect(Lengths.ago(now, now: now) == "just now")
        #expect(Lengths.ago(Timestamp("2026-11-30T12:32:00Z")!, now: now) == "2 h 13 min ago")
    }

    @Test func `a live line is redrawn on a terminal and is a plain line elsewhere`() {
        let screen = CapturedConsole(isTerminal: true, width: 20)
        var live = LiveLine(on: screen.console.messages)
        live.show("a long text that does not fit", at: .epoch)
        live.clear()
        live.clear()
        #expect(screen.messages.text == "\r⠋ a long text that…\u{1B}[K\r\u{1B}[K")
        let file = CapturedConsole()
        var plain = LiveLine(on: file.console.messages)
        plain.show("x", at: .epoch, plain: "working")
        plain.show("y", at: .epoch, plain: "working")
        plain.show("z", at: .epoch)
        plain.clear()
        #expect(file.messages.text == "working\n")
    }

    @Test func `a reader that goes away is no failure, and a full disk is one`() throws {
        let pipe = Pipe()
        signal(SIGPIPE, SIG_IGN)
        try pipe.fileHandleForReading.close()
        let sink = DescriptorSink(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        sink.write("x")
        sink.write("y")
        #expect(sink.failure == nil)
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let broken = DescriptorSink(descriptor: full.fileDescriptor)
        broken.write("x")
        #expect(broken.failure == "No space left on device")
    }
}
