import PawlKit
import Testing

extension JournalStoreContract {
    /// What recovery and the clock look at.
    static let waiting: [Promise] = [
        Promise("timers and retries come in order of deadline, instance and identity, of unfinished instances") { subject in
            let scribe = try await Scribe(subject.store)
            func timers(_ due: [(String, Int64)]) -> (inout EntryBody) -> Void {
                { body in
                    body.timers = due.map { TimerSchedule(id: TimerID(position: 1, name: $0.0), due: moment($0.1)) }
                }
            }
            try await scribe.start("bbb", with: timers([("late", 90), ("b", 50), ("a", 50)]))
            try await scribe.start("aaa", with: timers([("x", 50), ("first", 10)]))
            // What a paused instance's timers come to waits in its queue.
            try await scribe.start("paused", with: timers([("soon", 1)]))
            try await scribe.add(.paused, to: "paused", at: 2)
            try await scribe.start("ended", with: timers([("never", 0)]))
            try await scribe.add(.cancelled, to: "ended", at: 2) { $0.end = InstanceEnd(status: .cancelled) }
            let effect = EffectID(position: 1, feedback: "log.write")
            try await scribe.start("ccc") { body in
                body.effects = [EffectSchedule(id: effect, service: "log.write", input: RawJSON("{}"))]
            }
            try await scribe.add(.retry, to: "ccc", at: 2) { $0.effect = EffectChange(id: effect, attempt: 1, due: moment(20)) }
            func timer(_ name: String) -> DueItem.What { .timer(TimerID(position: 1, name: name)) }
            let expected = [
                DueItem(due: moment(1), instance: id("paused"), what: timer("soon")),
                DueItem(due: moment(10), instance: id("aaa"), what: timer("first")),
                DueItem(due: moment(20), instance: id("ccc"), what: .attempt(effect)),
                DueItem(due: moment(50), instance: id("aaa"), what: timer("x")),
                DueItem(due: moment(50), instance: id("bbb"), what: timer("a")),
                DueItem(due: moment(50), instance: id("bbb"), what: timer("b")),
                DueItem(due: moment(90), instance: id("bbb"), what: timer("late")),
            ]
            for limit in 0...expected.count {
                let due = try await subject.store.due(limit: limit)
                #expect(due == Array(expected[..<limit]))
            }
        },
        Promise("recovery finds running effects, and queues of active instances") { subject in
            let scribe = try await Scribe(subject.store)
            let effect = EffectSchedule(id: EffectID(position: 1, feedback: "log.write"), service: "log.write", input: RawJSON("{}"))
            try await scribe.start("runs") { $0.effects = [effect] }
            try await scribe.start("waits") { body in
                body.timers = [TimerSchedule(id: TimerID(position: 1, name: "t"), due: moment(1))]
            }
            try await scribe.start("queued")
            try await scribe.add(.queued, to: "queued", at: 2, event: "e") { $0.arrival = 1 }
            try await scribe.start("paused")
            try await scribe.add(.paused, to: "paused", at: 2)
            try await scribe.add(.queued, to: "paused", at: 3, event: "e") { $0.arrival = 1 }
            // A deferred event waits for another state, not for recovery.
            try await scribe.start("deferred")
            try await scribe.add(.deferred, to: "deferred", at: 2, event: "e") { $0.arrival = 1 }
            try await scribe.start("ended") { $0.effects = [effect] }
            try await scribe.add(.cancelled, to: "ended", at: 2) { $0.end = InstanceEnd(status: .cancelled) }
            try await scribe.start("retries") { $0.effects = [effect] }
            try await scribe.add(.retry, to: "retries", at: 2) { $0.effect = EffectChange(id: effect.id, attempt: 1, due: moment(9)) }
            try await scribe.start("both") { $0.effects = [effect] }
            try await scribe.add(.queued, to: "both", at: 2, event: "e") { $0.arrival = 1 }

            let all = try await subject.store.recoverable(after: nil, limit: 100)
            #expect(Set(all) == [id("runs"), id("queued"), id("both")])
            // Page by page each once.
            for limit in 1...3 {
                var paged: [InstanceID] = []
                while true {
                    let page = try await subject.store.recoverable(after: paged.last, limit: limit)
                    if page.isEmpty { break }
                    paged += page
                }
                #expect(paged == all)
            }
        },
    ]
}
