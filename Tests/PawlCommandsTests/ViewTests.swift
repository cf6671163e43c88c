import PawlCommands
import PawlControl
import PawlKit
import Testing

@Suite struct `Views of a journal` {
    let naming = InstanceNaming(among: [SampleRun.instance, InstanceID(rawValue: "7f3bk2m9qxw0"), InstanceID(rawValue: "8f3bk2m9qxw0")])

    private func history(_ entries: [JournalEntry], width: Int?) -> String {
        var view = HistoryView(naming: naming, time: .utc)
        var table = HistoryView.table
        for entry in entries { table.rows += view.rows(entry) }
        return table.text(for: stream(width: width))
    }

    @Test func `history of a good run`() throws { try Golden.expect(history(SampleRun.good, width: 120), "history") }

    @Test func `history of each kind of entry`() throws {
        try Golden.expect(history([SampleRun.started] + SampleRun.odd, width: nil), "history-odd")
        let kinds = Set((SampleRun.good + SampleRun.odd).map(\.kind))
        let later: Set<EntryKind> = [.compensated, .forked, .migrated, .childStarted, .childEnded]
        #expect(kinds.union(later) == Set(EntryKind.allCases))
        for kind in EntryKind.allCases {
            let entry = SampleRun.entry(1, kind, at: SampleRun.time(1), from: "A", to: "A", cause: .outside("bob"))
            #expect(!EntryWording(entry, service: { $0.feedback }, naming: naming).what.isEmpty)
        }
    }

    @Test func `a narrow history is cut, not wrapped`() {
        let lines = history(SampleRun.good + SampleRun.odd, width: 80).split(separator: "\n")
        #expect(lines.allSatisfy { DisplayText.width(String($0)) <= 80 })
    }

    @Test func `an entry as JSON has its columns and its body`() throws {
        var text = ""
        for entry in SampleRun.good + SampleRun.odd {
            var json = JSONWriter()
            entry.write(to: &json)
            text += json.text + "\n"
        }
        try Golden.expect(text, "history-jsonl")
    }

    @Test func `lists are documents or lines`() {
        for (format, count, expected) in [
            (OutputFormat.json, 0, "[]\n"), (.json, 2, "[\n0,\n1\n]\n"), (.jsonl, 0, ""), (.jsonl, 2, "0\n1\n"),
        ] {
            let captured = CapturedText()
            var output = DataOutput(format, to: ConsoleStream(sink: captured))
            for number in 0..<count { output.write { $0.int(Int64(number)) } }
            output.end()
            #expect(captured.text == expected)
        }
    }

    private let accepts = [
        EventOffer("Cancel", fields: RecordType(fields: [.init("by", .string)])), EventOffer("Retry"),
    ]

    @Test func `show`() throws {
        let view = ShowView(SampleRun.stored, accepts: accepts, naming: naming, time: .utc, now: SampleRun.time(20))
        try Golden.expect(view.text(for: stream(width: 90)), "show")
        var json = JSONWriter()
        SampleRun.stored.write(to: &json, tags: ["urgent"], accepts: accepts)
        try Golden.expect(json.text + "\n", "show-json")
    }

    @Test func `show of a blocked instance`() throws {
        var stored = SampleRun.stored
        stored.instance.status = .blocked
        stored.instance.incident = SampleRun.odd.compactMap(\.body.incident).first
        stored.instance.states = ["Connected.Idle", "Updating"]
        stored.instance.data = RawJSON(#"{"Connected":{"host":"h"},"Connected.Idle":{},"Updating":{"percent":3}}"#)
        stored.effects[0].phase = .failed
        stored.effects[1].phase = .answered
        stored.queue = []
        let view = ShowView(stored, accepts: [], naming: naming, time: .utc, now: SampleRun.time(1_000))
        try Golden.expect(view.text(for: stream()), "show-blocked")
    }

    @Test func `list`() throws {
        var other = SampleRun.stored.instance
        other.id = InstanceID(rawValue: "7f3bk2m9qxw0")
        other.key = nil
        other.status = .failed
        other.states = ["Cancelled"]
        other.updated = SampleRun.time(-100_000)
        let table = ListView.table([SampleRun.stored.instance, other], naming: naming, now: SampleRun.time(20))
        try Golden.expect(table.text(for: stream(width: 80)), "list")
    }

    @Test func `short ids tell apart those that are there`() {
        let ids = ["7f3ak2m9qxw0", "7f3ak2m9qxw1", "7f4000000000", "0000"].map(InstanceID.init(rawValue:))
        let naming = InstanceNaming(among: ids)
        #expect(ids.map(naming.short) == ["7f3ak2m9qxw0", "7f3ak2m9qxw1", "7f40", "0000"])
    }

    @Test(arguments: [("a", "a"), ("order/ORD-17", "order/ORD-17"), ("it's", #"'it'\''s'"#), ("", "''"), ("a b", "'a b'"), ("$x", "'$x'")])
    func `words for a shell`(word: String, quoted: String) { #expect(ShellWord.quoted(word) == quoted) }

    @Test func `payload templates have the shape of their type`() throws {
        let type = RecordType(fields: [
            .init("by", .string), .init("n", .int), .init("d", .double), .init("on", .bool), .init("tags", .list(.string)),
            .init("extra", .string, isOptional: true), .init("currency", .enumeration(EnumType(members: ["EUR", "USD"]))),
            .init("at", .timestamp), .init("for", .duration), .init("map", .map(.int)), .init("raw", .bytes), .init("any", .any),
            .init("item", .record(RecordType(fields: [.init("sku", .string)]))), .init("u", .uint),
        ])
        let text = PayloadTemplate.text(type)
        #expect(
            text == #"{"by": "…", "n": 0, "d": 0.0, "on": false, "tags": [], "currency": "EUR", "at": "2027-01-01T00:00:00Z", "#
                + #""for": "1h", "map": {}, "raw": "", "any": null, "item": {"sku": "…"}, "u": 0}"#)
        #expect(throws: Never.self) { try JSONCodec.decode(Array(text.utf8), as: .record(type)) }
        #expect(EventOffer("Retry").sendWord == "Retry")
        #expect(EventOffer("Approve", fields: RecordType(fields: [.init("by", .string)])).sendWord == #"'Approve={"by": "…"}'"#)
    }
}
