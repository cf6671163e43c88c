import PawlKit
import PawlMachine
import Testing

@Suite("Effects and their answers")
struct EffectTests {
    /// One state with one feedback, and rows that take what it comes to.
    static func sketch(
        retry: RetryRule = .never, delivery: FeedbackRule.Delivery = .atLeastOnce, takesFailed: Bool = true,
        success: MachineSketch.Outcome = nil, failure: MachineSketch.Outcome = nil
    ) -> MachineSketch {
        var sketch = MachineSketch(events: ["Leave", "Back"])
        sketch.event("Good", [("n", .int)], origin: .internal)
        sketch.event("Big", origin: .internal)
        sketch.event("Bad", [("why", .string)], origin: .internal)
        sketch.state("A", .atomic, [("limit", .int)])
        sketch.state("Done", .atomic, [("n", .int)])
        sketch.state("Failed", .atomic, [("text", .string)])
        sketch.start("A", data: ["A": ["limit": "10"]])
        sketch.feedback(
            "A", "work", output: [("n", .int)], timeout: .seconds(30), retry: retry, success: success, failure: failure, delivery: delivery)
        sketch.row("A", .on("done"), to: ["Done"], data: ["Done": ["n": "event.n"]])
        sketch.row("A", .on("Good"), to: ["Done"], data: ["Done": ["n": "event.n"]])
        sketch.row("A", .on("Big"), to: ["Done"], data: ["Done": ["n": "-1"]])
        sketch.row("A", .on("Bad"), to: ["Failed"], data: ["Failed": ["text": "event.why"]])
        if takesFailed {
            sketch.row(
                "A", .on("failed"), to: ["Failed"],
                data: ["Failed": ["text": "event.state + ' ' + event.service + ' ' + event.code + ' ' + string(event.attempts)"]])
        }
        sketch.row("A", .on("Leave"), to: ["Done"], data: ["Done": ["n": "0"]])
        sketch.row("Done", .on("Back"), to: ["A"], data: ["A": ["limit": "20"]])
        return sketch
    }

    static let first = EffectID(position: 1, feedback: "A/work")

    // MARK: Outcomes

    struct Mapping: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var success: MachineSketch.Outcome = nil
        var failure: MachineSketch.Outcome = nil
        /// A result, or nil for a failure.
        let result: Value?
        let reply: String
        let event: String?
        let kind: EntryKind
        var data: String?
    }

    static let mappings = [
        Mapping(
            testDescription: "done", result: ["n": 5], reply: "handled Done", event: "done", kind: .event, data: #"{"n":5}"#),
        Mapping(
            testDescription: "a named event", success: [("Good", nil, ["n": "result.n * state.limit"])], result: ["n": 5],
            reply: "handled Done", event: "Good", kind: .event, data: #"{"n":50}"#),
        Mapping(
            testDescription: "the first of a list that holds",
            success: [("Big", "result.n > state.limit", [:]), ("Good", nil, ["n": "result.n"])], result: ["n": 5], reply: "handled Done",
            event: "Good", kind: .event, data: #"{"n":5}"#),
        Mapping(
            testDescription: "the other of the list",
            success: [("Big", "result.n > state.limit", [:]), ("Good", nil, ["n": "result.n"])], result: ["n": 11], reply: "handled Done",
            event: "Big", kind: .event, data: #"{"n":-1}"#),
        Mapping(
            testDescription: "a list in which nothing holds", success: [("Big", "result.n > state.limit", [:])], result: ["n": 5],
            reply: "handled A", event: nil, kind: .answered),
        Mapping(testDescription: "success: ignore", success: [], result: ["n": 5], reply: "handled A", event: nil, kind: .answered),
        Mapping(
            testDescription: "failed", result: nil, reply: "handled Failed", event: "failed", kind: .event,
            data: #"{"text":"A work boom 1"}"#),
        Mapping(
            testDescription: "a failure mapped", failure: [("Bad", nil, ["why": "error.code + ': ' + error.message"])], result: nil,
            reply: "handled Failed", event: "Bad", kind: .event, data: #"{"text":"boom: it broke"}"#),
        Mapping(testDescription: "failure: ignore", failure: [], result: nil, reply: "handled A", event: nil, kind: .answered),
        Mapping(
            testDescription: "a result that does not fit", result: ["n": "five"], reply: "handled Failed", event: "failed", kind: .event,
            data: #"{"text":"A work invalid_output 1"}"#),
        Mapping(
            testDescription: "a result with a stray field", result: ["n": 5, "m": 6], reply: "handled Failed", event: "failed",
            kind: .event,
            data: #"{"text":"A work invalid_output 1"}"#),
    ]

    @Test("become events", arguments: mappings)
    func mapping(_ mapping: Mapping) throws {
        let lab = try Lab(Self.sketch(success: mapping.success, failure: mapping.failure))
        let reply = mapping.result.map { lab.succeed(Self.first, $0) } ?? lab.fail(Self.first)
        #expect(reply.words == mapping.reply)
        #expect(lab.last.kind == mapping.kind)
        #expect(lab.last.event == mapping.event)
        #expect(lab.last.body.cause == .effect(Self.first, attempt: 1))
        #expect(lab.last.body.answer != nil)
        if let data = mapping.data { #expect(lab.data(lab.leaves[0]) == data) }
        #expect(lab.effects.isEmpty)
        // A second answer finds nothing to answer.
        #expect(lab.succeed(Self.first, ["n": 1]).words == "stale")
        #expect(lab.last.body.effect?.id == Self.first)
    }

    @Test("an effect's own row does not list it as cancelled")
    func answeredIsNotCancelled() throws {
        let lab = try Lab(Self.sketch())
        lab.succeed(Self.first, ["n": 5])
        #expect(lab.last.body.cancelledEffects.isEmpty)
    }

    @Test("a mapping that fails blocks the instance, and the answer waits")
    func failingMapping() throws {
        let lab = try Lab(Self.sketch(success: [("Good", nil, ["n": "1 / (result.n - 5)"])]))
        #expect(lab.succeed(Self.first, ["n": 5]).words == "blocked PWL0701")
        #expect(lab.state.stored.effects.map(\.phase) == [.answered])
        #expect(lab.state.stored.queue.map(\.arrival) == [1])
        lab.person(.retry)
        #expect(lab.next().words == "blocked PWL0701")
        lab.person(.skip)
        #expect(lab.effects.isEmpty)
        #expect(lab.state.stored.queue.isEmpty)
        #expect(lab.send("Leave").words == "handled Done")
    }

    @Test("failed that nothing takes blocks; retry runs the effect again, skip forgets it")
    func unheardFailure() throws {
        for action in [PersonAction.retry, .skip] {
            let lab = try Lab(Self.sketch(takesFailed: false))
            #expect(lab.fail(Self.first).words == "blocked PWL0703")
            let incident = try #require(lab.last.body.incident)
            #expect(incident.effect == Self.first)
            #expect(incident.place == "A/work")
            #expect(incident.message == "work gave up after 1 attempt (boom: it broke), and no row of A takes 'failed'")
            #expect(lab.state.stored.effects.map(\.phase) == [.failed])
            #expect(lab.state.stored.queue.isEmpty)
            try recover(lab, action)
        }
    }

    @Test("the same, when the failure had to wait its turn")
    func unheardFailureFromQueue() throws {
        for action in [PersonAction.retry, .skip] {
            let lab = try Lab(Self.sketch(takesFailed: false))
            lab.person(.pause)
            #expect(lab.fail(Self.first).words == "queued 1")
            #expect(lab.state.stored.effects.map(\.phase) == [.answered])
            lab.person(.resume)
            #expect(lab.next().words == "blocked PWL0703")
            #expect(lab.state.stored.effects.map(\.phase) == [.failed])
            #expect(lab.state.stored.queue.isEmpty)
            try recover(lab, action)
        }
    }

    private func recover(_ lab: Lab, _ action: PersonAction) throws {
        #expect(lab.person(action).words == "handled A")
        #expect(lab.state.status == .active)
        if action == .retry {
            #expect(lab.launches == [Self.first])
            #expect(lab.state.effect(Self.first)?.attempt == 2)
            #expect(lab.state.effect(Self.first)?.deadline == lab.now.advanced(by: .seconds(30)))
            #expect(lab.succeed(Self.first, ["n": 5]).words == "handled Done")
        } else {
            #expect(lab.launches.isEmpty)
            #expect(lab.effects.isEmpty)
            #expect(lab.send("Leave").words == "handled Done")
        }
    }

    // MARK: Waiting and stale answers

    @Test("an answer that waits its turn is stale when an event before it leaves its state")
    func overtaken() throws {
        let lab = try Lab(Self.sketch())
        lab.person(.pause)
        lab.send("Leave")
        lab.succeed(Self.first, ["n": 5])
        lab.person(.resume)
        #expect(lab.next().words == "handled Done")
        #expect(lab.next().words == "stale")
        #expect(lab.last.kind == .stale)
        #expect(lab.last.body.effect?.id == Self.first)
        #expect(lab.state.stored.queue.isEmpty)
        #expect(lab.data("Done") == #"{"n":0}"#)
    }

    @Test("an answer to a run that was cancelled and began anew is stale")
    func superseded() throws {
        let lab = try Lab(Self.sketch())
        lab.send("Leave")
        lab.send("Back")
        #expect(lab.effects.map(\.position) == [3])
        #expect(lab.succeed(Self.first, ["n": 5]).words == "stale")
        #expect(lab.leaves == ["A"])
        #expect(lab.succeed(EffectID(position: 3, feedback: "A/work"), ["n": 5]).words == "handled Done")
    }

    @Test("an answer of an earlier attempt is stale")
    func earlierAttempt() throws {
        let lab = try Lab(Self.sketch(retry: RetryRule(attempts: 3)))
        lab.fail(Self.first)
        #expect(lab.apply(.answer(Self.first, attempt: 1, .result(["n": 5]))).words == "stale")
        lab.apply(.attempt(Self.first))
        #expect(lab.apply(.answer(Self.first, attempt: 1, .result(["n": 5]))).words == "stale")
        #expect(lab.apply(.answer(Self.first, attempt: 2, .result(["n": 5]))).words == "handled Done")
    }

    @Test("an answer after the end is stale")
    func afterTheEnd() throws {
        let lab = try Lab(Self.sketch())
        lab.person(.cancel)
        #expect(lab.succeed(Self.first, ["n": 5]).words == "stale")
        #expect(lab.state.status == .cancelled)
    }
}
