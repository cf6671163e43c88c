import PawlKit
import PawlMachine
import Testing

@Suite("Events that take no row")
struct OutcomeTests {
    @Test("each leaf says why, and the sender learns what would be accepted")
    func unhandled() throws {
        var sketch = MachineSketch(events: ["Go", "Other", "Any"])
        sketch.state("P", .parallel)
        sketch.state("P.R", .compound, initial: "P.R.X")
        sketch.state("P.R.X", .atomic, [("n", .int)])
        sketch.state("P.S", .compound, initial: "P.S.Y")
        sketch.state("P.S.Y")
        sketch.state("P.T")
        sketch.start("P", data: ["P.R.X": ["n": "3"]])
        sketch.row("P.R.X", .on("Go"), to: ["P.R.X"], when: "state.n > 5")
        sketch.row("P.S.Y", .on("Go"), to: ["P.S.Y"], disable: "active('P.R.X')")
        sketch.row("P.S.Y", .on("Other"), to: ["P.S.Y"])
        sketch.feedback("P.T", "slow", success: [], failure: [])
        sketch.row("P", .after("duration('5s')"), to: ["P"])
        let lab = try Lab(sketch)
        let before = lab.state.stored
        let reply = lab.send("Go")
        #expect(reply.words == "unhandled P.R.X when, P.S.Y disabled, P.T noRow")
        guard case .unhandled(_, let accepted) = reply else { return }
        #expect(accepted.map { "\($0.name) \($0.isGuarded)" } == ["Go true", "Other false"])
        #expect(lab.last.body.reasons.map { "\($0.state) \($0.why.rawValue)" } == ["P.R.X when", "P.S.Y disabled", "P.T noRow"])
        #expect(lab.refused == ["P.R.X:Go when", "P.S.Y:Go disabled"])
        #expect(lab.last.body.microsteps.first?.refused.first?.reads?.description == #"{"state.n":3}"#)
        #expect(lab.state.stored.effects == before.effects)
        #expect(lab.state.stored.timers == before.timers)
        #expect(lab.state.stored.instance.data == before.instance.data)
        #expect(lab.launches.isEmpty)
    }

    @Test("a row of an ancestor that is refused is the reason of each leaf below it, and is evaluated once")
    func sharedRefusal() throws {
        var sketch = MachineSketch(events: ["Go"])
        sketch.state("P", .parallel)
        sketch.state("P.R")
        sketch.state("P.S")
        sketch.start("P")
        sketch.row("P", .on("Go"), to: ["P"], when: "1 > 2")
        let lab = try Lab(sketch)
        #expect(lab.send("Go").words == "unhandled P.R when, P.S when")
        #expect(lab.refused == ["P:Go when"])
    }

    @Test("ignore is recorded as wanted silence, and an exact row goes before it")
    func ignored() throws {
        var sketch = MachineSketch(events: ["Go", "Noise"])
        sketch.state("A", .atomic, ignore: ["Noise"])
        sketch.state("B", .atomic, ignore: ["Noise"])
        sketch.start("A")
        sketch.row("A", .on("Go"), to: ["B"])
        sketch.row("B", .on("Noise"), to: ["A"])
        sketch.row("*", .on("Noise"), to: ["B"])
        sketch.feedback("A", "work", success: [], failure: [])
        let lab = try Lab(sketch)
        let effects = lab.effects
        #expect(lab.send("Noise").words == "ignored")
        #expect(lab.last.kind == .ignored)
        #expect(lab.effects == effects)
        lab.send("Go")
        #expect(lab.send("Noise").words == "handled A")
    }

    static var deferring: MachineSketch {
        var sketch = MachineSketch(events: ["Go", "Later", "Back"])
        sketch.event("Told", origin: .internal)
        sketch.state("A", .atomic, [("n", .int)], defers: ["Later", "Told"])
        sketch.state("B", .atomic, [("n", .int)])
        sketch.start("A", data: ["A": ["n": "0"]])
        sketch.feedback("A", "tell", success: [("Told", nil, [:])], failure: [])
        sketch.row("A", .on("Go"), to: ["B"], data: ["B": ["n": "0"]])
        sketch.row("A", .on("Back"), data: ["A": ["n": "state.n + 1"]])
        sketch.row("B", .on("Later"), data: ["B": ["n": "state.n + 1"]])
        sketch.row("B", .on("Told"), data: ["B": ["n": "state.n + 10"]])
        sketch.row("B", .on("Back"), to: ["A"], data: ["A": ["n": "0"]])
        return sketch
    }

    @Test("a deferred event waits for a state that does not defer it, oldest first")
    func deferred() throws {
        let lab = try Lab(Self.deferring)
        #expect(lab.send("Later").words == "deferred")
        #expect(lab.last.kind == .deferred)
        #expect(lab.send("Later").words == "deferred")
        // It does not stand in the way of others, and an update of the state does not bring it back.
        #expect(lab.send("Back").words == "handled A")
        #expect(lab.last.body.readmitted.isEmpty)
        #expect(lab.next().words == "stale")
        #expect(lab.send("Go").words == "handled B")
        #expect(lab.last.body.readmitted == [1, 2])
        // What comes now waits behind what is back.
        #expect(lab.send("Back").words == "queued 3")
        #expect(lab.next().words == "handled B")
        #expect(lab.next().words == "handled B")
        #expect(lab.data("B") == #"{"n":2}"#)
        #expect(lab.next().words == "handled A")
        #expect(lab.state.stored.queue.isEmpty)
    }

    @Test("the deferred event of an effect survives its state")
    func deferredAnswer() throws {
        let lab = try Lab(Self.deferring)
        let effect = try #require(lab.effects.first)
        #expect(lab.succeed(effect).words == "deferred")
        lab.send("Go")
        #expect(lab.last.body.cancelledEffects.isEmpty)
        #expect(lab.last.body.readmitted == [1])
        #expect(lab.next().words == "handled B")
        #expect(lab.data("B") == #"{"n":10}"#)
        #expect(lab.effects.isEmpty)
    }

    @Test("a row in one region goes before the silence of another")
    func rowBeatsIgnore() throws {
        var sketch = MachineSketch(events: ["Go"])
        sketch.state("P", .parallel)
        sketch.state("P.R", .atomic, ignore: ["Go"])
        sketch.state("P.S", .atomic, [("n", .int)])
        sketch.start("P", data: ["P.S": ["n": "0"]])
        sketch.row("P.S", .on("Go"), data: ["P.S": ["n": "1"]])
        let lab = try Lab(sketch)
        #expect(lab.send("Go").words == "handled P.R, P.S")
        #expect(lab.data("P.S") == #"{"n":1}"#)
    }
}
