import PawlDefinition
import PawlKit
import PawlMachine
import Testing

/// One workflow, written as a file and in Swift.
@Suite("A file and its twin in Swift")
struct TwinTests {
    private static let text = """
        workflow: loader
        summary: Loads a list page by page.
        events:
          LoadingIsComplete: { items: list(string) }
          LoadingHasFailed:
          Close:
          LoadNext:
          Refresh:
        services: { pages.fetch: { input: { page: int }, output: { items: list(string) } } }
        output: { page: int }
        states:
          Loading: { data: { page: int }, ignore: [LoadNext, Refresh] }
          Loaded: { data: { items: list(string), page: int } }
          Failed: {}
          Closed: { final: true, data: { page: int }, output: { page: "${ state.page }" } }
        initial: { state: Loading, data: { page: 1 } }
        feedbacks:
          - on: Loading
            perform: pages.fetch
            with: { page: "${ state.page }" }
            success: { event: LoadingIsComplete, data: { items: "${ result.items }" } }
            failure: LoadingHasFailed
        transitions:
          - from: Loading
            on: { LoadingIsComplete: Loaded, LoadingHasFailed: Failed, Close: Closed }
          - from: Loaded
            on:
              LoadNext: { when: state.page < 3, to: Loading, data: { page: "${ state.page + 1 }" } }
              Refresh: Loading
              Close: Closed
          - from: Failed
            on:
              Refresh: { to: Loading, data: { page: 1 } }
              Close: { to: Closed, data: { page: 0 } }
        """

    private func file() throws -> Machine {
        let loaded = DefinitionLoader.load(Array(Self.text.utf8), file: "loader.yaml", catalog: ServiceCatalog())
        #expect(loaded.diagnostics.isEmpty, "\(loaded.diagnostics.map(\.wording.message))")
        return try #require(loaded.machine)
    }

    @Test func `have the same table and the same picture`() throws {
        let (file, swift) = (MachinePicture(try file()), MachinePicture(loader().machine))
        #expect(MermaidText.text(file) == MermaidText.text(swift))
        #expect(DotText.text(file) == DotText.text(swift))
        #expect("\(TransitionTable(file))" == "\(TransitionTable(swift))")
        let tables = (StateEventTable(try self.file()), StateEventTable(loader().machine))
        #expect(tables.0.columns == tables.1.columns)
        #expect(tables.0.lines.map { [$0.name] + $0.cells } == tables.1.lines.map { [$0.name] + $0.cells })
    }

    @Test func `a stored table looks like the system that it was written from`() throws {
        let system = loader(isOff: { false })
        let stored = system.definition
        let loaded = DefinitionLoader.load(stored: stored)
        let machine = try #require(loaded.machine)
        #expect(MermaidText.text(MachinePicture(machine)) == MermaidText.text(MachinePicture(system.machine)))
        #expect(machine.states.map(\.data) == system.machine.states.map(\.data))
        #expect(machine.events.map(\.payload) == system.machine.events.map(\.payload))
        #expect(machine.services == system.machine.services)
        #expect(!stored.text.contains("LoaderSystem.swift"), "a line more above it makes no other revision")
    }

    @Test func `another table or version is another definition`() {
        func system(_ version: Int, strategy: FeedbackStrategy = .cancelOnNewState) -> System {
            System("loader", version: version) {
                InitialState { Loading(page: 1) }
                Feedbacks {
                    Feedback(on: Loading.self, strategy: strategy, perform: .fetchPage) { FetchInput(page: $0.page) }
                        .ignoringSuccess().ignoringFailure()
                }
                Transitions { From(Loading.self) { On(Close.self, transitionTo: Closed(page: 1)) } }
            }
        }
        let first = system(1).definition
        #expect(first == system(1).definition)
        #expect(first.text != system(2).definition.text)
        #expect(first.text != system(1, strategy: .queue).definition.text)
    }

    @Test func `take the same decisions for 1,000 random sequences of events`() throws {
        let seed = UInt64.random(in: 0..<1_000_000)
        print("twins: seed \(seed)")
        var random = Dice(seed: seed)
        let (file, swift) = (try file(), loader().machine)
        for round in 0..<1_000 {
            let labs = [try Lab(file), try Lab(swift)]
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let choice = Int.random(in: 0..<8, using: &random)
                let number = Int.random(in: 0..<100, using: &random)
                for lab in labs {
                    switch choice {
                    case 0, 1: lab.send("LoadNext")
                    case 2: lab.send("Refresh")
                    case 3 where number < 30: lab.send("Close")
                    case 4: lab.send("LoadingIsComplete", #"{"items":["x"]}"#)
                    case 5: lab.send("LoadNext", #"{"stray":1}"#)
                    case 6: if let effect = lab.effects.last { lab.fail(effect) }
                    default: if let effect = lab.effects.last { lab.succeed(effect, ["items": [.string("item \(number)")]]) }
                    }
                }
            }
            let decisions = labs.map { $0.entries.map(Self.decision) }
            try #require(decisions[0] == decisions[1], "round \(round), seed \(seed)")
        }
    }

    /// An entry without what conditions read or said: a file tells which fields, Swift code tells its answer.
    private static func decision(_ entry: JournalEntry) -> JournalEntry {
        var entry = entry
        entry.body.guards = []
        for step in entry.body.microsteps.indices {
            for row in entry.body.microsteps[step].taken.indices { entry.body.microsteps[step].taken[row].reads = nil }
            for row in entry.body.microsteps[step].refused.indices { entry.body.microsteps[step].refused[row].reads = nil }
        }
        return entry
    }
}
