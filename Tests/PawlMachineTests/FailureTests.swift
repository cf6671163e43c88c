import PawlKit
import PawlMachine
import Testing

@Suite("Steps that fail are rolled back")
struct FailureTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var code = "PWL0701"
        let place: String
        let build: @Sendable (inout MachineSketch) -> Void
    }

    static let rows = [
        Row(testDescription: "a guard", place: "A:Go") { $0.row("A", .on("Go"), to: ["B"], when: "1 / state.zero > 0") },
        Row(testDescription: "a disable", place: "A:Go") { $0.row("A", .on("Go"), to: ["B"], disable: "1 / state.zero > 0") },
        Row(testDescription: "data of a target", place: "A:Go") { sketch in
            sketch.state("C", .atomic, [("n", .int)])
            sketch.row("A", .on("Go"), to: ["C"], data: ["C": ["n": "1 / state.zero"]])
        },
        Row(testDescription: "data of an update", place: "A:Go") { $0.row("A", .on("Go"), data: ["A": ["zero": "1 / state.zero"]]) },
        Row(testDescription: "an eventless guard of the target", place: "C:always") { sketch in
            sketch.state("C")
            sketch.row("A", .on("Go"), to: ["C"])
            sketch.row("C", .always, to: ["B"], when: "1 / int('0') > 0")
        },
        Row(testDescription: "the input of a feedback", place: "C/f") { sketch in
            sketch.state("C")
            sketch.row("A", .on("Go"), to: ["C"])
            sketch.feedback("C", "f", with: [("n", .int, "1 / int('0')")], success: [], failure: [])
        },
        Row(testDescription: "the disable of a feedback", place: "C/f") { sketch in
            sketch.state("C")
            sketch.row("A", .on("Go"), to: ["C"])
            sketch.feedback("C", "f", success: [], failure: [], disable: "1 / int('0') > 0")
        },
        Row(testDescription: "a deadline", place: "C:after duration('x')") { sketch in
            sketch.state("C")
            sketch.row("A", .on("Go"), to: ["C"])
            sketch.row("C", .after("duration('x')"), to: ["B"])
        },
        Row(testDescription: "an output", place: "F") { sketch in
            sketch.state("F", .final(failure: false), output: ["n": "1 / int('0')"], outputType: [("n", .int)])
            sketch.row("A", .on("Go"), to: ["F"])
        },
    ]

    @Test("and the event stays first in the queue", arguments: rows)
    func incident(_ row: Row) throws {
        var sketch = MachineSketch(events: ["Go", "Next"])
        sketch.state("A", .atomic, [("zero", .int)])
        sketch.state("B")
        sketch.start("A", data: ["A": ["zero": "0"]])
        sketch.feedback("A", "work", success: [], failure: [])
        row.build(&sketch)
        let lab = try Lab(sketch)
        let before = lab.state
        #expect(lab.send("Go").words == "blocked \(row.code)")
        let incident = try #require(lab.last.body.incident)
        #expect(lab.last.kind == .incident)
        #expect(incident.place == row.place)
        #expect(incident.expression != nil)
        #expect(incident.source == "1:1")
        #expect(lab.state.status == .blocked)
        #expect(lab.state.stored.instance.incident == incident)
        #expect(lab.state.machine == before.machine)
        #expect(lab.state.stored.effects == before.stored.effects)
        #expect(lab.state.stored.queue.map(\.event) == ["Go"])
        #expect(lab.launches.isEmpty)
        // Others wait behind it.
        #expect(lab.send("Next").words == "queued 2")
        #expect(lab.next().words == "stale")
        // Tried again it fails again, at the same place in the queue.
        lab.person(.retry)
        #expect(lab.next().words == "blocked \(row.code)")
        #expect(lab.state.stored.queue.map(\.event) == ["Go", "Next"])
        // Skipped, the next has its turn.
        lab.person(.skip)
        #expect(lab.next().words == "unhandled A noRow")
        #expect(lab.state.status == .active)
        #expect(lab.state.stored.queue.isEmpty)
    }

    @Test("a failed guard tells what it read")
    func values() throws {
        var sketch = MachineSketch(events: ["Go"])
        sketch.state("A", .atomic, [("zero", .int)])
        sketch.start("A", data: ["A": ["zero": "0"]])
        sketch.row("A", .on("Go"), when: "1 / state.zero > 0")
        let lab = try Lab(sketch)
        lab.send("Go")
        #expect(lab.last.body.incident?.values?.description == #"{"state.zero":0}"#)
    }

    @Test("the settings are kept, so that a replay breaks off at the same place")
    func settingsOfIncident() throws {
        var sketch = MachineSketch(events: ["Go"])
        sketch.settings = MachineSketch.record([("zero", .int)])
        sketch.state("A")
        sketch.start("A")
        sketch.row("A", .on("Go"), when: "1 / settings.zero > 0")
        let lab = try Lab(sketch, settings: [0])
        lab.send("Go")
        #expect(lab.last.body.settings?.description == #"{"zero":0}"#)
    }

    @Test("the first state that cannot be computed leaves no instance")
    func start() {
        var sketch = MachineSketch()
        sketch.state("A", .atomic, [("n", .int)])
        sketch.start("A", data: ["A": ["n": "1 / int('0')"]])
        #expect(throws: StepFailure.self) { try Lab(sketch) }
    }

    static var looping: MachineSketch {
        var sketch = MachineSketch(events: ["Go", "Count"])
        sketch.state("Rest", .atomic, [("n", .int)])
        sketch.state("A", .atomic, [("n", .int)])
        sketch.state("B", .atomic, [("n", .int)])
        sketch.start("Rest", data: ["Rest": ["n": "0"]])
        sketch.row("Rest", .on("Go"), to: ["A"], data: ["A": ["n": "0"]])
        sketch.row("Rest", .on("Count"), to: ["B"], data: ["B": ["n": "0"]])
        sketch.row("A", .always, to: ["B"], when: "state.n == 0", data: ["B": ["n": "-1"]])
        sketch.row("B", .always, to: ["A"], when: "state.n < 0", data: ["A": ["n": "0"]])
        sketch.row("B", .always, to: ["B"], when: "state.n >= 0", data: ["B": ["n": "state.n + 1"]])
        return sketch
    }

    @Test("a machine that comes back to where it was stops at once, with the cycle")
    func livelock() throws {
        let lab = try Lab(Self.looping)
        #expect(lab.send("Go").words == "blocked PWL0702")
        let message = try #require(lab.last.body.incident?.message)
        #expect(message.hasSuffix(": … A:always → B:always → …"), "\(message)")
        #expect(lab.leaves == ["Rest"])
    }

    @Test("a machine that counts for ever stops at the limit")
    func endlessCount() throws {
        var sketch = Self.looping
        sketch.limits.microsteps = 20
        let lab = try Lab(sketch)
        #expect(lab.send("Count").words == "blocked PWL0702")
        #expect(lab.last.body.incident?.message.hasPrefix("more than 20 microsteps") == true)
        #expect(lab.leaves == ["Rest"])
    }

    @Test("as many microsteps as allowed are allowed")
    func manyMicrosteps() throws {
        for (target, reply) in [(19, "handled B"), (20, "blocked PWL0702")] {
            let sketch = MachineSketch.counting(to: target, limit: 20)
            let lab = try Lab(sketch)
            #expect(lab.send("Go").words == reply)
        }
    }

    @Test("raised events that raise each other are a livelock too")
    func raisedLoop() throws {
        var sketch = MachineSketch(events: ["Go"])
        sketch.event("Ping", origin: .internal)
        sketch.event("Pong", origin: .internal)
        sketch.state("A")
        sketch.start("A")
        sketch.row("A", .on("Go"), emit: ["Ping"])
        sketch.row("A", .on("Ping"), emit: ["Pong"])
        sketch.row("A", .on("Pong"), emit: ["Ping"])
        let lab = try Lab(sketch)
        #expect(lab.send("Go").words == "blocked PWL0702")
    }
}

extension MachineSketch {
    /// A machine that takes one row on `Go`, then so many eventless ones.
    static func counting(to target: Int, limit: Int) -> MachineSketch {
        var sketch = MachineSketch(events: ["Go"])
        sketch.limits.microsteps = limit
        sketch.state("A")
        sketch.state("B", .atomic, [("n", .int)])
        sketch.start("A")
        sketch.row("A", .on("Go"), to: ["B"], data: ["B": ["n": "0"]])
        sketch.row("B", .always, when: "state.n < \(target)", data: ["B": ["n": "state.n + 1"]])
        return sketch
    }
}
