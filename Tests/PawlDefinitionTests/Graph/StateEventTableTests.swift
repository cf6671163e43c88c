import PawlDefinition
import PawlKit
import PawlMachine
import Testing

@Suite struct StateEventTableTests {
    /// The table as lines with `|` between the cells.
    private func text(_ machine: Machine) -> [String] {
        let table = StateEventTable(machine)
        return [([""] + table.columns).joined(separator: " | ")] + table.lines.map { ([$0.name] + $0.cells).joined(separator: " | ") }
    }

    @Test func `the order workflow`() throws {
        let order = try #require(GraphTests.drawn.first { $0.name == "4-order" })
        #expect(
            text(try order.machine()) == [
                " | Cancel | Retry | PaymentAccepted | done | failed | timers",
                "Paying | Cancelled | – | Shipping | · | OnHold if … | Cancelled | 15m → Cancelled",
                "Shipping | disabled | – | · | Done | Unshipped | ",
                "OnHold | Cancelled | Paying | · | · | · | ",
                "Unshipped | Cancelled | Shipping | · | · | · | ",
            ])
        let table = StateEventTable(try order.machine())
        #expect(table.signs == [.unhandled, .impossible, .guarded, .disabled])
        #expect(!table.rejectsUnhandled)
    }

    @Test func `nested states, regions, deferral and history`() throws {
        let device = try #require(GraphTests.drawn.first { $0.name == "device" })
        #expect(
            text(try device.machine()) == [
                " | Offer | Install | Pause | Resume | Retire | Lost | Both | Restart | done | failed | timers",
                "* |  |  |  |  |  |  |  |  |  |  | 365d → Retired",
                "Running |  |  |  |  |  |  |  |  | · |  | 30d → Running",
                "  Connection |  |  |  |  |  |  |  |  | · |  | ",
                "    Offline | – | – | ↑Paused | – | Retired | – | – | – | Online | Offline if … | ",
                "    Online |  |  |  |  |  |  |  |  | · |  | ",
                "      Idle | – | – | ↑Paused | – | Retired | ↑Offline | – | Busy | · | – | ",
                "      Busy | – | – | ↑Paused | – | Retired | ↑Offline | – | deferred | · | – | 10m → Idle",
                "  Update |  |  |  |  |  |  |  |  | – |  | ",
                "    Waiting | Fetching | ignored | ↑Paused | – | Retired | – | ↑Fetching | – | · | – | ",
                "    Fetching | – | Installed unless … | ↑Paused | – | Retired | – | ↑Fetching | – | · | Waiting | ",
                "Paused | – | – | – | Last | Retired | – | Busy + Waiting | – | · | blocks | ",
            ])
    }

    @Test func `ignored, updates, guards, falling through, and a failure that nothing takes`() throws {
        let text = """
            workflow: cells
            events: { A: { n: int }, B: , C: }
            services: { work.do: { errors: [bad] } }
            states:
              One: { ignore: [B], data: { n: int } }
              Two:
              End: { final: true }
            initial: { state: One, data: { n: 0 } }
            unhandled: reject
            feedbacks:
              - { on: One, perform: work.do, success: ignore }
            transitions:
              - from: One
                on:
                  A:
                    - { when: event.n > 1, to: Two }
                    - { when: event.n < 1, data: { n: "${ event.n }" } }
                always: { when: state.n > 5, to: End }
              - { from: Two, on: A, to: End, disable: active('Two') && active('One') }
              - { from: Two, on: "*", to: One, data: { n: 1 } }
              - { from: "*", on: C, to: End, disable: "!active('Two')" }
              - { from: "*", on: C, to: Two, when: active('One') }
              - { from: "*", at: 2030-01-01T00:00:00Z, to: End }
            """
        let machine = try #require(Loading.load(text).machine)
        let table = StateEventTable(machine)
        #expect(
            self.text(machine) == [
                " | A | B | C | failed | always | timers",
                "* |  |  |  |  |  | at 2030-01-01T00:00:00Z → End",
                "One | Two if … | stays if … | ignored | Two | blocks | End if … | ",
                "Two | End | One | One | · |  | ",
            ])
        #expect(table.rejectsUnhandled)
        #expect(table.lines.map(\.isGroup) == [true, false, false])
    }
}
