import PawlKit
import PawlMachine
import Testing

@Suite("Events kept for later")
struct DeferralTests {
    private func sketch(limit: Int = 256) -> MachineSketch {
        var sketch = MachineSketch(events: ["Go", "Raise", "Open", "Outside"])
        sketch.event("Kept", [("n", .int)], origin: .internal)
        sketch.limits.deferred = limit
        sketch.state("A", .atomic, defers: ["Kept", "Outside"])
        sketch.state("B", .atomic, [("seen", .string)])
        sketch.start("A")
        sketch.row("A", .on("Raise"), emit: ["Kept: n = 1", "Kept: n = 2"])
        sketch.row("A", .on("Open"), to: ["B"], data: ["B": ["seen": "''"]])
        sketch.row("B", .on("Kept"), data: ["B": ["seen": "state.seen + string(event.n)"]])
        sketch.row("B", .on("Outside"), data: ["B": ["seen": "state.seen + 'o'"]])
        return sketch
    }

    @Test("what a step raises and a state defers waits in the queue, in order, and comes back oldest first")
    func raised() throws {
        let lab = try Lab(sketch())
        #expect(lab.send("Outside").words == "deferred")
        lab.send("Raise")
        #expect(lab.queue == ["1 Outside deferred", "2 Kept deferred", "3 Kept deferred"])
        #expect(
            lab.last.body.deferred.map { "\($0.arrival) \($0.event) \($0.payload?.description ?? "")" } == [
                #"2 Kept {"n":1}"#, #"3 Kept {"n":2}"#,
            ])
        #expect(lab.state.stored.queue.last?.cause == .raised(at: 3))
        lab.send("Open")
        #expect(lab.last.body.readmitted == [1, 2, 3])
        for _ in 0..<3 { lab.next() }
        #expect(lab.data("B") == #"{"seen":"o12"}"#)
        #expect(lab.queue.isEmpty)
        #expect(lab.last.body.cause == .raised(at: 3))
    }

    @Test("what an earlier microstep deferred and the last state takes runs again at once")
    func readmittedInTheSameStep() throws {
        var sketch = sketch()
        sketch.row("A", .on("Go"), emit: ["Kept: n = 7", "Next"])
        sketch.event("Next", origin: .internal)
        sketch.row("A", .on("Next"), to: ["B"], data: ["B": ["seen": "'x'"]])
        let lab = try Lab(sketch)
        lab.send("Go")
        #expect(lab.last.body.readmitted == [1])
        #expect(lab.queue == ["1 Kept"])
        lab.next()
        #expect(lab.data("B") == #"{"seen":"x7"}"#)
    }

    @Test("an event that is raised at the start can be deferred")
    func atStart() throws {
        var sketch = sketch()
        sketch.state("C", .atomic, defers: ["Kept"], entry: ["Kept: n = 3"])
        sketch.start("C")
        sketch.row("C", .on("Open"), to: ["B"], data: ["B": ["seen": "''"]])
        let lab = try Lab(sketch)
        #expect(lab.queue == ["1 Kept deferred"])
        #expect(lab.state.stored.instance.arrival == 1)
        lab.send("Open")
        lab.next()
        #expect(lab.data("B") == #"{"seen":"3"}"#)
    }

    @Test("beyond the limit an outside event is rejected, and one that was raised blocks the instance")
    func limit() throws {
        let lab = try Lab(sketch(limit: 2))
        lab.send("Outside")
        #expect(lab.send("Raise").words == "blocked PWL0705")
        #expect(lab.queue == ["1 Outside deferred", "2 Raise"])
        lab.person(.skip)
        lab.send("Outside")
        #expect(lab.send("Outside").words == "rejected busy")
        #expect(lab.last.kind == .rejected)
        #expect(lab.queue == ["1 Outside deferred", "3 Outside deferred"])
    }

    @Test("a delayed event that a state defers keeps its timer's name and comes back")
    func delayed() throws {
        var sketch = sketch()
        sketch.row("A", .on("Go"), emit: ["Kept after duration('1s'): n = 9"])
        let lab = try Lab(sketch)
        lab.send("Go")
        #expect(try lab.fire("emit Kept").words == "deferred")
        #expect(lab.queue == ["1 Kept deferred"])
        lab.send("Open")
        lab.next()
        #expect(lab.data("B") == #"{"seen":"9"}"#)
    }
}
