import Foundation
import PawlDefinition
import PawlExpression
import PawlKit
import PawlMachine
import Testing

/// What becomes of nested states, regions and history.
@Suite struct HierarchyTests {
    static let device = """
        workflow: device
        input: { id: string }
        events:
          Connect: { address: string }
          Lose:
          Update: { version: int }
          Stop:
          Tick: { n: int }
        states:
          Offline: { data: { since: timestamp } }
          Online:
            parallel: true
            data: { address: string, errors: int }
            states:
              Link:
                initial: Idle
                states:
                  Idle: { defer: [Tick] }
                  Busy: { data: { errorsBefore: int } }
              Firmware:
                data: { version: int }
                initial: { state: Current, data: { since: "${ now }", note: "at ${ state.address }" } }
                states:
                  Current: { data: { since: timestamp, note: string } }
                  Loading:
                    data: { target: int }
                    initial: Fetching
                    entry: { emit: { event: Tick, data: { n: "${ state.target }" } } }
                    states:
                      Fetching: { data: { target: int } }
                      Done: { final: true, output: { version: "${ state.target }", ok: true } }
                  Past: { history: deep, default: { state: Current, data: { since: "${ now }", note: restored } } }
          Gone: { final: true }
        initial: { state: Offline, data: { since: "${ now }" } }
        transitions:
          - from: Offline
            on:
              Connect: { to: Online, data: { errors: 0, version: 1 } }
              Lose: { to: Firmware.Past, data: { address: "", errors: 0, Firmware: { version: 2 } } }
          - { from: Online, on: Lose, to: Offline, data: { since: "${ now }" } }
          - { from: Idle, on: Tick, to: Busy, data: { errorsBefore: "${ state.errors }" } }
          - { from: Busy, on: Tick, to: Idle, emit: [{ event: Tick, data: { n: 1 }, after: 5m }, { cancel: Tick }] }
          - { from: Busy, on: Lose, data: { errors: "${ state.errors + 1 }" } }
          - { from: Firmware, on: Update, internal: true, to: Loading, data: { target: "${ event.version }" } }
          - { from: Fetching, on: Stop, to: Loading.Done }
          - { from: Loading, on: done, to: Current, data: { since: "${ now }", note: "now ${ event.version }" } }
          - { from: "*", on: Stop, to: Gone }
        """

    @Test func `a device with regions, history and nested data`() throws {
        let loaded = Loading.load(Self.device)
        #expect(Rendering.lines(loaded).filter { $0.contains("error") } == [])
        let machine = try #require(loaded.machine)
        func state(_ path: String) throws -> State { machine.states[try #require(machine.state(path: path))] }
        func names(_ rule: EntryRule?) -> [String] { rule?.targets.map { machine.states[$0].path } ?? [] }
        #expect(try state("Online").kind == .parallel)
        #expect(try state("Online.Firmware.Past").kind == .history(deep: true))
        #expect(names(try state("Online.Firmware.Past").initial) == ["Online.Firmware.Current"])
        #expect(names(try state("Online.Link").initial) == ["Online.Link.Idle"])
        #expect(
            try state("Online.Firmware.Loading.Fetching").visible.type.fields.map(\.name) == ["target", "version", "address", "errors"])
        #expect(try state("Online.Firmware.Loading").doneType.structure == "{ version: int, ok: bool }")
        #expect(try state("Online.Link.Idle").deferred.count == 1)
        let connect = machine.rows[0]
        #expect(connect.data.map { machine.states[$0.state].path } == ["Online", "Online.Firmware"])
        let update = try #require(machine.rows.first { $0.name == "Online.Firmware:Update" })
        #expect(update.isInternal)
        let loading = try state("Online.Firmware.Loading")
        #expect(loading.initial?.data.map { machine.states[$0.state].path } == ["Online.Firmware.Loading.Fetching"])
        let busy = try #require(machine.rows.first { $0.name == "Online.Link.Busy:Tick" })
        guard case .later(.constant(.duration(.minutes(5)))) = busy.emits[0].moment, case .never = busy.emits[1].moment else {
            Issue.record("one is delayed, one called off")
            return
        }
    }

    private func order(rows: String, initial: String = "Paying", paying: String = "{ total: int, who: string }") -> String {
        """
        workflow: order
        services: { watch.it: { input: { n: int }, output: { n: int }, elements: { percent: int } } }
        events: { Go: { total: int, who: string }, Again: { who: string, note: string }, Bare: , Seen: { percent: int }, End: }
        states:
          Start: { data: { total: int } }
          Order:
            data: { total: int }
            initial: \(initial)
            states: { Paying: { data: \(paying) } }
          Done: { final: true }
        initial: { state: Start, data: { total: 1 } }
        transitions:
        \(rows)
          - { from: Order, on: End, to: Done }
        """
    }

    private func errors(_ text: String) -> [String] {
        Rendering.lines(Loading.load(text)).filter { $0.contains(" error[") }
    }

    @Test func `initial sees what the events of all ways there have, and the outer state's new data goes first`() {
        let go = "  - { from: Start, on: Go, to: Order, data: { Order: { total: 2 } } }"
        #expect(errors(order(rows: go)) == [])
        #expect(errors(order(rows: go + "\n  - { from: Order, on: Again, to: Order }")) == [])
        let bare = errors(order(rows: go + "\n  - { from: Start, on: Bare, to: Order }"))
        #expect(bare.count == 1 && bare[0].contains("'Order.Paying' needs 'who' (string), and `initial` does not give it"), "\(bare)")
        let written = order(rows: go, initial: #"{ state: Paying, data: { who: "${ event.who }!" } }"#)
        #expect(errors(written) == [])
        #expect(
            errors(written.replacing("  - { from: Order", with: "  - { from: Start, on: Bare, to: Order }\n  - { from: Order")).count == 1)
    }

    @Test func `a row may give the data of what initial enters`() throws {
        let rows = """
              - { from: Start, on: Bare, to: Order, data: { who: x } }
              - { from: Start, on: Again, to: Order, data: { Paying: { who: y, total: 9 }, Order: { total: 4 } } }
            """
        let loaded = Loading.load(order(rows: rows))
        #expect(errors(order(rows: rows)) == [])
        let machine = try #require(loaded.machine)
        #expect(machine.rows[0].data.map { machine.states[$0.state].path } == ["Order", "Order.Paying"])
        #expect(machine.rows[1].data.map { machine.states[$0.state].path } == ["Order", "Order.Paying"])
    }

    @Test func `a feedback on an event sees it, belongs to the instance and takes elements`() throws {
        let rows =
            "  - { from: Start, on: Go, to: Order, data: { Order: { total: 2 } } }\n  - { from: Order, on: Seen, data: { total: 3 } }"
        let feedback = """
            feedbacks:
              - { event: Go, perform: watch.it, with: { n: "${ event.total }" }, next: Seen, success: ignore, strategy: ignoreWhileRunning }
            """
        let loaded = Loading.load(order(rows: rows) + "\n" + feedback)
        #expect(Rendering.lines(loaded).filter { $0.contains(" error[") } == [])
        let machine = try #require(loaded.machine)
        let own = machine.feedbacks[0]
        #expect(own.name == "Go/watch.it" && own.state == 0 && own.event == machine.event(named: "Go"))
        #expect(own.next.map(\.event) == [machine.event(named: "Seen")])
        #expect(own.elementType.structure == "{ percent: int }")
        #expect(own.strategy == .ignoreWhileRunning)
        #expect(machine.states.allSatisfy { $0.feedbacks.isEmpty })
    }

    @Test func `done of a parallel state has a field for each region`() throws {
        let loaded = Loading.load(
            """
            workflow: both
            events: { One: , Two: { n: int }, Three: }
            states:
              P:
                parallel: true
                states:
                  A: { initial: A1, states: { A1: {}, A2: { final: true } } }
                  B:
                    initial: B1
                    states:
                      B1: {}
                      B2: { final: true, data: { n: int }, output: { n: "${ state.n }", text: "no ${ state.n }", same: 1 } }
                      B3: { final: true, output: { same: 2 } }
              Done: { final: true, data: { n: int } }
            initial: P
            limits: { microsteps: 9, deferred: 7 }
            transitions:
              - { from: A1, on: One, to: A2 }
              - { from: B1, on: { Two: B2, Three: B3 } }
              - { from: P, on: done, to: Done, data: { n: "${ event.B.?n.orValue(event.B.same) }" } }
            """)
        #expect(Rendering.lines(loaded) == [])
        let machine = try #require(loaded.machine)
        func done(_ path: String) throws -> RecordType { machine.states[try #require(machine.state(path: path))].doneType }
        #expect(try done("P.B").structure == "{ n: int?, text: string?, same: int }")
        #expect(try done("P").fields == [.init("A", .record(try done("P.A"))), .init("B", .record(try done("P.B")))])
        #expect(machine.limits.microsteps == 9 && machine.limits.deferred == 7)
    }

    @Test func `names of states are their paths or unique ends of these`() {
        func load(_ name: String) -> [String] {
            errors(
                """
                workflow: names
                events: { Go: }
                states:
                  A: { initial: Same, states: { Same: {}, Deep: { initial: Same, states: { Same: {} } } } }
                  Same: {}
                initial: A
                transitions:
                  - { from: A, on: Go, when: "!active('\(name)')", to: \(name) }
                """)
        }
        for name in ["A", "Same", "A.Same", "Deep", "A.Deep", "Deep.Same", "A.Deep.Same"] { #expect(load(name) == [], "\(name)") }
        #expect(load("B.Same").count == 2)
    }
}
