import PawlDefinition
import PawlKit
import PawlMachine
import Testing

/// Texts that mean something to a format must come out as they are.
@Suite struct GraphEscapeTests {
    static let odd = [
        "a: b; c", "x # y %% z", "\"quoted\" 'text'", "<b>bold</b> & <br/>", "back\\slash \\N \\l", "{ brace } | [[fork]] <<join>>",
        "`code` *bold* _it_ ~x~ $y$", "line\nbreak\ttab\r", "direction TB", "Ünïcödé 日本語 👩‍👧 ✓", "\u{202E}turned\u{1B}[2J", "style a:#b;",
        String(repeating: "very long guard ", count: 50), "%%{init: {}}%%", "end", "&amp; &lt;",
    ]

    /// A machine whose every text is one of those.
    private func machine(_ text: String) throws -> Machine {
        var machine = try Loading.machine(Loading.workflow(rest: "transitions:\n  - { from: A, on: Go, to: B, when: event.by == 'x' }\n"))
        machine.workflow = text
        machine.summary = text
        machine.states[1].name = text
        machine.states[1].path = text
        machine.states[1].summary = text
        machine.states[1].tags = [text]
        machine.events[2].name = text
        machine.rows.append(
            Row(
                name: "update", source: 1, trigger: .event(2), targets: [], emits: [Emit(event: 2, payload: [], range: .start)],
                range: .start))
        return machine
    }

    @Test(arguments: odd)
    func `Mermaid`(_ text: String) throws {
        let mermaid = MermaidText.text(MachinePicture(try machine(text)))
        #expect(MermaidGrammar(mermaid).problems == [], "\(mermaid)")
        // Lines are the statements': nothing in a text breaks one.
        #expect(
            mermaid.utf8.filter { $0 == 0x0A }.count
                == MermaidText.text(MachinePicture(try machine("plain"))).utf8.filter { $0 == 0x0A }.count)
        #expect(mermaid.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0 != "\u{202E}" })
    }

    @Test(.withGraphviz, arguments: odd)
    func `Graphviz`(_ text: String) throws {
        let (said, svg) = try DotProgram.draw(DotText.text(MachinePicture(try machine(text))))
        #expect(said == "")
        // As XML has it, `-` and blanks aside.
        let shown = svg.replacing("&#45;", with: "-").replacing("&#160;", with: " ").replacing("&quot;", with: "\"").replacing(
            "&#39;", with: "'")
        let expected = text.split(whereSeparator: \.isWhitespace).prefix(2).map { word in
            word.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        }
        for word in expected where !word.unicodeScalars.contains(where: { $0.properties.generalCategory == .format || $0.value < 0x20 }) {
            #expect(shown.contains(word), "\(word)")
        }
    }

    @Test func `names that are words of Mermaid, or alike when written for it`() throws {
        let names = ["state", "end", "Default", "note", "class", "root", "direction", "A_start", "as", "A_b", "any_state"]
        let text = """
            workflow: words
            events: { Go: }
            states:
            \(names.map { "  \($0):\n" }.joined())
            initial: state
            transitions:
              - { from: [\(names.joined(separator: ", "))], on: Go, to: end }
              - { from: "*", after: 1h, to: state }
            """
        let machine = try #require(Loading.load(text).machine)
        let grammar = MermaidGrammar(MermaidText.text(MachinePicture(machine)))
        #expect(grammar.problems == [])
        // The stand-in of the whole machine is one more.
        #expect(grammar.states.count == names.count + 1)
    }

    @Test func `long guards are cut in pictures and whole in the table`() throws {
        let guardText = (0..<30).map { "event.by != 'person \($0)'" }.joined(separator: " && ")
        let text = Loading.workflow(rest: "transitions:\n  - { from: A, on: Go, to: B, when: \"\(guardText)\" }\n")
        let picture = MachinePicture(try Loading.machine(text))
        for line in (MermaidText.text(picture) + DotText.text(picture)).split(separator: "\n") { #expect(line.count < 200) }
        #expect(MermaidText.text(picture).contains("…"))
        #expect(TransitionTable(picture).ways.contains { $0.condition == "if " + guardText })
    }
}
