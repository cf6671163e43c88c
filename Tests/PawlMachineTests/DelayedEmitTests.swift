import PawlKit
import PawlMachine
import Testing

@Suite("Events that come later")
struct DelayedEmitTests {
    private func sketch() -> MachineSketch {
        var sketch = MachineSketch(events: ["Go", "Stop", "Leave", "Twice"])
        sketch.event("Tick", [("n", .int)], origin: .internal)
        sketch.state("A", .atomic, [("n", .int)])
        sketch.state("B", .atomic, [("n", .int)])
        sketch.start("A", data: ["A": ["n": "5"]])
        sketch.row("A", .on("Go"), emit: ["Tick after duration('10s'): n = state.n"])
        sketch.row(
            "A", .on("Twice"), emit: ["Tick after duration('10s'): n = 1", "Tick after duration('5s'): n = 2"])
        sketch.row("A", .on("Leave"), to: ["B"], data: ["B": ["n": "0"]])
        sketch.row("*", .on("Stop"), emit: ["Tick never"])
        sketch.row("B", .on("Tick"), data: ["B": ["n": "event.n"]])
        return sketch
    }

    @Test("a delayed event is a timer that survives its state, with the payload of the moment it was raised")
    func survives() throws {
        let lab = try Lab(sketch())
        #expect(lab.send("Go").words == "handled A")
        #expect(lab.timers == ["2/emit Tick"])
        #expect(lab.state.stored.timers.first?.payload?.description == #"{"n":5}"#)
        lab.send("Leave")
        #expect(lab.timers == ["2/emit Tick"])
        #expect(try lab.fire("emit Tick").words == "handled B")
        #expect(lab.data("B") == #"{"n":5}"#)
        #expect(lab.last.event == "Tick")
        #expect(lab.last.body.cause == .timer(TimerID(position: 2, name: "emit Tick")))
        #expect(lab.timers.isEmpty)
    }

    @Test("two in one step have names of their own and come in order of their time")
    func twice() throws {
        let lab = try Lab(sketch())
        lab.send("Twice")
        #expect(lab.timers == ["2/emit Tick#2", "2/emit Tick"])
        lab.send("Leave")
        try lab.fire("emit Tick#2")
        #expect(lab.data("B") == #"{"n":2}"#)
        try lab.fire("emit Tick")
        #expect(lab.data("B") == #"{"n":1}"#)
    }

    @Test("never calls off all that are still to come, also those of the same step")
    func never() throws {
        var sketch = sketch()
        sketch.row("A", .on("Stop"), emit: ["Tick after duration('1s'): n = 1", "Tick never", "Tick after duration('2s'): n = 2"])
        let lab = try Lab(sketch)
        lab.send("Twice")
        lab.send("Go")
        #expect(lab.timers.count == 3)
        lab.send("Stop")
        #expect(lab.last.body.cancelledTimers.map(\.description).sorted() == ["2/emit Tick", "2/emit Tick#2", "3/emit Tick"])
        #expect(lab.timers == ["4/emit Tick"])
        #expect(lab.state.stored.timers.first?.payload?.description == #"{"n":2}"#)
    }

    @Test("one that is due while the instance is paused waits in the queue")
    func paused() throws {
        let lab = try Lab(sketch())
        lab.send("Go")
        lab.send("Leave")
        lab.person(.pause)
        #expect(try lab.fire("emit Tick").words == "queued 1")
        #expect(lab.queue == ["1 Tick"])
        #expect(lab.timers.isEmpty)
        lab.person(.resume)
        #expect(lab.next().words == "handled B")
        #expect(lab.data("B") == #"{"n":5}"#)
        #expect(lab.last.body.cause == .timer(TimerID(position: 2, name: "emit Tick")))
    }

    @Test("one that nothing takes is recorded as unhandled, and its timer is gone")
    func unhandled() throws {
        let lab = try Lab(sketch())
        lab.send("Go")
        #expect(try lab.fire("emit Tick").words == "unhandled A noRow")
        #expect(lab.last.event == "Tick")
        #expect(lab.timers.isEmpty)
    }

    @Test("one whose step fails stays first in the queue and is tried again")
    func incident() throws {
        var sketch = sketch()
        sketch.row("A", .on("Tick"), when: "10 / (event.n - 5) > 0")
        let lab = try Lab(sketch)
        lab.send("Go")
        #expect(try lab.fire("emit Tick").words == "blocked PWL0701")
        #expect(lab.queue == ["1 Tick"])
        lab.person(.retry)
        #expect(lab.next().words == "blocked PWL0701")
        lab.person(.skip)
        #expect(lab.queue.isEmpty)
    }

    @Test("states raise them at entry and exit too, and the end of the instance takes all away")
    func entryAndEnd() throws {
        var sketch = MachineSketch(events: ["Go", "End"])
        sketch.event("Late", origin: .internal)
        sketch.event("Gone", origin: .internal)
        sketch.state("A", .atomic, entry: ["Late after duration('1m')"], exit: ["Gone after duration('2m')", "Late never"])
        sketch.state("B")
        sketch.state("F", .final(failure: false))
        sketch.start("A")
        sketch.row("A", .on("Go"), to: ["B"])
        sketch.row("B", .on("End"), to: ["F"], emit: ["Late after duration('1s')"])
        let lab = try Lab(sketch)
        #expect(lab.timers == ["1/emit Late"])
        lab.send("Go")
        #expect(lab.timers == ["2/emit Gone"])
        lab.send("End")
        #expect(lab.last.body.cancelledTimers.map(\.description) == ["2/emit Gone"])
        #expect(lab.last.body.timers.isEmpty)
        #expect(lab.timers.isEmpty)
    }
}
