import PawlKit
import PawlMachine
import Testing

@Suite("Admission and the queue")
struct AdmissionTests {
    /// Two states, an event with a payload, one that is internal, and a row without a state for `Lost`.
    static var sketch: MachineSketch {
        var sketch = MachineSketch(events: ["Go", "Lost"])
        sketch.event("Pay", [("amount", .int)])
        sketch.event("Inner", origin: .internal)
        sketch.state("A")
        sketch.state("B", .atomic, [("amount", .int)])
        sketch.state("End", .final(failure: false))
        sketch.start("A")
        sketch.row("A", .on("Pay"), to: ["B"], data: ["B": ["amount": "event.amount"]])
        sketch.row("A", .on("Inner"), to: ["End"])
        sketch.row("B", .on("Go"), to: ["End"])
        sketch.limits.payload = 64
        sketch.limits.queue = 2
        return sketch
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let event: String
        var payload = "{}"
        var isForced = false
        let reply: String
        var says = ""
    }

    static let rows = [
        Row(testDescription: "an event that is not declared", event: "Gone", reply: "rejected unknownEvent", says: "It has Go, Lost, Pay"),
        Row(testDescription: "an event of the engine", event: "done", reply: "rejected unknownEvent"),
        Row(testDescription: "an event of the engine, by force", event: "failed", isForced: true, reply: "rejected unknownEvent"),
        Row(testDescription: "an internal event", event: "Inner", reply: "rejected internalEvent"),
        Row(testDescription: "an internal event by force", event: "Inner", isForced: true, reply: "handled End"),
        Row(
            testDescription: "a payload of another type", event: "Pay", payload: #"{"amount":"5"}"#, reply: "rejected payload",
            says: "amount"),
        Row(testDescription: "a payload with a stray field", event: "Go", payload: #"{"amount":5}"#, reply: "rejected payload"),
        Row(testDescription: "a missing field", event: "Pay", reply: "rejected payload", says: "amount"),
        Row(testDescription: "no object", event: "Pay", payload: "5", reply: "rejected payload"),
        Row(testDescription: "broken JSON", event: "Pay", payload: "{", reply: "rejected payload"),
        Row(
            testDescription: "a payload over the limit", event: "Pay", payload: #"{"amount":5"# + String(repeating: " ", count: 60) + "}",
            reply: "rejected tooLarge", says: "64 are allowed"),
        Row(testDescription: "an event that fits", event: "Pay", payload: #"{"amount":5}"#, reply: "handled B"),
    ]

    @Test("answers the sender", arguments: rows)
    func admission(_ row: Row) throws {
        let lab = try Lab(Self.sketch)
        let before = lab.state.stored
        let reply = lab.send(row.event, row.payload, isForced: row.isForced)
        #expect(reply.words == row.reply)
        guard case .rejected(let rejection) = reply else { return }
        #expect(rejection.message.contains(row.says), "\(rejection.message)")
        #expect(lab.last.kind == .rejected)
        #expect(lab.last.event == row.event)
        #expect(lab.last.body.rejection == rejection.kind.rawValue)
        #expect(lab.last.body.payload?.string == row.payload)
        #expect(lab.state.stored.instance.states == before.instance.states)
        #expect(lab.state.stored.queue.isEmpty)
    }

    @Test("a rejected payload is kept to 256 bytes")
    func excerpt() throws {
        var sketch = Self.sketch
        sketch.limits.payload = 65_536
        let lab = try Lab(sketch)
        lab.send("Pay", "[" + String(repeating: "1,", count: 1_000) + "1]")
        #expect(lab.last.body.payload?.string?.utf8.count == 256)
    }

    @Test("an instance that has ended takes nothing and evaluates nothing")
    func deadLetter() throws {
        let lab = try Lab(Self.sketch)
        lab.send("Inner", isForced: true)
        #expect(lab.state.status == .finished)
        let before = lab.state.stored.instance
        #expect(lab.send("Pay", #"{"amount":5}"#).words == "deadLetter finished")
        #expect(lab.last.kind == .deadLetter)
        #expect(lab.last.body.payload?.string == #"{"amount":5}"#)
        #expect(lab.last.body.microsteps.isEmpty)
        #expect(lab.state.stored.instance.states == before.states)
        // Also what the machine does not know is a dead letter now, not a rejection.
        #expect(lab.send("Gone").words == "deadLetter finished")
    }

    @Test("events wait while the instance is paused, in order of arrival")
    func paused() throws {
        let lab = try Lab(Self.sketch)
        lab.person(.pause)
        #expect(lab.send("Pay", #"{"amount":5}"#).words == "queued 1")
        #expect(lab.send("Go").words == "queued 2")
        #expect(lab.leaves == ["A"])
        #expect(lab.next().words == "stale")
        #expect(lab.send("Go").words == "rejected busy")
        #expect(lab.send("Gone").words == "rejected unknownEvent")
        lab.person(.resume)
        #expect(lab.next().words == "handled B")
        #expect(lab.last.body.arrival == 1)
        #expect(lab.data("B") == #"{"amount":5}"#)
        #expect(lab.state.stored.queue.map(\.arrival) == [2])
        #expect(lab.next().words == "handled End")
        #expect(lab.kinds == ["started", "paused", "queued", "queued", "rejected", "resumed", "event", "event"])
    }

    @Test("an event does not overtake what waits")
    func noOvertaking() throws {
        let lab = try Lab(Self.sketch)
        lab.person(.pause)
        lab.send("Pay", #"{"amount":5}"#)
        lab.person(.resume)
        #expect(lab.send("Go").words == "queued 2")
        #expect(lab.next().words == "handled B")
        #expect(lab.next().words == "handled End")
        #expect(lab.next().words == "stale")
    }

    @Test("the dedupe key is in the entry that answers the sender")
    func dedupe() throws {
        let lab = try Lab(Self.sketch)
        lab.send("Lost", dedupe: "k-1")
        #expect(lab.last.kind == .unhandled)
        #expect(lab.last.body.dedupe == "k-1")
    }

    @Test("with unhandled: reject, an outside event that nothing handles is rejected; one that waited is recorded")
    func unhandledRejected() throws {
        var sketch = Self.sketch
        sketch.unhandled = .reject
        let lab = try Lab(sketch)
        #expect(lab.send("Lost").words == "rejected unhandled")
        #expect(lab.last.body.reasons.map(\.state) == ["A"])
        lab.person(.pause)
        lab.send("Lost")
        lab.person(.resume)
        #expect(lab.next().words == "unhandled A noRow")
    }
}
