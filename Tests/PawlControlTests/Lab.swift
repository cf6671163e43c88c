import PawlControl
import PawlDefinition
import PawlEngine
import PawlJournal
import PawlKit
import PawlMachine
import PawlScenario
import PawlServices
import Testing

/// An engine over a journal in memory, and a workflow for people.
struct Lab {
    static let text = """
        workflow: leave
        input: { days: int }
        key: "${ 'L-' + string(input.days) }"
        events:
          Approve: { by: string }
          Remind: {}
          Note: { text: string }
        states:
          Asked: { data: { days: int, reminders: int } }
          Granted: { final: true, data: { by: string } }
        initial: { state: Asked, data: { days: "${ input.days }", reminders: 0 } }
        transitions:
          - { from: Asked, on: { Approve: Granted } }
          - { from: Asked, on: { Remind: { when: "state.days > 5", to: Asked } } }
        """

    let store = MemoryJournal()
    let world = ScenarioPorts()
    let engine: Engine
    let target: ControlTarget

    init() async throws {
        let startable = try Self.load(Self.text, file: "leave.yaml")
        engine = Engine(
            EngineDependencies(
                store: store, claim: try await store.claim(), ports: world.ports, service: { _ in { _, _ in [:] } },
                load: { stored in try #require(DefinitionLoader.load(stored: stored).machine) },
                settings: { Record(type: $0.settings, fields: []) }), scope: .everything)
        let host = ControlHost(
            version: "0.1.0", store: "pawl.db", since: world.clock.now,
            workflow: { name throws(ControlError) in
                guard name == "leave" else { throw ControlError(.notFound, reason: "unknownWorkflow", "there is no workflow '\(name)'") }
                return startable
            },
            load: { text, file throws(ControlError) in
                do { return try Self.load(text, file: file) } catch {
                    throw ControlError(.refused, reason: "broken", "'\(file)' does not load")
                }
            })
        target = ControlTarget(engine: engine, journal: store, host: host, ports: world.ports, asker: "uid 1000")
    }

    struct Broken: Error { let problems: [String] }

    static func load(_ text: String, file: String) throws -> StartableWorkflow {
        let loaded = DefinitionLoader.load(Array(text.utf8), file: file, catalog: ServiceCatalog())
        guard let machine = loaded.machine else { throw Broken(problems: loaded.diagnostics.map(\.wording.message)) }
        return StartableWorkflow(
            definition: StoredDefinition(
                workflow: machine.workflow, revision: 0, text: text, services: loaded.externalServices, file: file), machine: machine)
    }

    /// Begins a leave of some days, and gives its id.
    @discardableResult func start(days: Int64) async throws -> String {
        try await InstanceStart(workflow: "leave", input: ["days": .int(days)]).perform(in: target).instance
    }
}
