import PawlDefinition
import PawlKit
import PawlServices
import Testing

/// pawl.yaml.
@Suite struct ConfigurationTests {
    static let plugins: [String: RecordType] = [
        "log": .empty,
        "exec": RecordType(fields: [.init("directory", .string), .init("limit", .duration, isOptional: true)]),
    ]

    private func load(_ text: String) -> Configuration {
        ConfigurationLoader.load(Array(text.utf8), file: "pawl.yaml", plugins: Self.plugins)
    }

    @Test func `a whole file is read`() throws {
        let configuration = load(
            """
            store: sqlite:pawl.db
            workflows: flows
            settings: { superUsers: false, limit: 5 }
            plugins:
              - log
              - exec: { directory: scripts, limit: 5s }
              - other: { x: 1 }
            services:
              report.build:
                use: exec.run
                with: { program: ./report.sh, arguments: [--day, 1], count: "5", wait: 10s }
              again.build: { use: report.build, with: { code: 010 } }
            """)
        #expect(configuration.diagnostics.map(Rendering.line) == [])
        #expect(configuration.store?.text == "sqlite:pawl.db")
        #expect(configuration.workflows?.text == "flows")
        #expect(configuration.plugins.map(\.name) == ["log", "exec", "other"])
        #expect(configuration.plugins[1].configuration["directory"] == "scripts")
        #expect(configuration.plugins[1].configuration["limit"] == .duration(.seconds(5)))
        let input = RecordType(fields: [
            .init("program", .string), .init("arguments", .list(.string)), .init("count", .string), .init("code", .string),
            .init("wait", .duration),
        ])
        let (bindings, diagnostics) = configuration.serviceBindings(over: { name in
            name == "exec.run" ? ServiceCatalog.Entry(interface: ServiceInterface(input: input), origin: "plugin exec") : nil
        })
        #expect(diagnostics.map(Rendering.line) == [])
        #expect(bindings.map(\.use) == ["exec.run", "report.build"])
        #expect(bindings[0].with["arguments"] == ["--day", "1"])
        #expect(bindings[0].with["count"] == "5")
        #expect(bindings[0].with["wait"] == .duration(.seconds(10)))
        // Over the other binding, the code is a text.
        #expect(bindings[1].with["code"] == "010")
    }

    @Test(arguments: ["", "# nothing\n", "{}"])
    func `everything has a default`(_ text: String) {
        let configuration = load(text)
        #expect(configuration.diagnostics.map(Rendering.line) == [])
        #expect(configuration.store == nil && configuration.plugins.isEmpty)
    }

    @Test func `mistakes are told with their places`() {
        let configuration = load(
            """
            stor: x
            profiles: { a: { storr: x } }
            plugins:
              - exec: { directry: x }
              - exec
              - { a: , b: }
              - log: { level: 1 }
            services:
              a.b: { use: x.y, inputs: {} }
              c: { with: { a: 1 } }
            """)
        #expect(
            configuration.diagnostics.map { "\($0.range.start.line):\($0.range.start.column) \($0.code)" } == [
                "1:1 PWL0101", "2:18 PWL0101", "4:13 PWL0134", "5:5 PWL0106", "6:5 PWL0551", "7:12 PWL0134", "9:20 PWL0101", "10:3 PWL0102",
            ])
    }

    @Test func `settings are typed by the workflow`() throws {
        let type = RecordType(fields: [.init("open", .bool), .init("limit", .int, isOptional: true)])
        let (settings, diagnostics) = load("settings: { open: true, theirs: x }").settings(for: type, of: "w")
        #expect(diagnostics.isEmpty)
        #expect(settings?["open"] == true && settings?["limit"] == nil)

        let missing = load("settings: { limit: 5.0 }").settings(for: type, of: "w")
        #expect(missing.settings == nil)
        #expect(missing.diagnostics.map(\.code.rawValue) == ["PWL0550", "PWL0130"])
    }
}
