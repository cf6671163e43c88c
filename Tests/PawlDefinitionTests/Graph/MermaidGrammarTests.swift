import Testing

/// The grammar by which pictures are judged must itself refuse what Mermaid refuses.
@Suite struct MermaidGrammarTests {
    static let refused: [(String, String)] = [
        ("A --> B : a: b", "':' in a label"), ("A --> B : a; b", "';' in a label"), ("A --> B : a # b", "begins a comment"),
        ("A --> B : 100 %% b", "a comment begins"), ("state --> B", "is no name"), ("End --> B", "word of the language"),
        ("A --> default", "word of the language"), ("A-1 --> B", "is no name"), ("state \"a\"b\" as C", "'as' is missing"),
        ("state \"a as C", "not closed"), ("state \"\" as C", "empty text"), ("A --> B :", "empty label"),
        ("A --> B --> A", "an arrow with 3 ends"),
        ("A --> C", "not declared"), ("}", "without '{'"), ("state C {", "is not closed"), ("--", "outside of a box"),
        ("A --> B : of direction TB there", "taken for a direction"), ("A --> B : <b>", "HTML"), ("A --> B : a & b", "'&'"),
        ("A", "declared twice"), ("class C bold", "not declared"), ("classDef bold", "without name or style"),
        ("%%{init}%%", "a directive"),
        ("state X_end", "start or end of a box"), ("A --> B : {x}", "'{' in a label"),
    ]

    @Test(arguments: refused)
    func `refuses`(_ line: String, _ why: String) {
        let problems = MermaidGrammar("stateDiagram-v2\n    A\n    B\n    \(line)\n").problems
        #expect(problems.contains { $0.contains(why) }, "\(problems)")
    }

    @Test func `refuses a state that an arrow would move into a box`() {
        let text = "stateDiagram-v2\n    A\n    state C {\n        D\n        D --> A\n    }\n"
        #expect(MermaidGrammar(text).problems == ["5: 'A' would be moved into 'C'"])
    }

    @Test func `takes what is well`() {
        let text = """
            stateDiagram-v2
                %% comment; with: #anything
                state "One#58; #lt;1#gt;<br/>two" as A
                state B {
                    C
                    [*] --> C
                    --
                    D
                }
                state fork_1 <<fork>>
                A --> B : go if a == 'b'
                A --> fork_1
                C --> [*]
                classDef current stroke-width:4px
                class A,C current

            """
        let grammar = MermaidGrammar(text)
        #expect(grammar.problems == [])
        #expect(grammar.states == ["A": "", "B": "", "C": "B", "D": "B", "fork_1": ""])
        #expect(grammar.arrows.count == 4)
    }
}
