import PawlEngine
import PawlKit
import PawlMachine
import PawlScenario
import Testing

/// "One event, one macrostep, one transaction", step by step.
struct MacrostepPromiseTests {
    static let admission = [
        Promise(
            "an event that is not declared is rejected",
            "events: { Go: {} }\nstates: { A: {} }\ninitial: A\ntransitions: [{ from: A, on: Go }]",
            told: ["rejected unknownEvent"], history: ["started → A", "rejected Gone"]
        ) { try await $0.send("Gone") },
        Promise(
            "an event that is only raised inside is rejected",
            """
            events: { Go: {}, Inner: {} }
            states: { A: {}, B: {} }
            initial: A
            transitions: [{ from: A, on: Go, emit: [Inner] }, { from: A, on: Inner, to: B }]
            """,
            told: ["rejected internalEvent", "handled B"], history: ["started → A", "rejected Inner", "event Go → B by A:Go, A:Inner"]
        ) {
            try await $0.send("Inner")
            try await $0.send("Go")
        },
        Promise(
            "a payload that does not fit its type is rejected",
            "events: { Go: { n: int } }\nstates: { A: {} }\ninitial: A\ntransitions: [{ from: A, on: Go }]",
            told: ["rejected payload", "rejected payload", "rejected payload", "handled A"],
            history: ["started → A", "rejected Go", "rejected Go", "rejected Go", "event Go by A:Go"]
        ) {
            try await $0.send("Go", #"{"n":"1"}"#)
            try await $0.send("Go", #"{"n":1,"m":2}"#)
            try await $0.send("Go", "[]")
            try await $0.send("Go", #"{"n":1}"#)
        },
        Promise(
            "a payload that is too large is rejected, and 256 bytes of it are kept",
            "events: { Go: { text: string } }\nstates: { A: {} }\ninitial: A\ntransitions: [{ from: A, on: Go }]",
            told: ["rejected tooLarge"], history: ["started → A", "rejected Go"]
        ) { stage in
            try await stage.send("Go", #"{"text":""# + String(repeating: "x", count: 65_536) + #""}"#)
            #expect((try await stage.history.last?.body.payload?.description.utf8.count ?? 0) < 300)
        },
        Promise(
            "a sending that is repeated with its dedupe key is answered with the recorded result",
            "events: { Go: {} }\nstates: { A: {}, B: {} }\ninitial: A\ntransitions: [{ from: A, on: Go, to: B }, { from: B, on: Go, to: A }]",
            told: ["handled B", "handled B", "handled A", "handled B"],
            history: ["started → A", "event Go → B by A:Go", "event Go → A by B:Go"]
        ) {
            try await $0.send("Go", dedupe: "k")
            try await $0.send("Go", dedupe: "k")
            try await $0.send("Go")
            try await $0.restart()
            try await $0.send("Go", dedupe: "k")
        },
        Promise(
            "an event for an instance that is paused is queued by arrival, and runs in order",
            "events: { Go: {}, Back: {} }\nstates: { A: {}, B: {} }\ninitial: A\ntransitions: [{ from: A, on: Go, to: B }, { from: B, on: Back, to: A }]",
            told: ["handled A", "queued 1", "queued 2", "handled A"],
            history: ["started → A", "paused", "queued Go", "queued Back", "resumed", "event Go → B by A:Go", "event Back → A by B:Back"]
        ) {
            try await $0.person(.pause)
            try await $0.send("Go")
            try await $0.send("Back")
            try await $0.person(.resume)
            try await $0.reach(entries: 7)
        },
        Promise(
            "the result of an effect that was cancelled is stale, and that is all",
            """
            events: { Go: {} }
            services: { work.do: { output: { text: string } } }
            states: { A: {}, B: {} }
            initial: A
            feedbacks: [{ on: A, perform: work.do }]
            transitions: [{ from: A, on: { Go: B, done: B } }]
            """,
            told: ["handled B", "stale"],
            history: ["started → A starts 1/A/work.do", "event Go → B by A:Go cancels 1/A/work.do", "stale attempt 1"]
        ) { stage in
            try await stage.send("Go")
            try await stage.answer(EffectID(position: 1, feedback: "A/work.do"))
        },
    ]

    static let selection = [
        Promise(
            "the leaf goes before its parents, and they before the machine",
            """
            events: { Go: {}, Up: {}, Top: {} }
            states: { P: { initial: A, states: { A: {}, B: {} } }, Q: {} }
            initial: P
            transitions:
              - { from: "*", on: Go, to: Q }
              - { from: "*", on: Up, to: Q }
              - { from: "*", on: Top, to: Q }
              - { from: P, on: Go, to: Q }
              - { from: P, on: Up, to: P.B }
              - { from: P.A, on: Go, to: P.B }
            """,
            told: ["handled P.B", "handled P.B", "handled Q"],
            history: ["started → P.A", "event Go → P.B by P.A:Go", "event Up by P:Up", "event Top → Q by *:Top"]
        ) {
            try await $0.send("Go")
            try await $0.send("Up")
            try await $0.send("Top")
        },
        Promise(
            "at each level the exact event goes before any event, also when its row is false, then document order",
            """
            events: { Go: {}, Other: {} }
            states: { A: { data: { n: int } } }
            initial: { state: A, data: { n: 0 } }
            transitions:
              - { from: A, on: "*", data: { n: "${ state.n + 100 }" } }
              - { from: A, on: Go, when: state.n == 0, data: { n: 1 } }
              - { from: A, on: Go, when: state.n <= 1, data: { n: "${ state.n + 10 }" } }
            """,
            told: ["handled A", "handled A", "handled A", "handled A"],
            history: [
                "started → A", "event Go by A:Go[0]", "event Go by A:Go[1] not A:Go[0] (when)",
                "event Go by A:* not A:Go[0] (when), A:Go[1] (when)",
                "event Other by A:*",
            ]
        ) {
            for name in ["Go", "Go", "Go", "Other"] { try await $0.send(name) }
        },
        Promise(
            "a disabled row falls through, and so does one of a disabled section",
            """
            events: { Go: {} }
            settings: { open: bool }
            states: { A: {}, B: {} }
            initial: A
            transitions:
              disable: settings.open && active('B')
              rows:
                - { from: A, on: Go, disable: settings.open, to: A }
                - { from: A, on: Go, to: B }
                - { from: B, on: Go, to: A }
            """,
            told: ["handled B", "unhandled, accepted: Go"],
            history: [
                "started → A", "event Go → B by A:Go[1] not A:Go[0] (disabled)", "unhandled Go not B:Go (disabled) because B disabled",
            ]
        ) {
            try await $0.send("Go")
            try await $0.send("Go")
        },
        Promise(
            "a guard may ask which states are active, in this region and in others",
            """
            events: { Go: {}, Turn: {} }
            states:
              P:
                parallel: true
                states:
                  R: { initial: X, states: { X: {}, Y: {} } }
                  S: { initial: U, states: { U: {}, V: {} } }
            initial: P
            transitions:
              - { from: P.R.X, on: Turn, to: P.R.Y }
              - { from: P.S.U, on: Go, when: "active('Y') && active('P') && !active('V')", to: P.S.V }
            """,
            told: ["unhandled, accepted: Go Turn", "handled P.R.Y, P.S.U", "handled P.R.Y, P.S.V"],
            history: [
                "started → P.R.X, P.S.U", "unhandled Go not P.S.U:Go (when) because P.R.X noRow, P.S.U when",
                "event Turn → P.R.Y, P.S.U by P.R.X:Turn", "event Go → P.R.Y, P.S.V by P.S.U:Go",
            ]
        ) {
            try await $0.send("Go")
            try await $0.send("Turn")
            try await $0.send("Go")
        },
    ]

    private static let regions = """
        states:
          P:
            parallel: true
            states:
              R: { initial: X, states: { X: {}, Y: {} } }
              S: { initial: U, states: { U: { initial: I, states: { I: {} } }, V: {} } }
          Q: {}
        initial: P

        """

    static let conflicts = [
        Promise(
            "rows of regions whose exit sets do not meet are all taken",
            "events: { Go: {} }\n" + regions
                + "transitions: [{ from: P.R.X, on: Go, to: P.R.Y }, { from: P.S.U, on: Go, to: P.S.V }]",
            told: ["handled P.R.Y, P.S.V"], history: ["started → P.R.X, P.S.U.I", "event Go → P.R.Y, P.S.V by P.R.X:Go, P.S.U:Go"]
        ) { try await $0.send("Go") },
        Promise(
            "of two rows whose exit sets meet the descendant's is taken, and the other preempted",
            "events: { Go: {} }\n" + regions + "transitions: [{ from: P, on: Go, to: Q }, { from: P.S.U, on: Go, to: P.S.V }]",
            told: ["handled P.R.X, P.S.V"],
            history: ["started → P.R.X, P.S.U.I", "event Go → P.R.X, P.S.V by P.S.U:Go not P:Go (preempted)"]
        ) { try await $0.send("Go") },
        Promise(
            "otherwise that of the earlier leaf in document order",
            "events: { Go: {} }\n" + regions + "transitions: [{ from: P.S.U, on: Go, to: Q }, { from: P.R.X, on: Go, to: Q }]",
            told: ["handled Q"], history: ["started → P.R.X, P.S.U.I", "event Go → Q by P.R.X:Go not P.S.U:Go (preempted)"]
        ) { try await $0.send("Go") },
    ]

    static let settling = [
        Promise(
            "what leaving raises comes first, then the row's events, then what entering raises; leaving goes from the inside out",
            """
            events: { Go: {}, OutA: {}, OutP: {}, Row: {}, InQ: {}, InB: {} }
            states:
              P: { exit: { emit: [OutP] }, initial: A, states: { A: { exit: { emit: [OutA] } } } }
              Q: { entry: { emit: [InQ] }, initial: B, states: { B: { entry: { emit: [InB] } } } }
            initial: P
            transitions:
              - { from: P, on: Go, emit: [Row], to: Q }
              - { from: Q, on: [OutA, OutP, Row, InQ, InB] }
            """,
            told: ["handled Q.B"], history: ["started → P.A", "event Go → Q.B by P:Go, Q:OutA, Q:OutP, Q:Row, Q:InQ, Q:InB"]
        ) { try await $0.send("Go") },
        Promise(
            "a final child raises done of its parent, and all final regions that of the parallel state",
            """
            events: { One: {}, Two: {} }
            states:
              P:
                parallel: true
                states:
                  R: { initial: X, states: { X: {}, XEnd: { final: true } } }
                  S: { initial: U, states: { U: {}, UEnd: { final: true } } }
              Q: { initial: Z, states: { Z: { final: true } } }
              End: { final: true }
            initial: P
            transitions:
              - { from: P.R.X, on: One, to: P.R.XEnd }
              - { from: P.S.U, on: Two, to: P.S.UEnd }
              - { from: P, on: done, to: Q }
              - { from: Q, on: done, to: End }
            """,
            told: ["handled P.R.XEnd, P.S.U", "handled End"],
            history: [
                "started → P.R.X, P.S.U", "event One → P.R.XEnd, P.S.U by P.R.X:One",
                "event Two → End by P.S.U:Two, P:done, Q:done ends finished",
            ]
        ) {
            try await $0.send("One")
            try await $0.send("Two")
        },
        Promise(
            "eventless rows go first, then raised events, and the next outside event only when neither is left",
            """
            events: { Go: {}, Raised: {}, Next: {} }
            states: { A: {}, B: {}, C: {}, D: {}, E: {} }
            initial: A
            transitions:
              - { from: A, on: Go, emit: [Raised], to: B }
              - { from: B, always: C }
              - { from: [B, C], on: Raised, to: D }
              - { from: [B, C, D], on: Next, to: E }
            """,
            told: ["handled D", "handled E"],
            history: ["started → A", "event Go → D by A:Go, B:always, C:Raised", "event Next → E by D:Next"]
        ) {
            try await $0.send("Go")
            try await $0.send("Next")
        },
        Promise(
            "a state that is passed through starts nothing; one that is entered twice in a step starts once",
            """
            events: { Go: {} }
            services: { work.do: { output: { text: string } } }
            settings: { skip: bool }
            states: { A: {}, B: {}, C: { data: { n: int } }, End: { final: true } }
            initial: A
            feedbacks: [{ on: B, perform: work.do }, { on: C, perform: work.do }]
            transitions:
              - { from: A, on: Go, to: B }
              - { from: B, always: { to: C, when: settings.skip, data: { n: 0 } } }
              - { from: B, on: done, to: End }
              - { from: B, after: 1h, to: End }
              - { from: C, always: { to: C, when: state.n < 3, data: { n: "${ state.n + 1 }" } } }
              - { from: C, on: done, to: End }
              - { from: C, after: 1h, to: End }
            """,
            told: ["handled C"],
            history: [
                "started → A",
                "event Go → C by A:Go, B:always, C:always, C:always, C:always not C:always (when) starts 2/C/work.do, 2/C:after 1h",
            ]
        ) { stage in
            try await stage.send("Go")
        },
        Promise(
            "deferred events that the new state no longer defers come back, oldest first",
            """
            events: { One: {}, Two: {}, Three: {}, Go: {} }
            states: { A: { defer: [One, Two, Three] }, B: { defer: [Two] }, C: {} }
            initial: A
            transitions:
              - { from: A, on: Go, to: B }
              - { from: B, on: [One, Three] }
              - { from: B, on: Go, to: C }
              - { from: C, on: Two }
            """,
            told: ["deferred", "deferred", "deferred", "handled B", "handled C"],
            history: [
                "started → A", "deferred Three", "deferred Two", "deferred One", "event Go → B by A:Go readmits 1, 3",
                "event Three by B:Three",
                "event One by B:One", "event Go → C by B:Go readmits 2", "event Two by C:Two",
            ]
        ) {
            for name in ["Three", "Two", "One"] { try await $0.send(name) }
            try await $0.restart()
            try await $0.send("Go")
            try await $0.reach(entries: 7)
            try await $0.send("Go")
            try await $0.reach(entries: 9)
        },
    ]

    @Test(arguments: admission + selection + conflicts + settling)
    func `is kept`(promise: Promise) async throws { try await promise.keep() }

    @Test func `an instance that does not exist is told so, and nothing is journaled`() async throws {
        let lab = try EngineLab("workflow: w\nevents: { Go: {} }\nstates: { A: {} }\ninitial: A\ntransitions: [{ from: A, on: Go }]")
        let engine = try await lab.engine()
        let id = InstanceID(rawValue: "nobody")
        #expect(await engineError { try await engine.submit(.send(.of("Go")), to: id) }?.code == .unknownInstance)
        #expect(try await lab.history(id).isEmpty)
        await engine.stop(grace: .zero)
    }
}
