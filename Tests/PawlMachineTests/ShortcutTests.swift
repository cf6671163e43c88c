import PawlKit
import PawlMachine
import Testing

@Suite("Rows that only hop")
struct ShortcutTests {
    @Test("come to the same the short way and the long one", arguments: 0..<400)
    func comparison(_ number: Int) throws {
        let seed = UInt64(9_000 + number)
        var dice = Dice(seed: seed)
        var sketch = MachineSketch.random(&dice, later: dice.roll(3) == 0, counts: true)
        if dice.roll(2) == 0 { sketch.row("*", .anyEvent, to: ["S0"], when: dice.roll(2) == 0 ? "false" : nil) }
        if dice.roll(2) == 0 { sketch.feedback("on E1", "call", success: [], failure: []) }
        try compare(sketch.build(), &dice, seed)
    }

    @Test("come to the same in flat machines, where most steps are quick", arguments: 0..<400)
    func flat(_ number: Int) throws {
        let seed = UInt64(19_000 + number)
        var dice = Dice(seed: seed)
        var sketch = MachineSketch()
        for event in MachineSketch.randomEvents { sketch.event(event, [("amount", .int)]) }
        let counters = ["S0", "S1", "S2"]
        for state in counters {
            sketch.state(state, .atomic, [("n", .int)], ignore: dice.roll(4) == 0 ? ["E3"] : [], defers: dice.roll(4) == 0 ? ["E4"] : [])
        }
        sketch.state("S3")
        sketch.state("S0F", .final(failure: dice.roll(2) == 0))
        sketch.start("S0", data: ["S0": ["n": "0"]])
        let conditions = [
            nil, nil, "true", "false", "event.amount > 2", "state.n % 2 == 0", "active('S0') != active('S1')", "10 / event.amount > 3",
            "state.n < 4 && uuid() != ''",
        ]
        for source in counters + ["S3"] {
            for event in MachineSketch.randomEvents {
                for _ in 0..<dice.roll(4) {
                    let isCounter = counters.contains(source)
                    let target = dice.pick(counters + ["S3", dice.roll(5) == 0 ? "S0F" : "S3"])
                    var when = dice.pick(conditions)
                    if !isCounter, when?.contains("state") == true { when = nil }
                    let value = isCounter ? dice.pick(["state.n + 1", "state.n + event.amount", "100 / (state.n - 3)"]) : "event.amount"
                    sketch.row(
                        source, .on(event), to: dice.roll(8) == 0 ? [] : [target], when: when,
                        disable: dice.roll(6) == 0 ? "event.amount == 5" : nil,
                        data: counters.contains(target) ? [target: ["n": value]] : [:])
                }
            }
            if dice.roll(8) == 0 { sketch.row(source, .anyEvent, to: ["S3"]) }
        }
        if dice.roll(4) == 0 { sketch.row("*", .on("E2"), to: ["S3"]) }
        if dice.roll(3) == 0 { sketch.feedback("on E1", "call", success: [], failure: []) }
        try compare(sketch.build(), &dice, seed)
    }

    /// Has one stepper go the short way and another the long one, through the same random events.
    private func compare(_ machine: Machine, _ dice: inout Dice, _ seed: UInt64) throws {
        let (short, long) = (Stepper(machine, timeZones: nil), Stepper(machine, timeZones: nil))
        long.takesShortcuts = false
        let context = StepContext(
            instance: InstanceID(rawValue: "i"), key: nil, input: Record(type: machine.input, fields: []),
            settings: Record(type: machine.settings, fields: []), now: .epoch, position: 1)
        var state = MachineState()
        var event = StepEvent(.start)
        for step in 0..<40 {
            let (one, other) = (outcome(short, state, event, context), outcome(long, state, event, context))
            #expect(one.words == other.words, "seed \(seed), step \(step), \(event.trigger)")
            guard let next = other.state, machine.leafPaths(of: next) != ["S0.F"], machine.leafPaths(of: next) != ["S0F"] else { break }
            state = next
            let index = try #require(machine.event(named: dice.pick(MachineSketch.randomEvents)))
            let payload = machine.events[index].payload
            event = StepEvent(.event(index), payload: Record(type: payload, fields: payload.fields.map { _ in .int(Int64(dice.roll(6))) }))
        }
    }

    /// All that a step says, in words.
    private func outcome(
        _ stepper: Stepper, _ state: MachineState, _ event: StepEvent, _ context: StepContext
    ) -> (words: [String], state: MachineState?) {
        do throws(StepFailure) {
            let result = try stepper.step(state, event, in: context)
            var words = ["\(result.outcome)", "\(result.met)", "\(result.left)", "\(result.entered)"]
            words += ["\(result.state.active)", "\(result.state.data.map(\.fields))"]
            words += result.state.history.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.states) \($0.value.data.map(\.fields))" }
            words += result.settling.map { "\($0.event?.trigger, default: "-") \($0.met) \($0.before.active)" }
            words += ["\(result.starters.count)", "\(result.deferred.count)", "\(result.delayed.count)", "\(result.calledOff.sorted())"]
            return (words, result.state)
        } catch {
            return (["\(error.code) \(error.message) \(error.place)"], nil)
        }
    }

    @Test("end the machine as the others do")
    func end() throws {
        var sketch = MachineSketch(events: ["Go"])
        sketch.state("A", .atomic, [("n", .int)])
        sketch.state("B", .atomic, [("n", .int)])
        sketch.state("End", .final(failure: true), output: ["n": "1"], outputType: [("n", .int)])
        sketch.start("A", data: ["A": ["n": "0"]])
        sketch.row("A", .on("Go"), to: ["B"], when: "state.n < 5", data: ["B": ["n": "state.n + 1"]])
        sketch.row("A", .on("Go"), to: ["End"])
        sketch.row("B", .on("Go"), to: ["A"], data: ["A": ["n": "state.n + 1"]])
        let lab = try Lab(sketch)
        for _ in 0..<7 { lab.send("Go") }
        #expect(lab.leaves == ["End"])
        #expect(lab.state.status == .failed)
        #expect(lab.last.body.end?.output?.description == #"{"n":1}"#)
        #expect(lab.refused == ["A:Go when"])
    }
}
