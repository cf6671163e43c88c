import PawlKit
import PawlMachine
import Testing

@Suite("One macrostep")
struct SettlingTests {
    @Test("eventless rows go before raised events, and raised events before the next from outside")
    func order() throws {
        var sketch = MachineSketch(events: ["Go"])
        sketch.event("One", origin: .internal)
        sketch.event("Two", origin: .internal)
        sketch.state("A")
        sketch.state("B", .atomic, exit: [])
        sketch.state("C")
        sketch.state("D")
        sketch.start("A")
        sketch.row("A", .on("Go"), to: ["B"], emit: ["One", "Two"])
        sketch.row("B", .always, to: ["C"])
        sketch.row("B", .on("One"), to: ["A"])
        sketch.row("C", .on("One"), to: ["D"])
        sketch.row("D", .on("Two"), to: ["A"])
        let lab = try Lab(sketch)
        #expect(lab.send("Go").words == "handled A")
        #expect(lab.taken == ["A:Go", "B:always", "C:One", "D:Two"])
        #expect(lab.last.body.microsteps.map(\.event) == [nil, nil, "One", "Two"])
        #expect(lab.last.body.microsteps.map(\.to) == [["B"], ["C"], ["D"], nil])
    }

    @Test("what leaving raises comes first, then the row's, then what entering raises")
    func emitOrder() throws {
        var sketch = MachineSketch(events: ["Go"])
        for name in ["OutInner", "OutOuter", "Row", "InOuter", "InInner"] { sketch.event(name, origin: .internal) }
        sketch.state("A", .compound, initial: "A.X", exit: ["OutOuter"])
        sketch.state("A.X", exit: ["OutInner"])
        sketch.state("B", .compound, initial: "B.Y", entry: ["InOuter"])
        sketch.state("B.Y", entry: ["InInner"])
        sketch.start("A")
        sketch.row("A", .on("Go"), to: ["B"], emit: ["Row"])
        let lab = try Lab(sketch)
        lab.send("Go")
        #expect(lab.last.body.microsteps.compactMap(\.event) == ["OutInner", "OutOuter", "Row", "InOuter", "InInner"])
    }

    @Test("an event that is raised and that nothing handles is recorded and dropped")
    func droppedInternal() throws {
        var sketch = MachineSketch(events: ["Go"])
        sketch.event("Lost", origin: .internal)
        sketch.state("A")
        sketch.start("A")
        sketch.row("A", .on("Go"), emit: ["Lost"])
        let lab = try Lab(sketch)
        #expect(lab.send("Go").words == "handled A")
        #expect(lab.last.body.microsteps.compactMap(\.event) == ["Lost"])
        #expect(lab.taken == ["A:Go"])
    }

    @Test("raised events do not match *, outside ones do, after the exact rows of the level")
    func anyEvent() throws {
        var sketch = MachineSketch(events: ["Go", "Other"])
        sketch.event("Inner", origin: .internal)
        sketch.state("A", .atomic, [("n", .int)])
        sketch.state("B")
        sketch.start("A", data: ["A": ["n": "0"]])
        sketch.row("A", .anyEvent, to: ["B"])
        sketch.row("A", .on("Go"), when: "state.n == 0", data: ["A": ["n": "1"]], emit: ["Inner"])
        let lab = try Lab(sketch)
        #expect(lab.send("Go").words == "handled A")
        #expect(lab.taken == ["A:Go"])
        // The exact row is false now, so that * takes it.
        #expect(lab.send("Go").words == "handled B")
        #expect(lab.refused == ["A:Go when"])
    }

    @Test("a false or disabled row falls through to the next, then to the level above, then to the machine")
    func fallThrough() throws {
        var sketch = MachineSketch(events: ["Go"])
        sketch.state("A", .compound, initial: "A.X")
        sketch.state("A.X", .atomic, [("n", .int)])
        sketch.state("B")
        sketch.start("A", data: ["A.X": ["n": "0"]])
        sketch.row("*", .on("Go"), to: ["B"], when: "true")
        sketch.row("A.X", .on("Go"), to: ["B"], when: "state.n == 1")
        sketch.row("A.X", .on("Go"), to: ["B"], when: "true", disable: "state.n == 0")
        sketch.row("A", .on("Go"), to: ["B"], disable: "true")
        let lab = try Lab(sketch)
        #expect(lab.send("Go").words == "handled B")
        #expect(lab.refused == ["A.X:Go when", "A.X:Go[1] disabled", "A:Go disabled"])
        #expect(lab.taken == ["*:Go"])
    }

    @Test("settings that conditions read are recorded, whole and once; others are not")
    func settings() throws {
        var sketch = MachineSketch(events: ["Go", "Stay"])
        sketch.settings = MachineSketch.record([("first", .bool), ("second", .int), ("third", .string)])
        sketch.state("A")
        sketch.state("B")
        sketch.start("A")
        sketch.row("A", .on("Go"), to: ["B"], when: "settings.second > 3", disable: "settings.first")
        sketch.row("A", .on("Stay"))
        sketch.feedback("B", "f", success: [], failure: [], disable: "settings.third == 'off'")
        let lab = try Lab(sketch, settings: [true, 5, "off"])
        #expect(lab.send("Go").words == "unhandled A disabled")
        // One row has one record of what its conditions read, also those that were not reached.
        #expect(lab.last.body.settings?.description == #"{"first":true,"second":5}"#)
        lab.send("Stay")
        #expect(lab.last.body.settings == nil)
        lab.settings = Record(type: lab.machine.settings, fields: [false, 5, "off"])
        #expect(lab.send("Go").words == "handled B")
        #expect(lab.last.body.settings?.description == #"{"first":false,"second":5,"third":"off"}"#)
        #expect(lab.refused == ["B/f disabled"])
        #expect(lab.launches.isEmpty)
    }

    @Test("a condition is evaluated once in a selection, whatever the number of leaves that pass it")
    func onceEvaluated() throws {
        var sketch = MachineSketch(events: ["Go"])
        sketch.state("P", .parallel)
        for name in ["R", "S", "T"] { sketch.state("P.\(name)") }
        sketch.state("B")
        sketch.start("P")
        sketch.row("P", .on("Go"), to: ["B"], when: "false", disable: "false")
        sketch.row("P", .on("Go"), to: ["B"], when: "true")
        let lab = try Lab(sketch)
        #expect(lab.send("Go").words == "handled B")
        #expect(lab.refused == ["P:Go when"])
        #expect(lab.taken == ["P:Go[1]"])
    }

    @Test("the machine ends in a final state, with its output, and nothing is left")
    func end() throws {
        for (isFailure, status) in [(false, InstanceStatus.finished), (true, .failed)] {
            var sketch = MachineSketch(events: ["Go"])
            sketch.output = MachineSketch.record([("n", .int)])
            sketch.state("A")
            sketch.state("F", .final(failure: isFailure), [("n", .int)], output: ["n": "state.n + 1"], outputType: [("n", .int)])
            sketch.start("A")
            sketch.feedback("A", "leaves", success: [], failure: [])
            sketch.feedback("A", "stays", strategy: .continueOnNewState, success: [], failure: [])
            sketch.row("A", .after("duration('5s')"))
            sketch.row("*", .after("duration('9s')"))
            sketch.row("A", .on("Go"), to: ["F"], data: ["F": ["n": "41"]])
            let lab = try Lab(sketch)
            #expect(lab.timers == ["1/A:after duration('5s')", "1/*:after duration('9s')"])
            #expect(lab.send("Go").words == "handled F")
            #expect(lab.state.status == status)
            #expect(lab.state.stored.instance.output?.description == #"{"n":42}"#)
            #expect(lab.last.body.end?.status == status)
            #expect(lab.last.body.cancelledEffects.map(\.feedback) == ["A/leaves", "A/stays"])
            #expect(lab.last.body.cancelledTimers.map(\.name).sorted() == ["*:after duration('9s')", "A:after duration('5s')"])
            #expect(lab.effects.isEmpty)
            #expect(lab.timers.isEmpty)
        }
    }

    @Test("a machine that ends at once has one entry")
    func endAtOnce() throws {
        var sketch = MachineSketch()
        sketch.state("A")
        sketch.state("F", .final(failure: false))
        sketch.start("A")
        sketch.feedback("A", "never", success: [], failure: [])
        sketch.row("A", .always, to: ["F"])
        let lab = try Lab(sketch)
        #expect(lab.kinds == ["started"])
        #expect(lab.state.status == .finished)
        #expect(lab.effects.isEmpty)
    }

    @Test("uuid() is another in each place of one entry, and the same again")
    func uuids() throws {
        var sketch = MachineSketch(events: ["Go"])
        sketch.event("Told", [("id", .string)], origin: .internal)
        sketch.state("A")
        sketch.state("B", .atomic, [("first", .string), ("second", .string), ("told", .string)])
        sketch.start("A")
        sketch.feedback("A", "ask", success: [("Told", nil, ["id": "uuid()"])], failure: [])
        sketch.feedback("B", "give", with: [("id", .string, "uuid()")], success: [], failure: [])
        sketch.row(
            "A", .on("Told"), to: ["B"], data: ["B": ["first": "uuid()", "second": "uuid()", "told": "event.id"]])
        let lab = try Lab(sketch)
        lab.succeed(try #require(lab.effects.first))
        let data = try #require(lab.data("B"))
        let made = RawJSON(data).members?.compactMap(\.value.string) ?? []
        let given = lab.state.stored.effects.first?.input.members?.first?.value.string
        #expect(Set(made + [given ?? ""]).count == 4, "\(data) \(given ?? "")")
        let again = try Lab(sketch)
        again.succeed(try #require(again.effects.first))
        #expect(again.entries == lab.entries)
    }
}
