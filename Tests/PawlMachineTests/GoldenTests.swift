import Foundation
import PawlKit
import PawlMachine
import Testing

/// One entry of each kind, as it is on disk. Set `PAWL_UPDATE_GOLDEN=1` to write the files anew; a change of one is a change of format.
@Suite("Golden entries")
struct GoldenTests {
    /// A short life in which each kind that can occur occurs.
    static func life() throws -> [JournalEntry] {
        var sketch = MachineSketch("golden", events: ["Noise", "Later", "Go", "Break", "Lost"])
        sketch.settings = MachineSketch.record([("open", .bool)])
        sketch.event("Paid", [("amount", .int)])
        sketch.state("A", .atomic, [("n", .int)], ignore: ["Noise"], defers: ["Later"])
        sketch.state("B", .atomic, [("n", .int)])
        sketch.start("A", data: ["A": ["n": "1"]])
        sketch.feedback(
            "A", "work", with: [("n", .int, "state.n")], output: [("text", .string)], timeout: .seconds(30),
            retry: RetryRule(attempts: 2, jitter: 0), success: [], failure: [])
        sketch.row("A", .on("Paid"), to: ["B"], when: "event.amount > state.n && settings.open", data: ["B": ["n": "event.amount"]])
        sketch.row("A", .on("Go"), when: "state.n > 5")
        sketch.row("A", .after("duration('1h')"), to: ["B"], data: ["B": ["n": "0"]])
        sketch.row("B", .on("Break"), when: "1 / (state.n - 7) > 0")
        let lab = try Lab(sketch, settings: [true])
        let effect = EffectID(position: 1, feedback: "A/work")
        lab.send("Noise")
        lab.send("Later", dedupe: "k-1")
        lab.send("Go")
        lab.send("Nothing", #"{"x":1}"#)
        lab.fail(effect)
        lab.now = lab.now.advanced(by: .seconds(1))
        lab.apply(.attempt(effect))
        lab.succeed(effect, ["text": "ok"])
        lab.succeed(effect, ["text": "again"])
        lab.person(.pause)
        lab.send("Paid", #"{"amount":7}"#)
        lab.person(.resume)
        lab.next()
        lab.next()
        lab.send("Break")
        lab.person(.retry)
        lab.next()
        lab.person(.skip)
        lab.person(.cancel)
        lab.send("Go")
        return lab.entries
    }

    static var folder: URL { URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden") }

    /// The columns and the body as one JSON text, one field to a line.
    static func text(_ entry: JournalEntry) -> String {
        let sealed = SealedEntry(entry)
        var lines = [
            #""position":\#(entry.position)"#, #""kind":"\#(entry.kind.name)""#, #""time":"\#(entry.time.text)""#,
            #""workflow":"\#(entry.workflow)""#, #""revision":\#(entry.revision)"#, #""format":\#(entry.format)"#,
        ]
        if let event = entry.event { lines.append(#""event":"\#(event)""#) }
        lines.append(#""from":"\#(StateList.text(entry.from))""#)
        lines.append(#""to":"\#(StateList.text(entry.to))""#)
        lines.append(#""checksum":"\#(String(sealed.checksum, radix: 16))""#)
        lines.append(#""body":\#(String(decoding: sealed.body, as: UTF8.self))"#)
        return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
    }

    /// The kinds that nothing brings about yet.
    static let planned: Set<EntryKind> = [.compensated, .forked, .migrated, .childStarted, .childEnded]

    @Test("are as they were", arguments: EntryKind.allCases.filter { !planned.contains($0) })
    func golden(_ kind: EntryKind) throws {
        let entry = try #require(try Self.life().last { $0.kind == kind }, "nothing brings \(kind.name) about")
        try Self.compare(entry, with: kind.name)
    }

    static func compare(_ entry: JournalEntry, with name: String) throws {
        let text = text(entry)
        let file = folder.appending(path: "\(name).json")
        if ProcessInfo.processInfo.environment["PAWL_UPDATE_GOLDEN"] == "1" {
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let golden = try String(contentsOf: file, encoding: .utf8)
        #expect(text == golden)
    }

    /// What an entry may hold beyond what each kind has, by the name of its file.
    static let forms: [(name: String, holds: @Sendable (JournalEntry) -> Bool)] = [
        ("element", { if case .element = $0.body.answer { true } else { false } }),
        ("begun", { !$0.body.begun.isEmpty }),
        ("running", { $0.body.microsteps.contains { $0.refused.contains { $0.refusal == .running } } }),
        ("preempted", { $0.body.microsteps.contains { $0.refused.contains { $0.refusal == .preempted } } }),
        ("delayed", { $0.body.timers.contains { $0.payload != nil } }),
        ("raised", { !$0.body.deferred.isEmpty }),
        ("history", { $0.body.history != nil }),
        ("several", { $0.to.count > 1 && !$0.from.isEmpty }),
        ("cancelling", { !$0.body.cancelledEffects.isEmpty && !$0.body.cancelledTimers.isEmpty }),
    ]

    /// A life of nested and parallel states, of streams, strategies, delays and deferral.
    static func richLife() throws -> [JournalEntry] {
        var sketch = MachineSketch("golden", events: ["Clash", "Turn", "Leave", "Back", "Raise"])
        sketch.event("Ring", [("n", .int)])
        sketch.event("Line", [("text", .string)], origin: .internal)
        sketch.event("Tick", [("n", .int)], origin: .internal)
        sketch.event("Later", [("n", .int)], origin: .internal)
        sketch.state("P", .parallel)
        sketch.state("P.R", .compound, initial: "P.R.X")
        sketch.state("P.R.X", .atomic, [("n", .int)], defers: ["Later"])
        sketch.state("P.R.Y", .atomic, [("n", .int)])
        sketch.state("P.S", .atomic)
        sketch.state("P.H", .history(deep: true), initial: "P")
        sketch.state("Out")
        sketch.start("P", data: ["P.R.X": ["n": "1"]])
        sketch.row("P.R.X", .on("Turn"), to: ["P.R.Y"], data: ["P.R.Y": ["n": "state.n + 1"]])
        sketch.row("P.R.X", .on("Raise"), emit: ["Later: n = 3", "Tick after duration('10s'): n = state.n"])
        sketch.row("P.R.Y", .on("Later"))
        sketch.row("P.R.X", .on("Clash"), to: ["P.R.X"], data: ["P.R.X": ["n": "0"]])
        sketch.row("P.S", .on("Clash"), to: ["Out"])
        sketch.row("P.S", .on("Line"))
        sketch.row("P", .on("Ring"))
        sketch.row("P", .on("Leave"), to: ["Out"])
        sketch.row("P", .after("duration('1h')"), to: ["Out"])
        sketch.row("Out", .on("Back"), to: ["P.H"])
        sketch.row("*", .on("Tick"))
        sketch.feedback(
            "P.S", "tail", success: [], failure: [], next: [("Line", nil, ["text": "result.text"])], elements: [("text", .string)])
        sketch.feedback("on Ring", "queued", with: [("n", .int, "event.n")], strategy: .queue, success: [], failure: [])
        sketch.feedback("on Ring", "single", strategy: .ignoreWhileRunning, success: [], failure: [])
        let lab = try Lab(sketch)
        lab.element(EffectID(position: 1, feedback: "P.S/tail"), ["text": "a"])
        lab.send("Clash")
        lab.send("Ring", #"{"n":1}"#)
        lab.send("Ring", #"{"n":2}"#)
        lab.succeed(EffectID(position: 4, feedback: "on Ring/queued"))
        lab.send("Raise")
        lab.send("Turn")
        lab.next()
        lab.send("Leave")
        lab.send("Back")
        return lab.entries
    }

    @Test("of each form are as they were", arguments: forms.map(\.name))
    func goldenForm(_ name: String) throws {
        let holds = try #require(Self.forms.first { $0.name == name }?.holds)
        let entry = try #require(try Self.richLife().first(where: holds), "nothing brings \(name) about")
        try Self.compare(entry, with: "forms/\(name)")
    }

    @Test("there is no file of a kind that does not exist")
    func noStrangers() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path()).filter { $0.hasSuffix(".json") }
        let kinds = Set(EntryKind.allCases.map { "\($0.name).json" })
        #expect(names.allSatisfy { kinds.contains($0) })
        let forms = try FileManager.default.contentsOfDirectory(atPath: Self.folder.appending(path: "forms").path())
        #expect(Set(forms) == Set(Self.forms.map { "\($0.name).json" }))
    }
}
