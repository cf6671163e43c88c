import PawlKit
import PawlMachine
import Testing

@Suite("Feedbacks on events, and strategies")
struct StrategyTests {
    /// `Ring` starts a call with the number it carries; `Over` and `Broke` come of it.
    private func sketch(_ strategy: FeedbackRule.Strategy, timeout: TimeAmount? = nil, failure: Bool = true) -> MachineSketch {
        var sketch = MachineSketch(events: ["Move", "End", "Double"])
        sketch.event("Ring", [("n", .int)])
        sketch.event("Over", [("n", .int)], origin: .internal)
        sketch.event("Broke", origin: .internal)
        sketch.state("A", .atomic, [("log", .string)])
        sketch.state("B", .atomic, [("log", .string)])
        sketch.state("F", .final(failure: false))
        sketch.start("A", data: ["A": ["log": "''"]])
        for (state, other) in [("A", "B"), ("B", "A")] {
            sketch.row(state, .on("Ring"))
            sketch.row(state, .on("Move"), to: [other], data: [other: ["log": "state.log"]])
            sketch.row(state, .on("Over"), data: [state: ["log": "state.log + string(event.n)"]])
            sketch.row(state, .on("Broke"), data: [state: ["log": "state.log + '!'"]])
        }
        sketch.row("*", .on("End"), to: ["F"])
        sketch.feedback(
            "on Ring", "call", with: [("n", .int, "event.n + 1")], output: [("n", .int)], strategy: strategy, timeout: timeout,
            success: [("Over", nil, ["n": "result.n"])], failure: failure ? [("Broke", nil, [:])] : nil)
        return sketch
    }

    private func ring(_ lab: Lab, _ number: Int) { lab.send("Ring", #"{"n":\#(number)}"#) }
    private func call(_ position: Int64, _ index: Int? = nil) -> EffectID {
        EffectID(position: position, feedback: "on Ring/call", index: index)
    }

    @Test("an event starts its feedback with each row that takes it; the run belongs to the instance")
    func onEvent() throws {
        let lab = try Lab(sketch(.cancelOnNewState))
        #expect(lab.effects.isEmpty)
        ring(lab, 1)
        #expect(lab.launches == [call(2)])
        #expect(lab.state.stored.effects.first?.input.description == #"{"n":2}"#)
        ring(lab, 2)
        lab.send("Move")
        #expect(lab.phases == ["2/on Ring/call running", "3/on Ring/call running"])
        lab.succeed(call(2), ["n": 7])
        #expect(lab.data("B") == #"{"log":"7"}"#)
        lab.send("End")
        #expect(lab.last.body.cancelledEffects == [call(3)])
    }

    @Test("an event that nothing takes starts nothing, and neither does one that ends the instance")
    func notTaken() throws {
        var sketch = MachineSketch(events: ["Lost", "End"])
        sketch.state("A")
        sketch.state("F", .final(failure: false))
        sketch.start("A")
        sketch.row("A", .on("End"), to: ["F"])
        for event in ["Lost", "End"] { sketch.feedback("on \(event)", "call", success: [], failure: []) }
        let lab = try Lab(sketch)
        lab.send("Lost")
        lab.send("End")
        #expect(lab.launches.isEmpty)
        #expect(lab.entries.allSatisfy { $0.body.effects.isEmpty })
    }

    @Test("raised events start feedbacks too, once for each microstep that takes them, however many regions do")
    func raised() throws {
        var sketch = MachineSketch(events: ["Go"])
        sketch.event("Inner", [("n", .int)], origin: .internal)
        sketch.state("P", .parallel)
        for region in ["R", "S"] {
            sketch.state("P.\(region)", .atomic)
            sketch.row("P.\(region)", .on("Inner"))
        }
        sketch.start("P")
        sketch.row("P.R", .on("Go"), emit: ["Inner: n = 1", "Inner: n = 2"])
        sketch.feedback("on Inner", "call", with: [("n", .int, "event.n")], success: [], failure: [], disable: "event.n > 5")
        let lab = try Lab(sketch)
        lab.send("Go")
        #expect(lab.effects.map(\.description) == ["2/on Inner/call", "2/on Inner/call/1"])
        #expect(lab.state.stored.effects.map(\.input.description) == [#"{"n":1}"#, #"{"n":2}"#])
        #expect(lab.machine.feedback(named: lab.effects[1].feedback) == 0)
    }

    @Test("cancelPrevious: a new run cancels the one before, also while it waits for its next attempt")
    func cancelPrevious() throws {
        let lab = try Lab(sketch(.cancelPrevious))
        ring(lab, 1)
        lab.send("Move")
        #expect(lab.effects == [call(2)], "only a new run cancels")
        ring(lab, 2)
        #expect(lab.last.body.cancelledEffects == [call(2)])
        #expect(lab.phases == ["4/on Ring/call running"])
        #expect(lab.succeed(call(2), ["n": 1]).words == "stale")
        // An answer that waits in the queue is of an older run too.
        lab.person(.pause)
        #expect(lab.succeed(call(4), ["n": 2]).words == "queued 1")
        ring(lab, 3)
        lab.person(.resume)
        lab.next()
        #expect(lab.data("B") == #"{"log":"2"}"#, "it came before the new run")
        lab.next()
        #expect(lab.launches.count == 1)
    }

    @Test("queue: one at a time, in order; the entry that ends one begins the next, with its own deadline")
    func queue() throws {
        let lab = try Lab(sketch(.queue, timeout: .seconds(10)))
        for number in 1...3 { ring(lab, number) }
        #expect(lab.launches.isEmpty)
        #expect(lab.phases == ["2/on Ring/call running", "3/on Ring/call queued", "4/on Ring/call queued"])
        #expect(lab.state.effect(call(3))?.deadline == nil)
        #expect(lab.succeed(call(3), ["n": 0]).words == "stale", "one that has not begun has no answer")
        lab.now = lab.now.advanced(by: .seconds(5))
        lab.succeed(call(2), ["n": 1])
        #expect(lab.last.kind == .event)
        #expect(lab.last.body.begun.map(\.id) == [call(3)])
        #expect(lab.launches == [call(3)])
        #expect(lab.state.effect(call(3))?.deadline == lab.now.advanced(by: .seconds(10)))
        lab.fail(call(3))
        #expect(lab.launches == [call(4)])
        lab.succeed(call(4), ["n": 2])
        #expect(lab.data("A") == #"{"log":"1!2"}"#)
        #expect(lab.effects.isEmpty)
        ring(lab, 9)
        #expect(lab.launches.count == 1)
    }

    @Test("queue: a retry keeps the place, an answer that must wait gives it up")
    func queueRetryAndPause() throws {
        var sketch = MachineSketch(events: ["Ring"])
        sketch.event("Over", origin: .internal)
        sketch.state("A", .atomic, [("n", .int)])
        sketch.start("A", data: ["A": ["n": "0"]])
        sketch.row("A", .on("Ring"))
        sketch.row("A", .on("Over"), data: ["A": ["n": "state.n + 1"]])
        sketch.feedback(
            "on Ring", "call", strategy: .queue, retry: RetryRule(attempts: 2, jitter: 0), success: [("Over", nil, [:])], failure: [])
        let lab = try Lab(sketch)
        for _ in 0..<3 { lab.send("Ring") }
        lab.fail(call(2))
        #expect(lab.last.kind == .retry)
        #expect(lab.phases == ["2/on Ring/call waiting", "3/on Ring/call queued", "4/on Ring/call queued"])
        lab.now = lab.now.advanced(by: .seconds(2))
        lab.apply(.attempt(call(2)))
        lab.apply(.interrupted(call(2)))
        #expect(lab.launches == [call(2)])
        lab.person(.pause)
        lab.succeed(call(2))
        #expect(lab.last.kind == .queued)
        #expect(lab.launches == [call(3)])
        #expect(lab.phases == ["2/on Ring/call answered", "3/on Ring/call running", "4/on Ring/call queued"])
        lab.person(.resume)
        lab.next()
        #expect(lab.launches.isEmpty, "its place was given up already")
        lab.fail(call(3))
        lab.now = lab.now.advanced(by: .seconds(2))
        lab.apply(.attempt(call(3)))
        lab.fail(call(3))
        #expect(lab.last.kind == .answered)
        #expect(lab.launches == [call(4)])
        #expect(lab.data("A") == #"{"n":1}"#)
    }

    @Test("queue: one that gave up unheard has the place until a person decides")
    func queueBlocked() throws {
        let lab = try Lab(sketch(.queue, failure: false))
        for number in 1...3 { ring(lab, number) }
        #expect(lab.fail(call(2)).words == "blocked PWL0703")
        #expect(lab.launches.isEmpty)
        lab.person(.retry)
        #expect(lab.launches == [call(2)])
        #expect(lab.fail(call(2)).words == "blocked PWL0703")
        lab.person(.skip)
        #expect(lab.last.body.begun.map(\.id) == [call(3)])
        #expect(lab.launches == [call(3)])
        lab.person(.cancel)
        #expect(lab.last.body.cancelledEffects == [call(3), call(4)])
        #expect(lab.last.body.begun.isEmpty)
    }

    @Test("queue: a run that the end of another brings about waits behind those that wait already")
    func queueOrder() throws {
        var sketch = sketch(.queue)
        sketch.state("C", .atomic)
        sketch.row("A", .on("Double"), to: ["C"])
        sketch.row("C", .on("Ring"))
        sketch.row("C", .on("Over"), emit: ["Ring: n = 40"])
        let lab = try Lab(sketch)
        ring(lab, 1)
        ring(lab, 2)
        lab.send("Double")
        lab.succeed(call(2), ["n": 1])
        #expect(lab.phases == ["3/on Ring/call running", "5/on Ring/call queued"])
    }

    @Test("ignoreWhileRunning: no other starts while one runs, and people see that")
    func ignoreWhileRunning() throws {
        let lab = try Lab(sketch(.ignoreWhileRunning))
        ring(lab, 1)
        ring(lab, 2)
        #expect(lab.launches.isEmpty)
        #expect(lab.refused == ["on Ring/call running"])
        #expect(lab.effects == [call(2)])
        lab.succeed(call(2), ["n": 1])
        ring(lab, 3)
        #expect(lab.launches == [call(5)])
    }

    @Test(
        "of the strategies only the first cancels when a state is left",
        arguments: [
            (FeedbackRule.Strategy.cancelOnNewState, false), (.continueOnNewState, true), (.cancelPrevious, true), (.queue, true),
            (.ignoreWhileRunning, true),
        ])
    func leaving(_ strategy: FeedbackRule.Strategy, goesOn: Bool) throws {
        var sketch = MachineSketch(events: ["Go", "Back"])
        sketch.state("A")
        sketch.state("B")
        sketch.start("A")
        sketch.row("A", .on("Go"), to: ["B"])
        sketch.row("B", .on("Back"), to: ["A"])
        sketch.feedback("A", "work", strategy: strategy, success: [], failure: [])
        let lab = try Lab(sketch)
        lab.send("Go")
        #expect(lab.effects.isEmpty != goesOn)
        lab.send("Back")
        let expected: [FeedbackRule.Strategy: [String]] = [
            .cancelOnNewState: ["3/A/work running"], .continueOnNewState: ["1/A/work running", "3/A/work running"],
            .cancelPrevious: ["3/A/work running"], .queue: ["1/A/work running", "3/A/work queued"],
            .ignoreWhileRunning: ["1/A/work running"],
        ]
        #expect(lab.phases == expected[strategy])
    }
}
