import PawlKit
import PawlMachine
import Testing

@Suite("Random machines")
struct RandomMachineTests {
    @Test("behave as the algorithm of SCXML says", arguments: 0..<400)
    func comparison(_ number: Int) throws {
        let seed = UInt64(number)
        var dice = Dice(seed: seed)
        let sketch = MachineSketch.random(&dice)
        // A machine that never rests from the start has no instance, and nothing to compare.
        guard let lab = try? Lab(sketch) else { return }
        var naive = NaiveMachine(lab.machine)
        naive.start()
        #expect(lab.leaves == naive.leaves, "seed \(seed), start")
        for step in 0..<30 {
            let event = dice.pick(MachineSketch.randomEvents)
            let words = lab.send(event).words
            // The naive machine would not come to rest either.
            if words.hasPrefix("blocked") || words.hasPrefix("deadLetter") { break }
            let index = try #require(lab.machine.event(named: event))
            let taken = naive.send(index)
            #expect((taken == nil) == words.hasPrefix("unhandled"), "seed \(seed), step \(step), \(event): \(words)")
            if let taken { #expect(lab.taken == taken, "seed \(seed), step \(step), \(event)") }
            #expect(lab.leaves == naive.leaves, "seed \(seed), step \(step), \(event)")
            let remembered = naive.historyValue.mapValues { $0.sorted() }
            let lived = lab.state.machine.history.mapValues { past in
                past.states.filter { outer in !past.states.contains { lab.machine.isInside($0, outer) } }
            }
            #expect(lived == remembered, "seed \(seed), step \(step), history")
        }
    }

    @Test("effects and timers follow the states, whatever happens", arguments: 0..<100)
    func activities(_ number: Int) throws {
        let seed = UInt64(1_000 + number)
        var dice = Dice(seed: seed)
        var sketch = MachineSketch.random(&dice)
        for state in sketch.states.dropFirst() {
            switch state.kind {
            case .final, .history: continue
            case .atomic, .compound, .parallel: break
            }
            if dice.roll(2) == 0 { sketch.feedback(state.path, "leaves", retry: RetryRule(attempts: 3), success: [], failure: []) }
            if dice.roll(4) == 0 { sketch.feedback(state.path, "stays", strategy: .continueOnNewState, success: [], failure: []) }
            if dice.roll(3) == 0 { sketch.row(state.path, .after("duration('1m')")) }
        }
        guard let lab = try? Lab(sketch) else { return }
        for _ in 0..<60 where !lab.state.status.isEnded {
            lab.now = lab.now.advanced(by: .seconds(Int64(dice.roll(90))))
            stimulate(lab, &dice)
            guard !lab.state.status.isEnded else { break }
            // One running `leaves` for each active state that has it and was not answered, none for the others.
            for effect in lab.state.stored.effects {
                let index = try #require(lab.machine.feedback(named: effect.id.feedback))
                let feedback = lab.machine.feedbacks[index]
                guard feedback.strategy == .cancelOnNewState else { continue }
                #expect(lab.state.machine.isActive(feedback.state), "seed \(seed): \(effect.id) outlives its state")
                let twins = lab.state.stored.effects.count { $0.id.feedback == effect.id.feedback }
                #expect(twins == 1, "seed \(seed): \(effect.id) runs twice")
            }
            for timer in lab.state.stored.timers {
                let rule = lab.machine.timers[try #require(lab.machine.timer(named: timer.id.name))]
                #expect(lab.state.machine.isActive(rule.state), "seed \(seed): \(timer.id) outlives its state")
            }
        }
    }

    @Test("what a store holds is what lives, with delayed and deferred events, strategies and streams", arguments: 0..<150)
    func later(_ number: Int) throws {
        let seed = UInt64(5_000 + number)
        var dice = Dice(seed: seed)
        var sketch = MachineSketch.random(&dice, later: true)
        for event in MachineSketch.randomEvents {
            sketch.feedback(
                "on \(event)", "call", strategy: dice.pick([.cancelPrevious, .queue, .ignoreWhileRunning]),
                retry: RetryRule(attempts: 2), success: [("R1", nil, [:])], failure: [], next: [("R2", nil, [:])],
                elements: [("n", .int)])
        }
        // The lab restores the instance from its rows after each step, and folds its entries again.
        guard let lab = try? Lab(sketch) else { return }
        for _ in 0..<60 where !lab.state.status.isEnded {
            lab.now = lab.now.advanced(by: .seconds(Int64(dice.roll(90))))
            if dice.roll(6) == 0, let effect = lab.effects.randomElement(using: &dice) {
                lab.element(effect, dice.roll(4) == 0 ? ["n": "x"] : ["n": 1])
            } else {
                stimulate(lab, &dice)
            }
            for feedback in lab.machine.feedbacks {
                let phases = lab.state.stored.effects.filter { $0.id.feedback == feedback.name }.map(\.phase)
                let going = phases.count { ![.answered, .queued].contains($0) }
                #expect(going <= 1, "seed \(seed): \(feedback.name) runs \(going) times")
                #expect(going == 1 || !phases.contains(.queued), "seed \(seed): nothing goes before what waits of \(feedback.name)")
            }
            let deferred = lab.state.stored.queue.filter(\.isDeferred).map(\.arrival)
            #expect(deferred == deferred.sorted(), "seed \(seed)")
        }
        let again = try Lab(sketch)
        #expect(again.entries.first == lab.entries.first, "seed \(seed): the same start is the same entry")
    }

    private func stimulate(_ lab: Lab, _ dice: inout Dice) {
        switch dice.roll(9) {
        case 0, 1, 2: lab.send(dice.pick(MachineSketch.randomEvents))
        case 3: if let effect = lab.effects.randomElement(using: &dice) { lab.succeed(effect) }
        case 4: if let effect = lab.effects.randomElement(using: &dice) { lab.fail(effect) }
        case 5:
            if let effect = lab.effects.randomElement(using: &dice) {
                lab.apply(dice.roll(2) == 0 ? .attempt(effect) : .interrupted(effect))
            }
        case 6: if let timer = lab.state.stored.timers.first { lab.apply(.fire(timer.id)) }
        case 7: lab.person(dice.pick([.pause, .resume, .resume, .retry, .skip]))
        default: lab.next()
        }
    }
}
