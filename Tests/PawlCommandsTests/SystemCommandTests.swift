import PawlKit
import PawlMachine
import Testing

@testable import PawlCommands

/// Systems written in Swift on the command line.
@Suite struct `Systems that are compiled in` {
    struct Waiting: SystemState {
        static let name = "Waiting"
        var text: String
    }
    struct Done: FinalState { static let name = "Done" }
    struct Go: SystemEvent { static let name = "Go" }
    struct Said: SystemEvent { static let name = "Said" }
    struct Line: Codable, Sendable { var text: String }
    struct Nothing: Codable, Sendable {}

    struct TalkPlugin: Plugin {
        static let name = "talk"
        init(configuration: Record) throws {}
        func register(in registry: inout PluginRegistry) throws {
            try registry.provide(
                ServiceName<Line, Nothing>("talk.say"), errors: ["busy"], metadata: ServiceMetadata(summary: "Says it.")
            ) {
                { _, _ in Nothing() }
            }
        }
    }

    private func system(_ service: String = "talk.say", version: Int = 1, retrying code: String = "busy") -> System {
        System("talk", version: version) {
            InitialState(from: Line.self) { line in Waiting(text: line.text) }
            Feedbacks {
                Feedback(on: Waiting.self, perform: ServiceName<Line, Nothing>(service)) { Line(text: $0.text) }
                    .success { _ in Said() }.ignoringFailure().retry(attempts: 2, only: [code])
            }
            Transitions {
                From(Waiting.self) {
                    On(Said.self, transitionTo: Done())
                    On(Go.self, transitionTo: Done()).when("the door is open") { true }
                }
            }
        }
    }

    private func run(_ words: String..., systems: [System]) async -> (code: ExitCode, output: String, messages: String) {
        let captured = CapturedConsole()
        var host = FakeHost().host
        host.plugins = [TalkPlugin.self]
        host.systems = systems
        let code = await Dispatcher(Pawl.commands).run(words, console: captured.console, host: host)
        return (code, captured.output.text, captured.messages.text)
    }

    @Test func `are validated with the services that there are`() async {
        let good = await run("validate", "talk", systems: [system()])
        #expect(good.code == .done)
        #expect(good.output == "talk: no errors, no warnings\n")
        let bad = await run("validate", "talk", systems: [system("talk.sya")])
        #expect(bad.code == .negative)
        #expect(bad.output.contains("PawlCommandsTests/SystemCommandTests.swift"))
        #expect(bad.output.contains("nothing provides the service 'talk.sya'"), "\(bad.output)")
    }

    @Test(arguments: [("bussy", "PWL0237", "no error code of this service"), ("interrupted", "PWL0238", "never retried")])
    func `name codes that come`(code: String, number: String, words: String) async {
        let result = await run("validate", "talk", "--strict", systems: [system(retrying: code)])
        #expect(result.code == .negative)
        #expect(result.output.contains(number), "\(result.output)")
        #expect(result.output.contains(words), "\(result.output)")
    }

    @Test func `take the errors that their services declare`() {
        let machine = CompiledSystems([system()]) { $0 == "talk.say" ? ["busy"] : [] }.machine(of: system())
        #expect(machine.services["talk.say"]?.errors == ["busy"])
    }

    @Test func `are drawn`() async {
        let table = await run("graph", "talk", "--format", "table", systems: [system()])
        #expect(table.code == .done)
        #expect(table.output.contains("if the door is open"), "\(table.output)")
        let picture = await run("graph", "talk", systems: [system()])
        #expect(picture.output.hasPrefix("stateDiagram-v2\n"))
    }

    @Test func `do not begin when a service is missing, and say where it is asked for`() async {
        let result = await run("run", "talk", "--input", #"{"text": "x"}"#, systems: [system("talk.sya")])
        #expect(result.code == .negative)
        #expect(result.messages.contains("talk.sya"), "\(result.messages)")
    }

    @Test func `are driven only by a program that has the same table`() throws {
        let (now, other) = (CompiledSystems([system()]), CompiledSystems([system(version: 2)]))
        var stored = system().definition
        stored.revision = 3
        #expect(try now.drive(stored).revision == 3)
        #expect(try CompiledSystems([]).look(at: stored).workflow == "talk")
        func refusal(_ systems: CompiledSystems) -> String {
            do {
                _ = try systems.drive(stored)
                return ""
            } catch {
                return (error as? PluginError)?.message ?? "\(error)"
            }
        }
        #expect(refusal(CompiledSystems([])).contains("compiled into another program"))
        #expect(refusal(other).contains("another table or version of the system 'talk'"))
        #expect(CompiledSystems([system(), system()]).repeatedName == "talk")
    }
}
