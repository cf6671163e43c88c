import PawlKit
import PawlMachine
import Testing

@Suite("What runs while a state is active")
struct ActivityTests {
    static var sketch: MachineSketch {
        var sketch = MachineSketch(events: ["Update", "Reenter", "Leave", "Pass"])
        sketch.state("A", .atomic, [("n", .int)])
        sketch.state("B", .atomic, [("n", .int)])
        sketch.state("Between", .atomic, [("n", .int)])
        sketch.start("A", data: ["A": ["n": "1"]])
        sketch.feedback("A", "leaves", with: [("n", .int, "state.n")], timeout: .seconds(30), success: [], failure: [])
        sketch.feedback("A", "stays", strategy: .continueOnNewState, success: [], failure: [])
        sketch.feedback("Between", "never", success: [], failure: [])
        sketch.row("A", .after("duration('1m')"))
        sketch.row("A", .on("Update"), data: ["A": ["n": "state.n + 1"]])
        sketch.row("A", .on("Reenter"), to: ["A"], data: ["A": ["n": "state.n + 10"]])
        sketch.row("A", .on("Leave"), to: ["B"], data: ["B": ["n": "state.n"]])
        sketch.row("A", .on("Pass"), to: ["Between"], data: ["Between": ["n": "0"]])
        sketch.row("Between", .after("duration('1s')"))
        sketch.row("Between", .always, to: ["B"], data: ["B": ["n": "state.n"]])
        return sketch
    }

    @Test("starts with absolute deadlines")
    func deadlines() throws {
        let lab = try Lab(Self.sketch)
        #expect(lab.state.stored.effects.map(\.deadline) == [lab.now.advanced(by: .seconds(30)), nil])
        #expect(lab.state.stored.timers.map(\.due) == [lab.now.advanced(by: .minutes(1))])
        #expect(lab.launches.map(\.description) == ["1/A/leaves", "1/A/stays"])
        #expect(lab.state.stored.effects.first?.input.description == #"{"n":1}"#)
    }

    @Test("an internal update changes data and nothing else")
    func update() throws {
        let lab = try Lab(Self.sketch)
        let before = lab.state.stored
        lab.now = lab.now.advanced(by: .seconds(10))
        #expect(lab.send("Update").words == "handled A")
        #expect(lab.data("A") == #"{"n":2}"#)
        #expect(lab.state.stored.effects == before.effects)
        #expect(lab.state.stored.timers == before.timers)
        #expect(lab.last.body.cancelledEffects.isEmpty && lab.last.body.effects.isEmpty && lab.last.body.timers.isEmpty)
    }

    @Test("re-entry cancels and starts anew; what runs on runs twice")
    func reentry() throws {
        let lab = try Lab(Self.sketch)
        lab.now = lab.now.advanced(by: .seconds(10))
        #expect(lab.send("Reenter").words == "handled A")
        #expect(lab.last.body.cancelledEffects.map(\.description) == ["1/A/leaves"])
        #expect(lab.last.body.cancelledTimers.map(\.position) == [1])
        #expect(lab.launches.map(\.description) == ["2/A/leaves", "2/A/stays"])
        #expect(lab.effects.map(\.description) == ["1/A/stays", "2/A/leaves", "2/A/stays"])
        #expect(lab.state.stored.timers.map(\.due) == [lab.now.advanced(by: .minutes(1))])
        #expect(lab.state.stored.effects[1].input.description == #"{"n":11}"#)
    }

    @Test("leaving cancels what belongs to the state, and only that")
    func leaving() throws {
        let lab = try Lab(Self.sketch)
        lab.send("Leave")
        #expect(lab.last.body.cancelledEffects.map(\.description) == ["1/A/leaves"])
        #expect(lab.effects.map(\.description) == ["1/A/stays"])
        #expect(lab.timers.isEmpty)
        // The result of what runs on is delivered, that of the other is stale.
        #expect(lab.succeed(EffectID(position: 1, feedback: "A/leaves")).words == "stale")
        #expect(lab.last.kind == .stale)
        #expect(lab.succeed(EffectID(position: 1, feedback: "A/stays")).words == "handled B")
        #expect(lab.last.kind == .answered)
        #expect(lab.effects.isEmpty)
    }

    @Test("a state that is entered and left in one step starts nothing")
    func passing() throws {
        let lab = try Lab(Self.sketch)
        #expect(lab.send("Pass").words == "handled B")
        #expect(lab.launches.isEmpty)
        #expect(lab.timers.isEmpty)
        #expect(lab.last.body.effects.isEmpty && lab.last.body.timers.isEmpty)
    }

    @Test("a state that is left and entered again in one step starts its feedbacks once")
    func backAndForth() throws {
        var sketch = MachineSketch(events: ["Go"])
        sketch.state("A", .atomic, [("n", .int)])
        sketch.state("B", .atomic, [("n", .int)])
        sketch.start("A", data: ["A": ["n": "0"]])
        sketch.feedback("A", "f", success: [], failure: [])
        sketch.row("A", .on("Go"), to: ["B"], data: ["B": ["n": "state.n + 1"]])
        sketch.row("B", .always, to: ["A"], data: ["A": ["n": "state.n + 1"]])
        sketch.row("A", .always, to: ["B"], when: "state.n == 2", data: ["B": ["n": "state.n + 1"]])
        let lab = try Lab(sketch)
        #expect(lab.send("Go").words == "handled A")
        #expect(lab.data("A") == #"{"n":4}"#)
        #expect(lab.last.body.cancelledEffects.map(\.description) == ["1/A/f"])
        #expect(lab.last.body.effects.map(\.id.description) == ["2/A/f"])
        #expect(lab.effects.count == 1)
    }

    static var timed: MachineSketch {
        var sketch = MachineSketch(events: ["Go", "Back"])
        sketch.input = MachineSketch.record([("until", .timestamp)])
        sketch.state("A")
        sketch.state("B")
        sketch.start("A")
        sketch.row("A", .after("duration('1s')"), to: ["B"], when: "now < input.until")
        sketch.row("A", .after("duration('1s')"), to: ["A"])
        sketch.row("A", .at("input.until"), to: ["B"])
        sketch.row("A", .on("Go"), to: ["B"])
        sketch.row("B", .on("Back"), to: ["A"])
        sketch.row("*", .after("duration('1h')"), to: ["B"])
        return sketch
    }

    @Test("a timer fires once, tries its rows in order, and is gone")
    func timer() throws {
        let lab = try Lab(
            Self.timed, input: [.timestamp(Timestamp(nanosecondsSince1970: 1_798_804_800_000_000_000).advanced(by: .minutes(5)))])
        #expect(lab.state.stored.timers.map(\.id.name) == ["A:after duration('1s')", "A:at input.until", "*:after duration('1h')"])
        let timer = try #require(lab.state.stored.timers.first)
        #expect(try lab.fire("A:after duration('1s')").words == "handled B")
        #expect(lab.last.body.cause == .timer(timer.id))
        #expect(lab.last.event == nil)
        #expect(lab.last.body.cancelledTimers.map(\.name) == ["A:at input.until"])
        #expect(lab.timers == ["1/*:after duration('1h')"])
        #expect(lab.apply(.fire(timer.id)).words == "stale")
        #expect(lab.last.kind == .event)
        // The machine's own timer counts from the start, wherever it stands.
        #expect(try lab.fire("*:after duration('1h')").words == "handled B")
    }

    @Test("a timer whose rows are all false is spent, and that is recorded")
    func spentTimer() throws {
        var sketch = MachineSketch()
        sketch.state("A")
        sketch.state("B")
        sketch.start("A")
        sketch.row("A", .after("duration('1s')"), to: ["B"], when: "false")
        let lab = try Lab(sketch)
        #expect(try lab.fire("A:after duration('1s')").words == "unhandled A when")
        #expect(lab.timers.isEmpty)
        #expect(lab.leaves == ["A"])
    }

    @Test("a timer that waits in the queue is off once its state was left, also when it was entered again")
    func supersededTimer() throws {
        let lab = try Lab(
            Self.timed, input: [.timestamp(Timestamp(nanosecondsSince1970: 1_798_804_800_000_000_000).advanced(by: .minutes(5)))])
        lab.person(.pause)
        lab.send("Go")
        lab.send("Back")
        #expect(try lab.fire("A:after duration('1s')").words == "queued 3")
        #expect(lab.timers.contains { $0.contains("1s") } == false)
        lab.person(.resume)
        lab.next()
        lab.next()
        #expect(lab.leaves == ["A"])
        #expect(lab.next().words == "stale")
        #expect(lab.leaves == ["A"])
        #expect(lab.last.kind == .unhandled)
        #expect(lab.state.stored.queue.isEmpty)
        // The new one is set and fires in its time.
        #expect(try lab.fire("A:after duration('1s')").words == "handled B")
    }
}
