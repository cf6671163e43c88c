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
        let machine = sketch.build()
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
            guard let next = other.state, machine.leafPaths(of: next) != ["S0.F"] else { break }
            state = next
            let index = try #require(machine.event(named: dice.pick(MachineSketch.randomEvents)))
            event = StepEvent(.event(index), payload: Record(type: machine.events[index].payload, fields: []))
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
