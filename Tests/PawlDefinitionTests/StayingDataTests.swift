import PawlDefinition
import PawlKit
import PawlMachine
import Testing

/// Data that changes without its state being entered: by rows that lead elsewhere, at entry and at exit.
@Suite struct StayingDataTests {
    /// A machine that takes events one by one.
    private struct Walk {
        let stepper: Stepper
        var state = MachineState()
        private let context: StepContext

        init(_ text: String) throws {
            let loaded = DefinitionLoader.load(Array(text.utf8), file: "test.yaml", catalog: Loading.catalog)
            let machine = try #require(loaded.machine, "\(loaded.diagnostics.map(\.wording.message))")
            stepper = Stepper(machine, timeZones: nil)
            context = StepContext(
                instance: InstanceID(rawValue: "i"), key: nil, input: Record(type: machine.input, fields: []),
                settings: Record(type: machine.settings, fields: []), now: .epoch, position: 1)
            state = try stepper.step(state, StepEvent(.start), in: context).state
        }

        /// Takes an event without payload and returns the leaves.
        mutating func take(_ name: String) throws -> [String] {
            let event = try #require(stepper.machine.event(named: name))
            state = try stepper.step(state, StepEvent(.event(event)), in: context).state
            return stepper.machine.leafPaths(of: state)
        }

        func value(_ path: String, _ field: String) -> Value? {
            stepper.machine.state(path: path).flatMap { state.data(of: $0)?[field] }
        }
    }

    private static func findings(_ text: String) -> [String] {
        DefinitionLoader.load(Array(text.utf8), file: "test.yaml", catalog: Loading.catalog).diagnostics
            .filter { $0.severity == .error }.map { $0.code.rawValue }
    }

    @Test func `a row that leads elsewhere changes the data of a state that stays`() throws {
        var walk = try Walk(
            """
            workflow: w
            events: { Go: , Back: , Leave: }
            states:
              On:
                data: { moves: int, note: string? }
                initial: A
                states:
                  A: {}
                  B: { data: { from: string } }
              Off: { data: { moves: int } }
            initial: { state: On, data: { moves: 0 } }
            transitions:
              - { from: A, on: Go, to: B, data: { from: a, moves: "${ state.moves + 1 }", note: gone } }
              - { from: B, on: Back, to: A, data: { moves: "${ state.moves + 1 }", note: ~ } }
              - { from: B, on: Leave, to: Off }
            """)
        #expect(try walk.take("Go") == ["On.B"])
        #expect(walk.value("On", "moves") == .int(1) && walk.value("On", "note") == .string("gone"))
        #expect(walk.value("On.B", "from") == .string("a"))
        #expect(try walk.take("Back") == ["On.A"])
        #expect(walk.value("On", "moves") == .int(2) && walk.value("On", "note") == nil)
        _ = try walk.take("Go")
        #expect(try walk.take("Leave") == ["Off"])
        #expect(walk.value("Off", "moves") == .int(3))
    }

    @Test func `entry and exit change data in the order of entering and leaving, and history remembers it`() throws {
        var walk = try Walk(
            """
            workflow: w
            events: { Go: , Back: , Seen: { text: string } }
            states:
              All:
                data: { trail: string }
                initial: One
                states:
                  One:
                    data: { visits: int }
                    initial: Inner
                    entry: { data: { visits: "${ state.visits + 1 }", trail: "${ state.trail + 'o' }" } }
                    exit: { data: { trail: "${ state.trail + 'O' }", visits: 10 } }
                    states:
                      Inner:
                        entry: { data: { trail: "${ state.trail + 'i' }" }, emit: { event: Seen, data: { text: "${ state.trail }" } } }
                        exit: { data: { trail: "${ state.trail + 'I' }" } }
                  Two: {}
                  Past: { history: shallow, default: { state: One, data: { visits: 0 } } }
            initial: { state: All, data: { trail: "", visits: 0 } }
            transitions:
              - { from: One, on: Go, to: Two, data: { trail: "${ state.trail + '-' }" } }
              - { from: Two, on: Back, to: One, data: { visits: 5 } }
              - { from: Inner, on: Seen, when: event.text == 'o', data: { trail: "${ state.trail + '!' }" } }
            """)
        // The emit saw the data as it was before the data of the same entry.
        #expect(walk.value("All", "trail") == .string("oi!"))
        #expect(walk.value("All.One", "visits") == .int(1))
        #expect(try walk.take("Go") == ["All.Two"])
        // The row sees the data before the event, and writes after the exits.
        #expect(walk.value("All", "trail") == .string("oi!-"))
        #expect(try walk.take("Back") == ["All.One.Inner"])
        #expect(walk.value("All.One", "visits") == .int(6))
    }

    @Test func `an emit counts only when its condition is true`() throws {
        var walk = try Walk(
            """
            workflow: w
            events: { Go: , Small: , Big: }
            states: { A: { data: { n: int } }, S: {}, B: {} }
            initial: { state: A, data: { n: 0 } }
            transitions:
              - from: A
                on:
                  Go:
                    data: { n: "${ state.n + 1 }" }
                    emit: [{ event: Small, when: state.n < 1 }, { event: Big, when: state.n >= 1 }]
                  Small: { when: state.n > 1, to: S }
                  Big: B
            """)
        #expect(try walk.take("Go") == ["A"])
        #expect(try walk.take("Go") == ["B"])
    }

    @Test func `what is left is no longer active for the states around it`() throws {
        var walk = try Walk(
            """
            workflow: w
            events: { Go: , Inside: , Outside: }
            states:
              A:
                initial: B
                exit: { emit: [{ event: Inside, when: active('B') }, { event: Outside, when: "!active('B') && active('A')" }] }
                states: { B: {} }
              C: {}
              D: {}
            initial: A
            transitions:
              - { from: A, on: Go, to: C }
              - { from: C, on: Outside, to: D }
            """)
        #expect(try walk.take("Go") == ["D"])
    }

    @Test func `what is wrong with such data is reported`() {
        let head = "workflow: w\nevents: { Go: }\n"
        // A field that nobody has, at entry; a condition that is none; a field of the outer state in a nested `initial`.
        #expect(
            Self.findings(
                head + """
                    states: { A: { data: { n: int }, entry: { data: { m: 1 } } } }
                    initial: { state: A, data: { n: 1 } }
                    transitions: [{ from: A, on: Go, emit: { event: Go2, when: 1 } }]
                    """) == ["PWL0134", "PWL0339"])
        #expect(
            Self.findings(
                head + """
                    states: { A: { data: { n: int }, initial: { state: B, data: { n: 2 } }, states: { B: {} } } }
                    initial: { state: A, data: { n: 1 } }
                    transitions: [{ from: B, on: Go, to: B }]
                    """) == ["PWL0134"])
    }
}
