import PawlCommands
import PawlKit
import Testing

@Suite struct `Words of a command line` {
    static let key = Option.text("key", letter: "k", "K", help: "A key.")
    static let from = Option<Int64>.position("from", help: "A position.")
    static let send = Option<String>(
        "send", "EVENT", help: "An event.", isRepeatable: true, expectation: "an event", read: { $0.isEmpty ? nil : $0 })
    static let strict = Flag("strict", letter: "s", help: "Strict.")
    static let file = Positional("FILE", help: "A file.")
    static let rest = Positional("REST", help: "More.", isOptional: true, isRepeatable: true)
    static let shape = CommandShape(
        "try", summary: "Try.", example: "pawl try", arguments: [file, rest],
        options: [
            key.declaration, from.declaration, send.declaration, strict.declaration, OutputFormat.option.declaration,
        ])

    func parse(_ words: String...) throws -> ParsedWords { try WordParser(Self.shape).parse(words) }

    @Test func `options may stand anywhere, with a space, an equals sign or a letter`() throws {
        let words = try parse("--key=a=b", "one", "--from", "7", "-ojson", "two", "-s", "three")
        #expect(words[Self.key] == "a=b")
        #expect(words[Self.from] == 7)
        #expect(words[OutputFormat.option] == .json)
        #expect(words[Self.strict])
        #expect(words[Self.file] == "one")
        #expect(words.all(Self.rest) == ["two", "three"])
    }

    @Test func `a letter takes its value with or without a space or an equals sign`() throws {
        for spelling in [["-k", "v"], ["-kv"], ["-k=v"]] {
            #expect(try WordParser(Self.shape).parse(spelling + ["f"])[Self.key] == "v")
        }
    }

    @Test func `a repeatable option keeps all values in order`() throws {
        let words = try parse("f", "--send", "A", "--send=B={}", "--send", "C")
        #expect(words.all(Self.send) == ["A", "B={}", "C"])
    }

    @Test func `after two dashes all words are arguments`() throws {
        #expect(try parse("--", "--key", "-s").all(Self.rest) == ["-s"])
    }

    @Test func `a single dash is a word`() throws { #expect(try parse("-")[Self.file] == "-") }

    @Test func `a missing argument does not keep help away`() throws {
        #expect(try parse("--help")[GlobalOptions.helpFlag])
    }

    @Test(arguments: [
        (["--kye", "x"], UsageError.unknownOption("--kye", nearest: "--key")),
        (["--zzzzzz"], .unknownOption("--zzzzzz", nearest: nil)),
        (["-key", "x"], .badValueOrNil),
        (["-z"], .unknownOption("-z", nearest: nil)),
        (["f", "--key"], .missingValue(option: "--key", placeholder: "K")),
        (["f", "--key", "--strict"], .missingValue(option: "--key", placeholder: "K")),
        (["f", "--strict=yes"], .unexpectedValue(option: "--strict")),
        (["f", "--from", "0"], .badValue(option: "--from", value: "0", expected: "a position, which is a whole number from 1")),
        (["f", "-o", "xml"], .badValue(option: "-o", value: "xml", expected: "table, json or jsonl")),
        (["f", "--key", "a", "--key", "b"], .repeatedOption("--key")),
        ([], .missingArgument("FILE")),
    ])
    func `each slip has its own error`(words: [String], expected: UsageError) throws {
        // `-key x` is the letter k with the value `ey`, as any Unix tool reads it.
        if expected == .badValueOrNil {
            #expect(try WordParser(Self.shape).parse(words + ["f"])[Self.key] == "ey")
            return
        }
        #expect(throws: expected) { try WordParser(Self.shape).parse(words) }
    }

    @Test func `a word too many is an error where the last argument stands alone`() {
        let shape = CommandShape("try", summary: "", example: "", arguments: [Self.file])
        #expect(throws: UsageError.extraArgument("b")) { try WordParser(shape).parse(["a", "b"]) }
    }

    @Test func `a flag goes before the environment, and the environment before the file`() throws {
        func options(_ words: [String], _ variables: [String: String]) throws -> GlobalOptions {
            GlobalOptions(try WordParser(Self.shape).parse(words + ["f"]), variable: { variables[$0] })
        }
        let both = ["PAWL_STORE": "sqlite:env.db", "PAWL_CONFIG": "env.yaml"]
        #expect(try options(["--store", "flag.db"], both).storePath(configured: "file.db") == "flag.db")
        #expect(try options([], both).storePath(configured: "file.db") == "env.db")
        #expect(try options([], [:]).storePath(configured: "sqlite:file.db") == "file.db")
        #expect(try options([], ["PAWL_STORE": ""]).storePath(configured: nil) == "pawl.db")
        #expect(try options([], both).configFile == ("env.yaml", true))
        #expect(try options([], [:]).configFile == ("pawl.yaml", false))
    }
}

extension UsageError {
    /// Marks a row of the table that is no error.
    static let badValueOrNil = UsageError.contradiction("")
}
