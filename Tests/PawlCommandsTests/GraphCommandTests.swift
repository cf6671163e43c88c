import Foundation
import PawlCommands
import PawlKit
import Testing

@Suite struct `pawl graph, and the table of pawl validate` {
    /// Gives what a test says instead of running a program, and keeps what it was asked for.
    struct FixedProcesses: Processes {
        var result: Result<ProcessResult, ProcessError>
        func run(_ command: ProcessCommand) async throws -> ProcessResult {
            #expect(command.program == "dot" && command.arguments == ["-Tsvg"])
            #expect(String(decoding: command.input, as: UTF8.self).hasPrefix("digraph \"order\" {"))
            return try result.get()
        }
    }

    static func order() throws -> String {
        try String(contentsOf: Golden.root.appending(path: "workflows/4-order.yaml"), encoding: .utf8)
    }

    private func run(
        _ words: String..., width: Int? = nil, processes: Result<ProcessResult, ProcessError>? = nil
    ) async throws -> (code: ExitCode, output: String, messages: String) {
        let captured = CapturedConsole(isTerminal: width != nil, width: width)
        var fake = FakeHost()
        try fake.files.write(Array(Self.order().utf8), to: "order.yaml", replacing: true)
        try fake.files.write(Array("workflow: broken\n".utf8), to: "broken.yaml", replacing: true)
        fake.journal.definitions = [
            StoredDefinition(workflow: "order", revision: 2, text: try Self.order(), services: RawJSON("{}"), file: "order.yaml")
        ]
        var host = fake.host
        if let processes { host.ports.processes = FixedProcesses(result: processes) }
        let code = await Dispatcher(Pawl.commands).run(words, console: captured.console, host: host)
        return (code, captured.output.text, captured.messages.text)
    }

    @Test func `Mermaid is the default`() async throws {
        let result = try await run("graph", "order.yaml")
        #expect(result.code == .done)
        #expect(result.output.hasPrefix("stateDiagram-v2\n"))
        #expect(result.output == (try await run("graph", "order.yaml", "--format", "mermaid").output))
    }

    @Test(arguments: ["mermaid", "dot", "table"])
    func `an instance is marked`(_ format: String) async throws {
        let result = try await run("graph", "7f3a", "--format", format)
        #expect(result.code == .done)
        try Golden.expect(result.output, "graph-instance-\(format)")
    }

    @Test(arguments: [nil, 100, 60])
    func `transitions as a table`(_ width: Int?) async throws {
        let result = try await run("graph", "order.yaml", "--format", "table", width: width)
        try Golden.expect(result.output, "graph-table" + (width.map { "-\($0)" } ?? ""))
        for line in result.output.split(separator: "\n") { #expect(DisplayText.width(String(line)) <= width ?? .max) }
    }

    @Test(arguments: [nil, 100, 60, 40])
    func `states and events as a table`(_ width: Int?) async throws {
        let result = try await run("validate", "order.yaml", "--table", width: width)
        let table = String(
            result.output.split(separator: "\n", omittingEmptySubsequences: false).drop { !$0.contains("Cancel  ") }.joined(separator: "\n")
        )
        try Golden.expect(table, "states-and-events" + (width.map { "-\($0)" } ?? ""))
        for line in table.split(separator: "\n") { #expect(DisplayText.width(String(line)) <= width ?? .max) }
    }

    @Test func `the guide shows the table`() throws {
        func text(_ path: String) throws -> String { try String(contentsOf: Golden.root.appending(path: path), encoding: .utf8) }
        #expect(try text("Documentation/graph.md").contains(try text("Tests/Golden/Commands/states-and-events.txt")))
    }

    @Test func `the table is no data`() async throws {
        let result = try await run("validate", "order.yaml", "--table", "-o", "json")
        #expect(result.code == .usage)
        #expect(result.output.isEmpty && result.messages.contains("--table"))
    }

    @Test func `a file that does not load is not drawn`() async throws {
        let result = try await run("graph", "broken.yaml")
        #expect(result.code == .negative)
        #expect(result.output.isEmpty)
        #expect(result.messages.contains("PWL") && result.messages.contains("nothing to draw"))
    }

    @Test func `what is not there`() async throws {
        #expect(try await run("graph", "missing.yaml").code == .notFound)
        #expect(try await run("graph", "zzzz").code == .notFound)
    }

    @Test func `svg is what Graphviz draws`() async throws {
        let drawn = ProcessResult(end: .exited(0), output: Array("<svg/>\n".utf8), errorOutput: [])
        let result = try await run("graph", "order.yaml", "--format", "svg", processes: .success(drawn))
        #expect(result.code == .done && result.output == "<svg/>\n" && result.messages.isEmpty)
    }

    @Test func `svg without Graphviz says how to get it`() async throws {
        let result = try await run(
            "graph", "order.yaml", "--format", "svg", processes: .failure(ProcessError(.notFound, reason: "no such program")))
        #expect(result.code == .negative && result.output.isEmpty)
        try Golden.expect(result.messages, "graph-no-dot")
    }

    @Test func `svg when Graphviz fails`() async throws {
        let failed = ProcessResult(end: .exited(1), output: [], errorOutput: Array("Error: bad\nmore".utf8))
        let result = try await run("graph", "order.yaml", "--format", "svg", processes: .success(failed))
        #expect(result.code == .failure && result.messages.contains("Error: bad"))
    }
}
