import PawlDefinition
import PawlKit
import PawlMachine
import Testing

/// Loads workflows in tests.
enum Loading {
    /// The services that the tests' workflows use without declaring them.
    static let catalog = ServiceCatalog(entries: [
        "log.write": .init(
            interface: ServiceInterface(
                input: RecordType(fields: [
                    .init("level", .enumeration(EnumType(members: ["debug", "info", "warning", "error"])), isOptional: true),
                    .init("message", .string),
                ])),
            origin: "plugin log"),
        "mock.return": .init(
            interface: ServiceInterface(output: .any), metadata: ServiceMetadata(summary: "", takesAnyInput: true), origin: "plugin mock"),
        "mock.delay": .init(
            interface: ServiceInterface(input: RecordType(fields: [.init("duration", .duration)])),
            metadata: ServiceMetadata(summary: "", takesAnyInput: true), origin: "plugin mock"),
        "http.request": .init(
            interface: ServiceInterface(
                input: RecordType(fields: [.init("url", .string), .init("query", .map(.string), isOptional: true)]),
                output: .record(RecordType(fields: [.init("status", .int), .init("headers", .map(.string)), .init("body", .any)])),
                errors: ["http_4xx", "http_5xx"]), origin: "plugin http"),
    ])

    static func load(_ text: String, file: String = "test.yaml") -> LoadedDefinition {
        DefinitionLoader.load(Array(text.utf8), file: file, catalog: catalog)
    }

    /// The machine of a text that must load without a word.
    static func machine(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Machine {
        let loaded = load(text)
        #expect(Rendering.lines(loaded) == [], sourceLocation: sourceLocation)
        return try #require(loaded.machine, sourceLocation: sourceLocation)
    }

    /// A workflow of two states around what a test is about.
    static func workflow(
        types: String = "", input: String = "{ name: string, count: int, note: string? }", events: String = "Go: { by: string }",
        states: String = "A: { data: { n: int } }\n  B: { final: true }", initial: String = "{ state: A, data: { n: 1 } }",
        rest: String = ""
    ) -> String {
        """
        workflow: test
        \(types.isEmpty ? "" : "types:\n  \(types)\n")input: \(input)
        events:
          \(events)
        states:
          \(states)
        initial: \(initial)
        \(rest)
        """
    }
}

/// Writes diagnostics as lines, for comparison.
enum Rendering {
    /// `line:column-column: severity[CODE]: message | label | help`
    static func lines(_ loaded: LoadedDefinition) -> [String] { loaded.diagnostics.map(line) }

    static func line(_ diagnostic: Diagnostic) -> String {
        let (range, wording) = (diagnostic.range, diagnostic.wording)
        var text = "\(range.start.line):\(range.start.column)"
        if range.end.line == range.start.line, range.end.column > range.start.column + 1 { text += "-\(range.end.column - 1)" }
        text += ": \(diagnostic.severity)[\(diagnostic.code)]: \(wording.message)"
        if !wording.label.isEmpty { text += " | \(wording.label)" }
        if let related = diagnostic.related { text += " | \(related.start.line):\(related.start.column) \(wording.relatedLabel)" }
        if let help = wording.help { text += " | help: \(help)" }
        return text
    }

    /// `PWL0204@12:5`, for short comparisons.
    static func places(_ loaded: LoadedDefinition) -> [String] {
        loaded.diagnostics.map { "\($0.code)@\($0.range.start.line):\($0.range.start.column)" }
    }
}
