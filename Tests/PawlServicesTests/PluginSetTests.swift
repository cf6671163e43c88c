import PawlKit
import PawlServices
import Testing

private struct Greeter: Plugin {
    static let name = "greeter"
    static let configuration = RecordType(fields: [.init("greeting", .string, isOptional: true)])
    let greeting: String

    init(configuration: Record) throws {
        greeting = configuration["greeting"]?.stringValue ?? "hello"
        if greeting.isEmpty { throw PluginError("`greeting` must not be empty") }
    }

    func register(in registry: inout PluginRegistry) throws {
        let greeting = greeting
        registry.provide("greet", interface: ServiceInterface(output: .any), metadata: ServiceMetadata(summary: "Greets.")) {
            { _, _ in .string(greeting) }
        }
    }
}

private struct Impostor: Plugin {
    static let name = "greeter"
    init(configuration: Record) throws {}
    func register(in registry: inout PluginRegistry) throws {}
}

private struct Demanding: Plugin {
    static let name = "demanding"
    static let configuration = RecordType(fields: [.init("url", .string), .init("key", .string), .init("note", .string, isOptional: true)])
    init(configuration: Record) throws {}
    func register(in registry: inout PluginRegistry) throws {}
}

private struct HalfWay: Plugin {
    static let name = "halfway"
    init(configuration: Record) throws {}
    func register(in registry: inout PluginRegistry) throws {
        registry.provide("half", interface: ServiceInterface(), metadata: ServiceMetadata(summary: "")) { { _, _ in .null } }
        throw PluginError("the other half is missing")
    }
}

private struct Failing: Plugin {
    static let name = "failing"
    init(configuration: Record) throws {}
    func register(in registry: inout PluginRegistry) throws {}
    func run() async throws { throw PluginError("the server went away") }
}

private struct Endless: Plugin {
    static let name = "endless"
    init(configuration: Record) throws {}
    func register(in registry: inout PluginRegistry) throws {}
    func run() async throws {
        let (stream, _) = AsyncStream.makeStream(of: Void.self)
        for await _ in stream {}
        try Task.checkCancellation()
    }
}

private func section(_ name: String, _ type: RecordType, _ fields: [Value?], line: Int = 3) -> PluginSection {
    PluginSection(name: name, configuration: Record(type: type, fields: fields), place: place("pawl.yaml", line))
}

@Suite("Plugins")
struct PluginSetTests {
    @Test("Each plugin is created from its section, or an empty one, and registers under its name")
    func load() async throws {
        for (sections, greeting) in [([], "hello"), ([section("greeter", Greeter.configuration, ["hi"])], "hi")]
            as [([PluginSection], Value)]
        {
            let outcome = PluginSet.load([Greeter.self], sections: sections)
            #expect(outcome.diagnostics.isEmpty)
            #expect(outcome.set.registrations.map(\.plugin) == ["greeter"])
            let services = try #require(
                ServiceContainer.build(registrations: outcome.set.registrations, pluginPlaces: outcome.set.places).services)
            let value = try await services.function("greet")([:], .test)
            #expect(value == greeting)
        }
    }

    @Test("All that is wrong is reported at once")
    func findings() {
        let sections = [section("greeter", Greeter.configuration, [""], line: 2), section("haflway", .empty, [], line: 5)]
        let outcome = PluginSet.load([Greeter.self, Impostor.self, Demanding.self, HalfWay.self], sections: sections)
        let texts = outcome.diagnostics.map { "\($0.file):\($0.range.start.line) \($0.code) \($0.wording.message)" }
        #expect(
            texts == [
                "pawl.yaml:2 PWL0503 the plugin 'greeter' cannot be used: `greeting` must not be empty",
                "pawl.yaml:2 PWL0500 there are two plugins named 'greeter'",
                "plugin demanding:1 PWL0502 the plugin 'demanding' needs 'url', 'key'",
                "plugin halfway:1 PWL0503 the plugin 'halfway' cannot be used: the other half is missing",
                "pawl.yaml:5 PWL0501 there is no plugin 'haflway'",
            ])
        #expect(outcome.diagnostics.last?.wording.label == "did you mean 'halfway'?")
        #expect(outcome.set.registrations.isEmpty)
        #expect(outcome.set.plugins.isEmpty)
    }

    @Test("A plugin whose work ends with an error ends all, and is named", .timeLimit(.minutes(1)))
    func run() async throws {
        let error = try await #require(throws: PluginError.self) { try await PluginSet.load([Endless.self, Failing.self]).set.run() }
        #expect(error.message == "the plugin 'failing' stopped: the server went away")
    }

    @Test("Plugins without work are done at once")
    func idle() async throws { try await PluginSet.load([Greeter.self]).set.run() }
}
