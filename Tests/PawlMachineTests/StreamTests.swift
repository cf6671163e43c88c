import PawlKit
import PawlMachine
import Testing

@Suite("Elements of streaming services")
struct StreamTests {
    private let effect = EffectID(position: 1, feedback: "A/tail")

    private func sketch(queue: Int = 1_024) -> MachineSketch {
        var sketch = MachineSketch(events: ["Leave"])
        sketch.limits.queue = queue
        sketch.event("Line", [("text", .string)], origin: .internal)
        sketch.event("Closed", origin: .internal)
        sketch.state("A", .atomic, [("all", .string)])
        sketch.state("B", .atomic)
        sketch.start("A", data: ["A": ["all": "''"]])
        sketch.row("A", .on("Line"), when: "event.text != '0'", data: ["A": ["all": "state.all + event.text"]])
        sketch.row("A", .on("Closed"), to: ["B"])
        sketch.row("A", .on("Leave"), to: ["B"])
        sketch.feedback(
            "A", "tail", success: [("Closed", nil, [:])], failure: [("Closed", nil, [:])],
            next: [("Line", "result.number < 100", ["text": "string(result.number)"])], elements: [("number", .int)])
        return sketch
    }

    @Test("each raises its event, and the effect goes on until it ends")
    func elements() throws {
        let lab = try Lab(sketch())
        #expect(lab.element(effect, ["number": 1]).words == "handled A")
        #expect(lab.last.body.answer == .element(RawJSON(#"{"number":1}"#)))
        #expect(lab.last.body.payload?.description == #"{"text":"1"}"#)
        lab.element(effect, ["number": 2])
        #expect(lab.data("A") == #"{"all":"12"}"#)
        #expect(lab.phases == ["1/A/tail running"])
        lab.succeed(effect)
        #expect(lab.leaves == ["B"])
        #expect(lab.element(effect, ["number": 3]).words == "stale")
        #expect(lab.last.kind == .stale)
    }

    @Test("one that no mapping wants raises nothing, one that no row takes is unhandled, and the effect goes on")
    func unwanted() throws {
        let lab = try Lab(sketch())
        #expect(lab.element(effect, ["number": 100]).words == "handled A")
        #expect(lab.last.kind == .answered)
        #expect(lab.element(effect, ["number": 0]).words == "unhandled A when")
        #expect(lab.phases == ["1/A/tail running"])
    }

    @Test(
        "one that does not fit its type fails the effect with invalid_output",
        arguments: [["number": "x"], [:], ["other": 1], 5] as [Value])
    func misfit(_ value: Value) throws {
        let lab = try Lab(sketch())
        #expect(lab.element(effect, value).words == "handled B")
        guard case .failure("invalid_output", let message) = lab.last.body.answer else {
            Issue.record("\(String(describing: lab.last.body.answer))")
            return
        }
        #expect(message.contains("an element of tail"))
        #expect(lab.effects.isEmpty)
    }

    @Test("while the instance is paused elements wait their turn, up to the limit, and go before the answer")
    func paused() throws {
        let lab = try Lab(sketch(queue: 3))
        lab.person(.pause)
        lab.element(effect, ["number": 1])
        #expect(lab.element(effect, ["number": 2]).words == "queued 2")
        #expect(lab.phases == ["1/A/tail running"])
        lab.element(effect, ["number": 3])
        let count = lab.entries.count
        #expect(lab.element(effect, ["number": 4]).words == "rejected busy")
        #expect(lab.entries.count == count, "the service is asked to wait; nothing is written")
        lab.succeed(effect)
        lab.person(.resume)
        for _ in 0..<3 { lab.next() }
        #expect(lab.data("A") == #"{"all":"123"}"#)
        lab.next()
        #expect(lab.leaves == ["B"])
        #expect(lab.queue.isEmpty)
    }

    @Test("one that waits is stale when its effect was cancelled meanwhile")
    func cancelledMeanwhile() throws {
        let lab = try Lab(sketch())
        lab.person(.pause)
        lab.send("Leave")
        lab.element(effect, ["number": 1])
        lab.person(.resume)
        lab.next()
        #expect(lab.leaves == ["B"])
        #expect(lab.next().words == "stale")
        #expect(lab.queue.isEmpty)
    }

    @Test("one whose step fails blocks the instance; skipping it leaves the effect alone")
    func incident() throws {
        var sketch = sketch()
        sketch.row("*", .on("Line"), when: "1 / int(event.text) > 0")
        let lab = try Lab(sketch)
        #expect(lab.element(effect, ["number": 0]).words == "blocked PWL0701")
        #expect(lab.phases == ["1/A/tail running"])
        lab.person(.retry)
        #expect(lab.next().words == "blocked PWL0701")
        lab.person(.skip)
        #expect(lab.phases == ["1/A/tail running"])
        lab.element(effect, ["number": 5])
        #expect(lab.data("A") == #"{"all":"5"}"#)
    }

    @Test("one of an earlier attempt is stale")
    func earlierAttempt() throws {
        let lab = try Lab(sketch())
        #expect(lab.apply(.element(effect, attempt: 2, ["number": 1])).words == "stale")
    }

    @Test("an element's event that is deferred outlives its effect")
    func deferred() throws {
        var sketch = MachineSketch(events: ["Leave"])
        sketch.event("Line", [("n", .int)], origin: .internal)
        sketch.state("A", .atomic, defers: ["Line"])
        sketch.state("B", .atomic, [("n", .int)])
        sketch.start("A")
        sketch.row("A", .on("Leave"), to: ["B"], data: ["B": ["n": "0"]])
        sketch.row("B", .on("Line"), data: ["B": ["n": "event.n"]])
        sketch.feedback(
            "A", "tail", success: [], failure: [], next: [("Line", nil, ["n": "result.number"])], elements: [("number", .int)])
        let lab = try Lab(sketch)
        #expect(lab.element(effect, ["number": 4]).words == "deferred")
        lab.send("Leave")
        #expect(lab.effects.isEmpty)
        #expect(lab.next().words == "handled B")
        #expect(lab.data("B") == #"{"n":4}"#)
    }
}
