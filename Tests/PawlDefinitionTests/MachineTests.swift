import Foundation
import PawlDefinition
import PawlExpression
import PawlKit
import PawlMachine
import Testing

/// What becomes of the forms that rows and feedbacks have.
@Suite struct MachineTests {
    private func names(_ rest: String, states: String = "A: { data: { n: int } }\n  B: {}\n  C: { final: true }") throws -> [String] {
        let loaded = Loading.load(Loading.workflow(states: states, rest: "transitions:\n" + rest))
        #expect(loaded.diagnostics.filter { $0.severity == .error }.map(Rendering.line) == [])
        return try #require(loaded.machine).rows.map(\.name)
    }

    @Test(arguments: [
        ("  - { from: A, on: Go, to: B }", ["A:Go"]),
        ("  - { from: A, on: [Go, failed], to: B }", ["A:Go", "A:failed"]),
        ("  - { from: [A, B], on: Go, to: C }", ["A:Go", "B:Go"]),
        ("  - { from: A, on: { Go: B, \"*\": C } }", ["A:Go", "A:*"]),
        ("  - { from: \"*\", on: Go, to: C }", ["*:Go"]),
        ("  - { from: \"*\", after: 1d, to: C }", ["*:after 1d"]),
        ("  - { from: A, after: 90m, to: C }", ["A:after 1h30m"]),
        ("  - { from: A, after: { 60s: { to: B, when: state.n > 1 }, 1h: C } }", ["A:after 1m", "A:after 1h"]),
        ("  - { from: A, after: \"${ duration('5s') }\", to: C }", ["A:after duration('5s')"]),
        ("  - { from: A, at: 2026-01-01T10:00:00+02:00, to: C }", ["A:at 2026-01-01T08:00:00Z"]),
        ("  - { from: A, always: [{ when: state.n > 1, to: B }, C] }", ["A:always[0]", "A:always[1]"]),
        (
            "  - { from: A, on: Go, when: state.n > 1, to: B }\n  - { from: B, on: Go, to: C }\n  - { from: A, on: Go, to: C }",
            ["A:Go[0]", "B:Go", "A:Go[1]"]
        ),
    ])
    func `rows are named after source and trigger`(_ rows: String, _ expected: [String]) throws {
        #expect(try names(rows) == expected)
    }

    @Test func `rows that wait equally long share a timer`() throws {
        let machine = try Loading.machine(
            Loading.workflow(
                events: "Go:", initial: "{ state: A, data: { n: 1 } }",
                rest: """
                    transitions:
                      - { from: A, after: 60s, when: state.n > 1, to: B }
                      - { from: A, after: 1m, to: B }
                      - { from: "*", on: Go, to: B }
                    """))
        #expect(machine.timers.map(\.name) == ["A:after 1m"])
        #expect(machine.timers[0].rows == [0, 1])
        #expect(machine.states[1].timers == [0])
        #expect(machine.rows[0].trigger == .timer(0))
    }

    @Test func `a row without to changes fields and stays`() throws {
        let machine = try Loading.machine(
            Loading.workflow(
                states: "A: { data: { n: int, o: string? } }\n  B: { final: true }",
                rest: """
                    transitions:
                      - { from: A, on: Go, when: event.by != 'x', data: { o: ~, n: "${ state.n + 1 }" } }
                      - { from: A, on: Go, to: B }
                    """))
        let row = machine.rows[0]
        #expect(row.targets.isEmpty)
        #expect(row.data.map(\.state) == [1])
        #expect(row.data[0].fields.map(\.slot) == [0, 1])
        guard case .template(.expression(let absent, _)) = row.data[0].fields[1].source else {
            Issue.record("an absent field is a rule of its own")
            return
        }
        #expect(absent.expression.isOptional)
    }

    @Test func `disable of a row goes before that of the section`() throws {
        let machine = try Loading.machine(
            Loading.workflow(
                rest: """
                    settings: { frozen: bool }
                    transitions:
                      disable: settings.frozen
                      rows:
                        - { from: A, on: Go, disable: event.by == 'x', to: B }
                        - { from: A, on: Go, to: B }
                    """))
        #expect(machine.rows[0].disables.map(\.expression.text) == ["event.by == 'x'", "settings.frozen"])
        #expect(machine.rows[1].disables.map(\.expression.text) == ["settings.frozen"])
        #expect(machine.rows[0].isGuarded)
    }

    @Test func `feedbacks become one for each state`() throws {
        let machine = try Loading.machine(
            """
            workflow: feedbacks
            events: { Said: { text: string, times: int }, Go: }
            services: { say.it: { input: { text: string, more: string? }, output: { text: string, count: int } } }
            states:
              A: { data: { n: int } }
              B: { data: { n: int }, ignore: [done] }
              End: { final: true }
            initial: { state: A, data: { n: 1 } }
            feedbacks:
              - on: [A, B]
                id: say
                perform: say.it
                with: { text: "number ${ state.n }" }
                success: { event: Said, data: { times: "${ result.count + state.n }" } }
                failure: ignore
              - { on: B, perform: log.write, with: { message: x }, strategy: cancelOnNewState, delivery: atMostOnce }
            transitions:
              - { from: A, on: Said, to: B, data: { n: "${ event.times }" } }
              - { from: B, on: [Said, Go], to: End }
              - { from: A, on: Go, to: End }
            """)
        #expect(machine.feedbacks.map(\.name) == ["A/say", "B/say", "B/log.write"])
        #expect(machine.feedbacks.map(\.outcomeReadsState) == [true, true, false])
        #expect(machine.feedbacks[2].delivery == .atMostOnce)
        #expect(machine.states[2].feedbacks == [1, 2])
        #expect(machine.states[2].ignored == [Event.done])
        guard case .events(let rules) = machine.feedbacks[0].success, case .result(let slot) = rules[0].payload[0].source else {
            Issue.record("the text comes from the result")
            return
        }
        #expect(slot == 0)
        #expect(machine.events[2].origin == .internal)
        #expect(machine.services.keys.sorted() == ["log.write", "say.it"])
    }

    @Test func `what a service takes beyond its fields is any`() throws {
        let loaded = Loading.load(
            """
            workflow: any
            states: { A: {}, End: { final: true } }
            initial: A
            feedbacks: [{ on: A, perform: mock.delay, with: { duration: 5s, code: 007, list: [1, x] } }]
            transitions: [{ from: A, on: done, to: End }]
            """)
        let machine = try #require(loaded.machine)
        #expect(machine.feedbacks[0].inputType.fields.map(\.typeText) == ["duration", "any", "any"])
        guard case .constant(.record(let input)) = machine.feedbacks[0].input else {
            Issue.record("the input is known at load")
            return
        }
        #expect(input["duration"] == .duration(.seconds(5)))
        #expect(input["list"] == [1, "x"])
        // The stored interface says that it takes more, so that the same text loads again.
        let stored = StoredDefinition(workflow: "any", revision: 1, text: loaded.text, services: loaded.externalServices, file: "any.yaml")
        #expect(DefinitionLoader.load(stored: stored).diagnostics.map(Rendering.line) == [])
    }

    @Test func `a condition proves that a field is there`() throws {
        let machine = try Loading.machine(
            Loading.workflow(
                events: "Go:", states: "A: { data: { note: string? } }\n  B: { data: { note: string } }\n  C: { final: true }",
                initial: "A",
                rest: """
                    transitions:
                      - from: A
                        on:
                          Go:
                            - { when: has(state.note), to: B }
                            - { to: B, data: { note: "${ state.?note.orValue('none') }" } }
                      - { from: B, on: Go, to: C }
                    """))
        guard case .state(let slot) = machine.rows[0].data[0].fields[0].source else {
            Issue.record("the note is carried over")
            return
        }
        #expect(slot == 0)
    }

    @Test func `a record of another layout is carried over as if it were written`() throws {
        let machine = try Loading.machine(
            Loading.workflow(
                events: "Go:",
                states: "A: { data: { p: { x: int, y: int } } }\n  B: { data: { p: { y: int, x: int } } }\n  C: { final: true }",
                initial: "{ state: A, data: { p: { x: 1, y: 2 } } }",
                rest: "transitions:\n  - { from: A, on: Go, to: B }\n  - { from: B, on: Go, to: C }"))
        guard case .template(.expression(let expression, _)) = machine.rows[0].data[0].fields[0].source else {
            Issue.record("the record is converted on the way")
            return
        }
        #expect(expression.expression.text == "state.p")
    }

    @Test func `the twelve mistakes of a file are found, each once and in its place`() throws {
        let url = GoldenTests.folder.appending(path: "twelve.yaml")
        let loaded = Loading.load(try String(contentsOf: url, encoding: .utf8))
        #expect(loaded.diagnostics.count == 12)
        #expect(loaded.diagnostics.allSatisfy { $0.severity == .error })
        #expect(Set(Rendering.places(loaded)).count == 12)
        #expect(loaded.diagnostics.allSatisfy { $0.wording.help != nil || !$0.wording.label.isEmpty })
    }
}
