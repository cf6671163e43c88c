import PawlEngine
import PawlKit
import PawlMachine
import PawlScenario
import Testing

/// "Outcomes, all visible" and "Effects", row by row.
struct OutcomePromiseTests {
    private static let working = """
        services: { work.do: { output: { text: string }, errors: [busy] } }
        states: { A: {}, B: { final: true }, F: { final: failure } }
        initial: A

        """

    static let events = [
        Promise(
            "nothing handles the event: the reason per leaf, the accepted events, and no effect starts anew",
            """
            events: { Go: {}, Other: {}, Off: {} }
            services: { work.do: { output: { text: string } } }
            states:
              P:
                parallel: true
                states: { R: {}, S: { initial: U, states: { U: {}, V: {} } }, T: {} }
            initial: P
            feedbacks: [{ on: P.R, perform: work.do }]
            transitions:
              - { from: P.R, on: done }
              - { from: P.R, after: 1h }
              - { from: P.S.U, on: Go, when: 1 > 2, to: P.S.V }
              - { from: P.T, on: Go, disable: active('P') }
              - { from: P.T, on: Other }
            """,
            told: ["unhandled, accepted: Go Other"],
            history: [
                "started → P.R, P.S.U, P.T starts 1/P.R/work.do, 1/P.R:after 1h",
                "unhandled Go not P.S.U:Go (when), P.T:Go (disabled) because P.R noRow, P.S.U when, P.T disabled",
            ]
        ) { stage in
            let before = try await stage.state()
            try await stage.send("Go")
            let after = try await stage.state()
            #expect(after.stored.effects == before.stored.effects && after.stored.timers == before.stored.timers)
        },
        Promise(
            "with unhandled: reject the sender is rejected",
            "unhandled: reject\nevents: { Go: {}, No: {} }\nstates: { A: {}, B: {} }\ninitial: A\ntransitions: [{ from: A, on: Go, to: B }, { from: B, on: No }]",
            told: ["rejected unhandled"], history: ["started → A", "rejected No because A noRow"]
        ) { try await $0.send("No") },
        Promise(
            "ignored silence is recorded as such",
            "events: { Go: {}, No: {} }\nstates: { A: { ignore: [No] } }\ninitial: A\ntransitions: [{ from: A, on: Go }]",
            told: ["ignored"], history: ["started → A", "ignored No"]
        ) { try await $0.send("No") },
        Promise(
            "deferred events survive a restart in their order, and are bounded",
            """
            limits: { deferred: 2 }
            events: { Go: {}, Later: { n: int } }
            states: { A: { defer: [Later] }, B: { data: { last: int } } }
            initial: A
            transitions:
              - { from: A, on: Go, to: B, data: { last: 0 } }
              - { from: B, on: Later, when: event.n == state.last + 1, data: { last: "${ event.n }" } }
            """,
            told: ["deferred", "deferred", "rejected busy", "handled B"],
            history: [
                "started → A", "deferred Later", "deferred Later", "rejected Later", "event Go → B by A:Go readmits 1, 2",
                "event Later by B:Later", "event Later by B:Later",
            ]
        ) {
            for number in 1...3 { try await $0.send("Later", #"{"n":\#(number)}"#) }
            try await $0.restart()
            try await $0.send("Go")
            try await $0.reach(entries: 7)
        },
        Promise(
            "an event for a finished instance is a dead letter, and never evaluated",
            "events: { Go: {} }\nstates: { A: {}, B: { final: true } }\ninitial: A\ntransitions: [{ from: A, on: Go, to: B }]",
            told: ["handled B", "deadLetter finished"],
            history: ["started → A", "event Go → B by A:Go ends finished", "deadLetter Go"]
        ) {
            try await $0.send("Go")
            try await $0.send("Go")
        },
        Promise(
            "a guard that fails blocks the instance, and the event stays first; retry tries it again, skip drops it",
            """
            events: { Go: { n: int }, Next: {} }
            states: { A: {}, B: {} }
            initial: A
            transitions: [{ from: A, on: Go, when: 1 / event.n > 0, to: B }, { from: A, on: Next, to: B }]
            """,
            told: ["blocked", "queued 2", "handled A", "handled A"],
            history: [
                "started → A", "incident Go PWL0701 at A:Go", "queued Next", "retried", "incident Go PWL0701 at A:Go", "skipped",
                "event Next → B by A:Next",
            ]
        ) {
            try await $0.send("Go", #"{"n":0}"#)
            try await $0.send("Next")
            try await $0.person(.retry)
            try await $0.reach(entries: 5)
            try await $0.person(.skip)
            try await $0.reach(entries: 7)
        },
        Promise(
            "a data mapping that fails does the same, and so does a disable; nothing of the step stays",
            """
            events: { Map: { n: int }, Off: { n: int }, Inner: {} }
            states: { A: {}, B: { data: { n: int } } }
            initial: A
            transitions:
              - { from: A, on: Map, emit: [Inner], to: B, data: { n: "${ 1 / event.n }" } }
              - { from: A, on: Off, disable: 1 / event.n > 0, to: B, data: { n: 1 } }
              - { from: B, on: Inner }
            """,
            told: ["blocked", "handled A", "blocked"],
            history: ["started → A", "incident Map PWL0701 at A:Map", "skipped", "incident Off PWL0701 at A:Off"]
        ) {
            try await $0.send("Map", #"{"n":0}"#)
            try await $0.person(.skip)
            try await $0.send("Off", #"{"n":0}"#)
        },
        Promise(
            "an eventless loop is rolled back as a livelock, at once when it repeats itself",
            """
            events: { Go: {}, Count: {} }
            states: { A: {}, B: { data: { n: int } }, C: { data: { n: int } } }
            initial: A
            transitions:
              - { from: A, on: Go, to: B, data: { n: 0 } }
              - { from: B, always: { to: C, when: state.n < 1 } }
              - { from: C, always: { to: B, when: state.n < 1 } }
              - { from: A, on: Count, to: C, data: { n: 2 } }
              - { from: C, always: { to: C, when: state.n > 1, data: { n: "${ state.n + 1 }" } } }
            """,
            told: ["blocked", "handled A", "blocked"],
            history: ["started → A", "incident Go PWL0702 at C:always[0]", "skipped", "incident Count PWL0702 at C:always[1]"]
        ) {
            try await $0.send("Go")
            try await $0.person(.skip)
            try await $0.send("Count")
        },
    ]

    static let effects = [
        Promise(
            "a handler that throws fails its effect after its retries, with the code and the attempts",
            working + """
                feedbacks: [{ on: A, perform: work.do, retry: { attempts: 2, delay: 1s, jitter: 0.0 } }]
                transitions: [{ from: A, on: { done: B, failed: { to: F, when: event.code == 'busy' && event.attempts == 2 } } }]
                """,
            given: { $0["work.do"].fail(.always, with: ServiceFailure("busy", "not now")) },
            history: [
                "started → A starts 1/A/work.do", "retry attempt 1", "attempt attempt 2", "event failed → F by A:failed ends failed",
            ]
        ) { stage in
            try await stage.pass(entries: 4)
        },
        Promise(
            "a failure that nothing takes blocks the instance with an incident",
            working + "feedbacks: [{ on: A, perform: work.do }]\ntransitions: [{ from: A, on: done, to: B }]",
            given: { services in
                services["work.do"].fail(.once, with: ServiceFailure("busy", "not now"))
                services["work.do"].succeed(.always, with: ["text": "good"])
            },
            told: ["handled A"],
            history: [
                "started → A starts 1/A/work.do", "incident failed PWL0703 at A/work.do", "retried attempt 2",
                "event done → B by A:done ends finished",
            ]
        ) { stage in
            try await stage.reach(entries: 2)
            try await stage.person(.retry)
            try await stage.reach(entries: 4)
        },
        Promise(
            "a result that does not fit is invalid_output, and not retried",
            working + """
                feedbacks: [{ on: A, perform: work.do, retry: { attempts: 5 } }]
                transitions: [{ from: A, on: { done: B, failed: { to: F, when: event.code == 'invalid_output' } } }]
                """,
            given: { $0["work.do"].succeed(.always, with: ["text": 5]) },
            history: ["started → A starts 1/A/work.do", "event failed → F by A:failed ends failed"]
        ) { stage in
            try await stage.reach(entries: 2)
        },
        Promise(
            "a handler that takes the process with it again and again is interrupted: attempts are counted on disk",
            working + """
                feedbacks: [{ on: A, perform: work.do }]
                transitions: [{ from: A, on: { done: B, failed: { to: F, when: event.code == 'interrupted' } } }]
                """,
            history: ["started → A starts 1/A/work.do"] + Array(repeating: "attempt attempt 1", count: 5)
                + ["event failed → F by A:failed ends failed"]
        ) { stage in
            for _ in 0..<6 { try await stage.restart() }
            try await stage.reach(entries: 7)
        },
        Promise(
            "at most once: what a crash cut off is not run again",
            working + """
                feedbacks: [{ on: A, perform: work.do, delivery: atMostOnce }]
                transitions: [{ from: A, on: { done: B, failed: { to: F, when: event.code == 'interrupted' } } }]
                """,
            history: ["started → A starts 1/A/work.do", "event failed → F by A:failed ends failed"]
        ) { stage in
            try await stage.work.called(times: 1)
            try await stage.restart()
            try await stage.reach(entries: 2)
            #expect(stage.work.calls.count == 1)
        },
        Promise(
            "the identity is the same for each attempt, before and after a restart",
            working + """
                feedbacks: [{ on: A, perform: work.do, retry: { attempts: 2, delay: 1s, jitter: 0.0 } }]
                transitions: [{ from: A, on: { done: B, failed: F } }]
                """,
            given: { services in
                services["work.do"].fail(.call(1), with: ServiceFailure("busy", "not now"))
                services["work.do"].hang(.call(2))
                services["work.do"].succeed(.always, with: ["text": "good"])
            },
            history: [
                "started → A starts 1/A/work.do", "retry attempt 1", "attempt attempt 2", "attempt attempt 2",
                "event done → B by A:done ends finished",
            ]
        ) { stage in
            try await stage.lab.pass { stage.work.calls.count >= 2 }
            try await stage.restart()
            try await stage.reach(entries: 5)
            #expect(Set(stage.work.calls.map(\.idempotencyKey)) == ["\(try await stage.id)/1/A/work.do"])
        },
        Promise(
            "a time-out is per attempt, and can be retried",
            working + """
                feedbacks: [{ on: A, perform: work.do, timeout: 1m, retry: { attempts: 2, delay: 1s, jitter: 0.0, only: [timeout] } }]
                transitions: [{ from: A, on: { done: B, failed: { to: F, when: event.code == 'timeout' && event.attempts == 2 } } }]
                """,
            history: [
                "started → A starts 1/A/work.do", "retry attempt 1", "attempt attempt 2", "event failed → F by A:failed ends failed",
            ]
        ) { stage in
            try await stage.pass(entries: 4)
        },
        Promise(
            "an effect that outlives its state runs again after a crash; one that was cancelled never does",
            """
            events: { Go: {}, Heard: {} }
            services: { work.do: { output: { text: string } } }
            states: { A: {}, B: {}, C: {} }
            initial: A
            feedbacks:
              - { on: A, perform: work.do, id: stays, strategy: continueOnNewState, success: Heard }
              - { on: A, perform: work.do, id: goes, success: ignore }
            transitions: [{ from: A, on: Go, to: B }, { from: B, on: Heard, to: C }]
            """,
            given: { services in
                for number in 1...2 { services["work.do"].hang(.call(number)) }
                services["work.do"].succeed(.always, with: ["text": "good"])
            },
            told: ["handled B"],
            history: [
                "started → A starts 1/stays, 1/goes", "event Go → B by A:Go cancels 1/goes", "attempt attempt 1",
                "event Heard → C by B:Heard",
            ]
        ) { stage in
            try await stage.work.called(times: 2)
            try await stage.send("Go")
            try await stage.restart()
            try await stage.reach(entries: 4)
            #expect(stage.work.calls.count == 3)
        },
        Promise(
            "the end of an instance cancels all that still runs",
            """
            events: { Go: {} }
            services: { work.do: { output: { text: string } } }
            states: { A: {}, B: { final: true } }
            initial: A
            feedbacks: [{ on: A, perform: work.do, strategy: continueOnNewState, success: ignore }]
            transitions: [{ from: A, on: Go, to: B }, { from: "*", after: 1h, to: B }]
            """,
            told: ["handled B", "stale"],
            history: [
                "started → A starts 1/A/work.do, 1/*:after 1h", "event Go → B by A:Go cancels 1/A/work.do, 1/*:after 1h ends finished",
                "stale attempt 1",
            ]
        ) { stage in
            try await stage.send("Go")
            try await stage.answer(EffectID(position: 1, feedback: "A/work.do"))
        },
        Promise(
            "each element of a streaming service is durable before the service goes on, and raises its event",
            """
            events: { Got: { n: int } }
            services: { work.do: { elements: { n: int }, output: { text: string } } }
            states: { A: { data: { sum: int } }, B: { final: true, data: { sum: int } } }
            initial: { state: A, data: { sum: 0 } }
            feedbacks: [{ on: A, perform: work.do, next: { event: Got, data: { n: "${ result.n }" } } }]
            transitions: [{ from: A, on: Got, data: { sum: "${ state.sum + event.n }" } }, { from: A, on: done, to: B }]
            """,
            given: { services in
                services.emit([["n": 1], ["n": 2], ["n": 39]], from: "work.do")
                services["work.do"].succeed(.always, with: ["text": "all"])
            },
            history: [
                "started → A starts 1/A/work.do", "event Got by A:Got", "event Got by A:Got", "event Got by A:Got",
                "event done → B by A:done ends finished",
            ]
        ) { stage in
            try await stage.reach(entries: 5)
            #expect(try await stage.history.last?.body.data?.description == #"{"B":{"sum":42}}"#)
        },
        Promise(
            "an element that does not fit ends the effect with invalid_output",
            """
            events: { Got: { n: int } }
            services: { work.do: { elements: { n: int }, output: { text: string } } }
            states: { A: {}, B: {}, F: { final: failure, data: { code: string } } }
            initial: A
            feedbacks: [{ on: A, perform: work.do, next: { event: Got, data: { n: "${ result.n }" } } }]
            transitions: [{ from: A, on: Got }, { from: A, on: { done: B, failed: F } }]
            """,
            given: { services in
                services.emit([["n": 1], ["n": "two"], ["n": 3]], from: "work.do")
                services["work.do"].succeed(.always, with: ["text": "all"])
            },
            history: [
                "started → A starts 1/A/work.do", "event Got by A:Got", "event failed → F by A:failed ends failed",
            ]
        ) { stage in
            try await stage.reach(entries: 3)
            #expect(try await stage.history.last?.body.data?.description == #"{"F":{"code":"invalid_output"}}"#)
        },
    ]

    @Test(arguments: events + effects)
    func `is kept`(promise: Promise) async throws { try await promise.keep() }

    @Test func `one instance is broken: only that one is blocked`() async throws {
        let lab = try EngineLab(
            "workflow: w\nevents: { Go: { n: int } }\nstates: { A: {}, B: {} }\ninitial: A\n"
                + "transitions: [{ from: A, on: Go, when: 1 / event.n > 0, to: B }]")
        let engine = try await lab.engine()
        let (broken, whole) = (try await lab.start(engine), try await lab.start(engine))
        #expect(try await engine.submit(.send(.of("Go", #"{"n":0}"#)), to: broken).words == "blocked")
        #expect(try await engine.submit(.send(.of("Go", #"{"n":1}"#)), to: whole).words == "handled B")
        #expect(try await engine.state(of: broken).stored.instance.status == .blocked)
        #expect(try await engine.state(of: whole).stored.instance.status == .active)
        await engine.stop(grace: .zero)
    }
}
