import Foundation
import PawlDefinition
import PawlKit
import PawlMachine
import TestSupport
import Testing

/// Files that nobody means well with: no crash, and never a machine without a reason to trust it.
@Suite struct HostileTests {
    private func load(_ text: String) -> LoadedDefinition { Loading.load(text) }

    private func check(_ loaded: LoadedDefinition, _ comment: Comment) {
        #expect((loaded.machine == nil) == loaded.hasErrors, comment)
        #expect(loaded.diagnostics.allSatisfy { $0.range.start <= $0.range.end }, comment)
        let starts = loaded.diagnostics.map(\.range.start)
        #expect(starts == starts.sorted(), comment)
    }

    static let seeds: [String] = {
        let workflows = ["1-hello", "2-approval", "3-nightly-job", "4-order"].map { OrderExampleTests.folder.appending(path: "\($0).yaml") }
        let golden = GoldenTests.names.map { GoldenTests.folder.appending(path: "\($0).yaml") }
        return (workflows + golden).compactMap { try? String(contentsOf: $0, encoding: .utf8) }
    }()

    @Test func `words put in each other's place`() {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SplitMix64(seed: seed)
        let strange = [
            "", "\"\"", "~", "*", "\"*\"", "${", "${ }", "${ 1 }", "[]", "{}", "[[a], {b: c}]", "done", "failed", "ignore", "A.B",
            "\u{212A}",
            "e\u{301}", "é", "true", "5", "-5m", "list(list(any))", "99999999999999999999", "state.x", "!x", "&a", "a: b", "# c", "|", "\t",
        ]
        for _ in 0..<150 {
            let text = Self.seeds.randomElement(using: &random) ?? ""
            // Cut at blanks and signs, which keeps most of the structure.
            var words: [String] = []
            var word = ""
            for character in text {
                if character.isLetter || character.isNumber || character == "_" {
                    word.append(character)
                } else {
                    words.append(word)
                    words.append(String(character))
                    word = ""
                }
            }
            words.append(word)
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                let place = Int.random(in: 0..<words.count, using: &random)
                words[place] = Bool.random(using: &random) ? strange.randomElement(using: &random)! : words.randomElement(using: &random)!
            }
            check(load(words.joined()), "seed \(seed)")
        }
    }

    @Test func `names that are nearly the same`() {
        check(
            load(
                """
                workflow: w
                types: { "é": [a], "e\u{301}": [b], K: [c], "\u{212A}": [d] }
                services: { "é.x": {}, "e\u{301}.x": {} }
                events: { "": , K: , "\u{212A}": }
                states: { "": {}, A: { data: { "é": int, "e\u{301}": int } } }
                initial: ""
                """), "names")
    }

    @Test func `types that double with each step are refused`() {
        var text = "workflow: w\ntypes:\n"
        for step in 0..<40 { text += "  T\(step): { a: T\(step + 1), b: T\(step + 1) }\n" }
        text += "  T40: { x: int }\nstates: { A: { final: true } }\ninitial: A\n"
        let loaded = load(text)
        #expect(loaded.diagnostics.contains { $0.code.rawValue == "PWL0125" })
    }

    @Test func `a row for everything is counted, not expanded without end`() {
        let events = (0..<400).map { "E\($0)" }
        let states = (0..<400).map { "S\($0)" }
        let loaded = load(
            """
            workflow: w
            events: { \(events.map { "\($0): " }.joined(separator: ", ")) }
            states: { \(states.map { "\($0): {}" }.joined(separator: ", ")), End: { final: true } }
            initial: S0
            transitions:
              - from: [\(states.joined(separator: ", "))]
                on: [\(events.joined(separator: ", "))]
                to: End
            """)
        #expect(loaded.diagnostics.filter { $0.severity == .error }.map(\.code.rawValue) == ["PWL0215"])
    }

    @Test func `a long condition is not compiled for each of many pairs`() {
        let events = (0..<200).map { "E\($0)" }
        let condition = "event.v != '\(String(repeating: "x", count: 50_000))'"
        let loaded = load(
            """
            workflow: w
            events: { \(events.map { "\($0): { v: string }" }.joined(separator: ", ")) }
            states: { A: {}, End: { final: true } }
            initial: A
            transitions:
              - from: A
                on: [\(events.joined(separator: ", "))]
                when: \(condition)
                to: End
            """)
        #expect(loaded.diagnostics.filter { $0.severity == .error }.map(\.code.rawValue) == ["PWL0153"])
    }
}
