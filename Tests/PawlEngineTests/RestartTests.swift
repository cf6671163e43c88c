import PawlEngine
import PawlKit
import PawlMachine
import PawlScenario
import Testing

/// Random small workflows: an engine that is stopped after every single event, and another that takes up what it left, come to what one
/// engine alone comes to.
struct RestartTests {
    enum Stimulus: CustomStringConvertible {
        case send(Int)
        case pass(minutes: Int)

        var description: String {
            switch self {
            case .send(let event): "E\(event)"
            case .pass(let minutes): "\(minutes)m"
            }
        }
    }

    enum Life: CaseIterable {
        /// One engine from beginning to end.
        case whole
        /// A new engine after each event, once all effects have ended.
        case restarted
        /// A new engine right after each event, whatever is going on.
        case cutOff
    }

    private static func workflow(_ random: inout SplitMix) -> String {
        let states = 3 + random.next(3)
        var text = "workflow: random\nevents: { E0: {}, E1: {}, E2: {} }\nservices: { work.do: { output: { text: string } } }\nstates:\n"
        for state in 0..<states { text += "  S\(state): { data: { n: int } }\n" }
        text += "  End: { final: true, data: { n: int } }\ninitial: { state: S0, data: { n: 0 } }\n"
        // Only every other state works, and what is done goes to one that does not: nothing runs in circles by itself.
        let working = (0..<states).filter { $0 % 2 == 1 }
        text += "feedbacks:\n" + working.map { "  - { on: S\($0), perform: work.do }\n" }.joined() + "transitions:\n"
        func row(_ from: Int, _ trigger: String, _ to: String, adding: Int) {
            text += "  - { from: S\(from), \(trigger), to: \(to), data: { n: \"${ state.n + \(adding) }\" } }\n"
        }
        for state in working { row(state, "on: done", random.next(5) == 0 ? "End" : "S\(2 * random.next((states + 1) / 2))", adding: 100) }
        for state in 0..<states {
            for event in 0..<3 where random.next(3) > 0 {
                row(state, "on: E\(event)", random.next(12) == 0 ? "End" : "S\(random.next(states))", adding: 1)
            }
            if random.next(2) == 0 { row(state, "after: \(1 + random.next(9))m", "S\(random.next(states))", adding: 10_000) }
        }
        return text
    }

    /// Runs the script and returns the history.
    private static func run(_ text: String, _ script: [Stimulus], _ life: Life) async throws -> (lab: EngineLab, entries: [JournalEntry]) {
        let lab = try EngineLab(text)
        lab.services["work.do"].succeed(.always, with: ["text": "x"])
        var engine = try await lab.engine()
        let id = try await lab.start(engine)
        for stimulus in script {
            switch stimulus {
            case .send(let event): _ = try await engine.submit(.send(.of("E\(event)")), to: id)
            case .pass(let minutes): lab.clock.advance(by: .minutes(Int64(minutes)))
            }
            if life != .cutOff { try await settle(lab, engine, id) }
            if life != .whole {
                await engine.stop(grace: .zero)
                engine = try await lab.engine()
                try await engine.recover()
            }
            try await settle(lab, engine, id)
        }
        await engine.stop(grace: .zero)
        return (lab, try await lab.history(id))
    }

    /// Waits until nothing moves any more without an event or more time.
    private static func settle(_ lab: EngineLab, _ engine: Engine, _ id: InstanceID) async throws {
        while true {
            let state = try await engine.state(of: id)
            let now = lab.clock.now
            if state.stored.effects.isEmpty, state.stored.queue.isEmpty, state.stored.timers.allSatisfy({ $0.due > now }),
                await engine.figures.runningEffects == 0
            {
                return
            }
            await Task.yield()
        }
    }

    /// What a history says besides how often an attempt was cut off.
    private static func essence(_ entries: [JournalEntry]) -> [String] {
        entries.filter { $0.kind != .attempt }.map {
            "\($0.kind.name) \($0.event ?? "") \(StateList.text($0.from)) -> \(StateList.text($0.to)) \($0.body.data?.description ?? "") "
                + "\($0.body.end?.status.name ?? "")"
        }
    }

    @Test(arguments: 0..<12)
    func `stopping after every event changes nothing`(number: Int) async throws {
        let seed = UInt64(number) &* 0x9E37_79B9 &+ UInt64.random(in: 0..<1_000_000) &* 0x1_0000_0000
        var random = SplitMix(state: seed)
        let text = Self.workflow(&random)
        let script = (0..<12).map { _ in random.next(3) == 0 ? Stimulus.pass(minutes: 1 + random.next(12)) : .send(random.next(3)) }
        let story: Comment = "seed \(seed)\n\(text)\n\(script)"
        let (lab, whole) = try await Self.run(text, script, .whole)
        #expect(lab.replay(whole) == [], story)
        let (_, restarted) = try await Self.run(text, script, .restarted)
        #expect(restarted == whole, story)
        let (other, cutOff) = try await Self.run(text, script, .cutOff)
        #expect(Self.essence(cutOff) == Self.essence(whole), story)
        #expect(other.replay(cutOff) == [], story)
    }
}

/// A small generator of numbers that a seed repeats: https://prng.di.unimi.it/splitmix64.c.
struct SplitMix {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ mixed >> 31) % UInt64(bound))
    }
}
