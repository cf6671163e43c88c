import PawlKit
import Testing

extension JournalStoreContract {
    /// What a step leaves for later: delayed and deferred events, runs that wait for another, elements of a run that goes on.
    static let later: [Promise] = [
        Promise("a timer that raises an event keeps its event and payload") { subject in
            let scribe = try await Scribe(subject.store)
            let plain = TimerSchedule(id: TimerID(position: 1, name: "emit Tick"), due: moment(5), event: "Tick")
            let loaded = TimerSchedule(
                id: TimerID(position: 1, name: "emit Tick#2"), due: moment(6), event: "Tick", payload: RawJSON("{\"n\":1}"))
            try await scribe.start("aaa") { $0.timers = [loaded, plain] }
            let stored = try await subject.store.stored(id("aaa"))
            #expect(
                stored?.timers == [plain, loaded].map { TimerRow(id: $0.id, due: $0.due, event: $0.event, payload: $0.payload) })
            let due = try await subject.store.due(limit: 1)
            #expect(due.map(\.what) == [.timer(plain.id)])
        },
        Promise("what a step raised and a state defers waits in the queue, and takes up numbers") { subject in
            let scribe = try await Scribe(subject.store)
            try await scribe.start("aaa") { $0.deferred = [DeferredEvent(arrival: 1, event: "First")] }
            try await scribe.add(.event, to: "aaa", at: 2, event: "e") { body in
                body.deferred = [
                    DeferredEvent(arrival: 2, event: "Second", payload: RawJSON("{\"n\":2}")), DeferredEvent(arrival: 3, event: "Third"),
                ]
                body.readmitted = [1, 3]
            }
            let stored = try await subject.store.stored(id("aaa"))
            #expect(stored?.instance.arrival == 3)
            #expect(
                stored?.queue == [
                    QueueRow(arrival: 1, event: "First", payload: nil, cause: .raised(at: 1), answer: nil, isDeferred: false),
                    QueueRow(
                        arrival: 2, event: "Second", payload: RawJSON("{\"n\":2}"), cause: .raised(at: 2), answer: nil, isDeferred: true),
                    QueueRow(arrival: 3, event: "Third", payload: nil, cause: .raised(at: 2), answer: nil, isDeferred: false),
                ])
        },
        Promise("an effect that waits for an earlier one is no work for recovery until it begins") { subject in
            let scribe = try await Scribe(subject.store)
            let first = EffectID(position: 1, feedback: "f")
            let second = EffectID(position: 2, feedback: "f")
            try await scribe.start("aaa") { $0.effects = [EffectSchedule(id: first, service: "s", input: RawJSON("{}"))] }
            try await scribe.add(.event, to: "aaa", at: 2, event: "e") { body in
                body.effects = [EffectSchedule(id: second, service: "s", input: RawJSON("{}"), isQueued: true)]
            }
            var stored = try await subject.store.stored(id("aaa"))
            #expect(stored?.effects.map(\.phase) == [.running, .queued])
            // The answer of the first waits its turn; the second begins with it.
            try await scribe.add(.queued, to: "aaa", at: 3) { body in
                body.cause = .effect(first, attempt: 1)
                body.answer = .result(RawJSON("{}"))
                body.arrival = 1
                body.begun = [EffectChange(id: second, attempt: 1, deadline: moment(9))]
            }
            stored = try await subject.store.stored(id("aaa"))
            #expect(stored?.effects.map(\.phase) == [.answered, .running])
            #expect(stored?.effects.last?.deadline == moment(9))
            try await scribe.start("bbb") { body in
                body.effects = [EffectSchedule(id: first, service: "s", input: RawJSON("{}"), isQueued: true)]
            }
            let recoverable = try await subject.store.recoverable(after: nil, limit: 10)
            #expect(recoverable == [id("aaa")])
        },
        Promise("an element leaves its effect as it is") { subject in
            let scribe = try await Scribe(subject.store)
            let effect = EffectID(position: 1, feedback: "f")
            try await scribe.start("aaa") { $0.effects = [EffectSchedule(id: effect, service: "s", input: RawJSON("{}"))] }
            for (position, kind) in [(2, EntryKind.event), (3, .queued), (4, .answered), (5, .ignored), (6, .unhandled)] {
                try await scribe.add(kind, to: "aaa", at: Int64(position), event: kind == .event ? "e" : nil) { body in
                    body.cause = .effect(effect, attempt: 1)
                    body.answer = .element(RawJSON("{\"n\":1}"))
                    if kind == .queued { body.arrival = 1 }
                }
            }
            let stored = try await subject.store.stored(id("aaa"))
            #expect(stored?.effects.map(\.phase) == [.running])
            #expect(stored?.queue.map(\.answer) == [.element(RawJSON("{\"n\":1}"))])
        },
    ]
}
