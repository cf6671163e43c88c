import PawlKit
import PawlMachine
import Testing

@Suite("Nested and parallel states")
struct HierarchyTests {
    /// Two regions of two levels, with events for what can happen between them.
    static var regions: MachineSketch {
        var sketch = MachineSketch(events: ["Both", "Out", "Up", "In", "Cross", "Again", "Stay"])
        for name in ["exit A", "exit A1", "exit A2", "enter A", "enter A1", "enter A2", "exit P", "exit X", "exit X1", "enter X1"] {
            sketch.event(name, origin: .internal)
        }
        sketch.state("P", .parallel, exit: ["exit P"])
        sketch.state("P.A", .compound, initial: "P.A.A1", entry: ["enter A"], exit: ["exit A"])
        sketch.state("P.A.A1", entry: ["enter A1"], exit: ["exit A1"])
        sketch.state("P.A.A2", entry: ["enter A2"], exit: ["exit A2"])
        sketch.state("P.X", .compound, initial: "P.X.X1", exit: ["exit X"])
        sketch.state("P.X.X1", entry: ["enter X1"], exit: ["exit X1"])
        sketch.state("P.X.X2")
        sketch.state("Q")
        sketch.start("P")
        sketch.row("P.A.A1", .on("Both"), to: ["P.A.A2"])
        sketch.row("P.X.X1", .on("Both"), to: ["P.X.X2"])
        sketch.row("P.A.A1", .on("Out"), to: ["P.A.A2"])
        sketch.row("P.X.X1", .on("Out"), to: ["Q"])
        sketch.row("P.A", .on("Up"), to: ["Q"])
        sketch.row("P.X.X1", .on("Up"), to: ["P.X.X2"])
        sketch.row("P", .on("Up"), to: ["P"])
        sketch.row("Q", .on("In"), to: ["P.A.A2", "P.X.X2"])
        sketch.row("P.A", .on("Again"), to: ["P.A.A2"])
        sketch.row("P.A", .on("Stay"), to: ["P.A.A2"], isInternal: true)
        return sketch
    }

    private func raised(_ lab: Lab) -> [String] { lab.last.body.microsteps.compactMap(\.event) }

    @Test("enters parents first and all regions, in document order")
    func initial() throws {
        let lab = try Lab(Self.regions)
        #expect(lab.leaves == ["P.A.A1", "P.X.X1"])
        #expect(raised(lab) == ["enter A", "enter A1", "enter X1"])
    }

    @Test("rows of regions that do not meet are both taken")
    func both() throws {
        let lab = try Lab(Self.regions)
        #expect(lab.send("Both").words == "handled P.A.A2, P.X.X2")
        #expect(lab.taken == ["P.A.A1:Both", "P.X.X1:Both"])
        // Left in reverse document order.
        #expect(raised(lab) == ["exit X1", "exit A1", "enter A2"])
    }

    @Test("of two rows whose exit sets meet, that of the earlier leaf wins")
    func earlierLeaf() throws {
        let lab = try Lab(Self.regions)
        #expect(lab.send("Out").words == "handled P.A.A2, P.X.X1")
        #expect(lab.taken == ["P.A.A1:Out"])
        #expect(lab.refused == ["P.X.X1:Out preempted"])
    }

    @Test("of two rows whose exit sets meet, the one from further inside wins over an ancestor's")
    func descendant() throws {
        var sketch = MachineSketch(events: ["Go"])
        sketch.state("P", .parallel)
        sketch.state("P.A")
        sketch.state("P.X")
        sketch.state("Q")
        sketch.state("Z")
        sketch.start("P")
        sketch.row("P", .on("Go"), to: ["Q"])
        sketch.row("P.X", .on("Go"), to: ["Z"])
        let lab = try Lab(sketch)
        #expect(lab.send("Go").words == "handled Z")
        #expect(lab.refused == ["P:Go preempted"])
    }

    @Test("leaving a parallel state leaves all of it")
    func up() throws {
        let lab = try Lab(Self.regions)
        #expect(lab.send("Up").words == "handled Q")
        #expect(lab.taken == ["P.A:Up"])
        #expect(lab.refused == ["P.X.X1:Up preempted"])
        #expect(raised(lab) == ["exit X1", "exit X", "exit A1", "exit A", "exit P"])
    }

    @Test("several targets, one in each region")
    func severalTargets() throws {
        let lab = try Lab(Self.regions)
        lab.send("Up")
        #expect(lab.send("In").words == "handled P.A.A2, P.X.X2")
        #expect(raised(lab) == ["enter A", "enter A2"])
    }

    @Test("a target inside the source leaves the source and enters it again")
    func externalSelf() throws {
        let lab = try Lab(Self.regions)
        #expect(lab.send("Again").words == "handled P.A.A2, P.X.X1")
        // A region has no compound state around it but the root's, so that the other region is left too.
        #expect(raised(lab) == ["exit X1", "exit X", "exit A1", "exit A", "exit P", "enter A", "enter A2", "enter X1"])
    }

    @Test("an internal row leaves the source active")
    func internalRow() throws {
        let lab = try Lab(Self.regions)
        #expect(lab.send("Stay").words == "handled P.A.A2, P.X.X1")
        #expect(raised(lab) == ["exit A1", "enter A2"])
    }

    // MARK: Data

    @Test("rows see the data of enclosing states, and an update may change it")
    func enclosingData() throws {
        var sketch = MachineSketch(events: ["Add", "Move"])
        sketch.state("O", .compound, [("total", .int)], initial: "O.A", data: ["O.A": ["n": "state.total + 1"]])
        sketch.state("O.A", .atomic, [("n", .int)])
        sketch.state("O.B", .atomic, [("n", .int)])
        sketch.start("O", data: ["O": ["total": "5"]])
        sketch.row("O.A", .on("Add"), data: ["O": ["total": "state.total + state.n"], "O.A": ["n": "0"]])
        sketch.row("O.A", .on("Move"), to: ["O.B"], data: ["O.B": ["n": "state.total"]])
        let lab = try Lab(sketch)
        #expect(lab.data("O.A") == #"{"n":6}"#)
        lab.send("Add")
        #expect(lab.data("O") == #"{"total":11}"#)
        #expect(lab.data("O.A") == #"{"n":0}"#)
        lab.send("Move")
        #expect(lab.data("O.B") == #"{"n":11}"#)
        #expect(lab.data("O") == #"{"total":11}"#)
    }

    // MARK: done

    static var finishing: MachineSketch {
        var sketch = MachineSketch(events: ["A", "X", "Deep"])
        sketch.state("P", .parallel)
        sketch.state("P.A", .compound, initial: "P.A.Run")
        sketch.state("P.A.Run")
        sketch.state("P.A.End", .final(failure: false))
        sketch.state("P.I", .parallel)
        sketch.state("P.I.X", .compound, initial: "P.I.X.Run")
        sketch.state("P.I.X.Run")
        sketch.state("P.I.X.End", .final(failure: false))
        sketch.state("Over")
        sketch.start("P")
        sketch.row("P.A.Run", .on("A"), to: ["P.A.End"])
        sketch.row("P.I.X.Run", .on("X"), to: ["P.I.X.End"])
        sketch.row("P", .on("done"), to: ["Over"])
        return sketch
    }

    @Test("done is raised for the parent of a final state, and for a parallel state when all regions are final, also a nested one")
    func done() throws {
        for order in [["A", "X"], ["X", "A"]] {
            let lab = try Lab(Self.finishing)
            lab.send(order[0])
            #expect(lab.leaves.count == 2)
            #expect(lab.send(order[1]).words == "handled Over")
            #expect(lab.taken.last == "P:done")
        }
    }

    @Test("done of a composite does not bubble")
    func doneDoesNotBubble() throws {
        var sketch = MachineSketch(events: ["Go"])
        sketch.state("O", .compound, initial: "O.I")
        sketch.state("O.I", .compound, initial: "O.I.Run")
        sketch.state("O.I.Run")
        sketch.state("O.I.End", .final(failure: false))
        sketch.state("Over")
        sketch.start("O")
        sketch.row("O.I.Run", .on("Go"), to: ["O.I.End"])
        sketch.row("O", .on("done"), to: ["Over"])
        let lab = try Lab(sketch)
        #expect(lab.send("Go").words == "handled O.I.End")
        #expect(lab.state.status == .active)
    }

    @Test("failed bubbles to an enclosing state")
    func failedBubbles() throws {
        var sketch = MachineSketch()
        sketch.state("O", .compound, initial: "O.I")
        sketch.state("O.I")
        sketch.state("Over")
        sketch.start("O")
        sketch.feedback("O.I", "work", success: [])
        sketch.row("O", .on("failed"), to: ["Over"], when: "event.code == 'boom'")
        let lab = try Lab(sketch)
        #expect(lab.fail(try #require(lab.effects.first)).words == "handled Over")
    }

    // MARK: History

    static func history(deep: Bool) -> MachineSketch {
        var sketch = MachineSketch(events: ["Next", "Leave", "Back", "Inside"])
        sketch.state("Out")
        sketch.state("P", .compound, initial: "P.A", data: ["P.A": ["n": "1"]])
        sketch.state("P.H", .history(deep: deep), initial: "P.A", data: ["P.A": ["n": "7"]])
        sketch.state("P.A", .atomic, [("n", .int)])
        sketch.state("P.Q", .compound, [("m", .int)], initial: "P.Q.X", data: ["P.Q.X": ["n": "2"]])
        sketch.state("P.Q.X", .atomic, [("n", .int)])
        sketch.state("P.Q.Y", .atomic, [("n", .int)])
        sketch.start("Out")
        sketch.row("Out", .on("Back"), to: ["P.H"])
        sketch.row("P.A", .on("Next"), to: ["P.Q"], data: ["P.Q": ["m": "5"]])
        sketch.row("P.Q.X", .on("Next"), to: ["P.Q.Y"], data: ["P.Q.Y": ["n": "state.n + 40"]])
        sketch.row("P", .on("Leave"), to: ["Out"])
        sketch.row("P.Q.X", .on("Inside"), to: ["P.H"])
        return sketch
    }

    @Test("a history that remembers nothing is its default")
    func historyDefault() throws {
        let lab = try Lab(Self.history(deep: false))
        #expect(lab.send("Back").words == "handled P.A")
        #expect(lab.data("P.A") == #"{"n":7}"#)
    }

    @Test("a shallow history restores the child with its data, and what is inside begins anew")
    func shallow() throws {
        let lab = try Lab(Self.history(deep: false))
        for event in ["Back", "Next", "Next", "Leave"] { lab.send(event) }
        #expect(lab.leaves == ["Out"])
        #expect(lab.state.stored.instance.history?.description == #"{"P.H":{"states":"P.Q","data":{"P.Q":{"m":5}}}}"#)
        #expect(lab.send("Back").words == "handled P.Q.X")
        #expect(lab.data("P.Q") == #"{"m":5}"#)
        #expect(lab.data("P.Q.X") == #"{"n":2}"#)
    }

    @Test("a deep history restores all that was active, with its data")
    func deep() throws {
        let lab = try Lab(Self.history(deep: true))
        for event in ["Back", "Next", "Next", "Leave"] { lab.send(event) }
        #expect(lab.send("Back").words == "handled P.Q.Y")
        #expect(lab.data("P.Q") == #"{"m":5}"#)
        #expect(lab.data("P.Q.Y") == #"{"n":42}"#)
    }

    @Test("a deep history of a parallel state restores each region")
    func deepParallel() throws {
        var sketch = Self.regions
        sketch.state("R", .compound, initial: "R.P")
        sketch.state("R.H", .history(deep: true), initial: "R.P")
        sketch.state("R.P", .parallel)
        sketch.state("R.P.A", .compound, initial: "R.P.A.One")
        sketch.state("R.P.A.One")
        sketch.state("R.P.A.Two")
        sketch.state("R.P.B", .compound, initial: "R.P.B.One")
        sketch.state("R.P.B.One")
        sketch.state("R.P.B.Two")
        sketch.row("Q", .on("Stay"), to: ["R.H"])
        sketch.row("R.P.B.One", .on("Both"), to: ["R.P.B.Two"])
        sketch.row("R", .on("Out"), to: ["Q"])
        let lab = try Lab(sketch)
        for event in ["Up", "Stay", "Both", "Out"] { lab.send(event) }
        #expect(lab.leaves == ["Q"])
        #expect(lab.send("Stay").words == "handled R.P.A.One, R.P.B.Two")
    }

    @Test("feedbacks and timers of states on the way in and out follow them")
    func activities() throws {
        var sketch = MachineSketch(events: ["In", "Move", "Out"])
        sketch.state("Out")
        sketch.state("O", .compound, initial: "O.A")
        sketch.state("O.A")
        sketch.state("O.B")
        sketch.start("Out")
        sketch.feedback("O", "outer", success: [], failure: [])
        sketch.feedback("O.A", "inner", success: [], failure: [])
        sketch.row("O", .after("duration('1m')"), to: ["Out"])
        sketch.row("Out", .on("In"), to: ["O"])
        sketch.row("O.A", .on("Move"), to: ["O.B"])
        sketch.row("O", .on("Out"), to: ["Out"])
        let lab = try Lab(sketch)
        lab.send("In")
        #expect(lab.effects.map(\.feedback) == ["O.A/inner", "O/outer"])
        lab.send("Move")
        #expect(lab.effects.map(\.feedback) == ["O/outer"])
        #expect(lab.timers == ["2/O:after duration('1m')"])
        #expect(try lab.fire("O:after duration('1m')").words == "handled Out")
        #expect(lab.effects.isEmpty)
    }
}
