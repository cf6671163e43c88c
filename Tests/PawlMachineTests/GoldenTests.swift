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
        let text = Self.text(entry)
        let file = Self.folder.appending(path: "\(kind.name).json")
        if ProcessInfo.processInfo.environment["PAWL_UPDATE_GOLDEN"] == "1" {
            try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let golden = try String(contentsOf: file, encoding: .utf8)
        #expect(text == golden)
    }

    @Test("there is no file of a kind that does not exist")
    func noStrangers() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path()).filter { $0.hasSuffix(".json") }
        let kinds = Set(EntryKind.allCases.map { "\($0.name).json" })
        #expect(names.allSatisfy { kinds.contains($0) })
    }
}
