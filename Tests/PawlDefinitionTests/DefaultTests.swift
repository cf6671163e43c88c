import PawlDefinition
import PawlKit
import PawlMachine
import PawlServices
import Testing

/// What a workflow performs when nothing provides a service.
@Suite struct DefaultTests {
    private static func workflow(_ binding: String) -> String {
        """
        workflow: w
        services:
          report.send:
            input: { text: string }
            default: \(binding)
        states: { A: , B: { final: true } }
        initial: A
        feedbacks: [{ on: A, perform: report.send, with: { text: hello } }]
        transitions: [{ from: A, on: { done: B, failed: B } }]
        """
    }

    private static let binding = #"{ use: log.write, with: { level: info }, input: { message: "so ${ input.text }" } }"#

    @Test func `the default is a binding, checked as one`() throws {
        let loaded = Loading.load(Self.workflow(Self.binding))
        #expect(Rendering.lines(loaded) == [])
        #expect(loaded.requirements.map(\.name) == ["log.write", "report.send"])
        #expect(loaded.requirements.last?.fallback?.use == "log.write")
        let fallback = try #require(loaded.machine?.feedbacks.first?.fallback)
        #expect(fallback.use == "log.write")
        for (mistake, code) in [
            ("{ use: log.wite }", "PWL0117"), ("{ use: log.write, input: { mesage: x } }", "PWL0134"), ("{ with: { a: 1 } }", "PWL0102"),
            ("log.write", "PWL0100"), ("{ use: report.send }", "PWL0117"),
        ] {
            #expect(Loading.load(Self.workflow(mistake)).diagnostics.contains { $0.code.rawValue == code }, "\(mistake)")
        }
    }

    @Test func `it is checked against the interface, where nothing else provides the service`() throws {
        var registry = PluginRegistry()
        registry.plugin = "log"
        registry.provide(
            "log.write", interface: try #require(Loading.catalog.entries["log.write"]).interface, metadata: ServiceMetadata(summary: "")
        ) { { input, _ in input } }
        let services = try #require(ServiceContainer.build(registrations: registry.registrations).services)
        #expect(services.check(Loading.load(Self.workflow(Self.binding)).requirements).isEmpty)
        let misspelt = Loading.load(Self.workflow(#"{ use: log.write, input: { message: "${ input.txt }" } }"#))
        let findings = services.check(misspelt.requirements)
        #expect(findings.map(\.code.rawValue) == ["PWL0321"] && findings.first?.file == "test.yaml")
        let plain = services.check(Loading.load(Self.workflow("{ use: log.write }")).requirements)
        #expect(plain.map(\.code.rawValue) == ["PWL0531", "PWL0533"])
    }

    @Test func `a stored definition keeps what its default is bound to`() throws {
        let text = Self.workflow(Self.binding)
        let loaded = Loading.load(text)
        let stored = StoredDefinition(workflow: "w", revision: 1, text: text, services: loaded.externalServices, file: "test.yaml")
        #expect(DefinitionLoader.load(stored: stored).machine?.feedbacks.first?.fallback?.use == "log.write")
        // Where it was not needed and not there, the definition still loads.
        var catalog = ServiceCatalog(entries: ["report.send": .init(interface: ServiceInterface(), origin: "plugin")])
        catalog.entries["other"] = nil
        let provided = DefinitionLoader.load(Array(text.utf8), file: "test.yaml", catalog: catalog)
        #expect(provided.machine != nil && provided.machine?.feedbacks.first?.fallback == nil)
        let without = StoredDefinition(workflow: "w", revision: 1, text: text, services: provided.externalServices, file: "test.yaml")
        #expect(DefinitionLoader.load(stored: without).machine != nil)
    }
}
