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
}
