import PawlKit
import Testing

extension JournalStoreContract {
    /// What readers get.
    static let reading: [Promise] = [
        Promise("a history is read in pages") { subject in
            let scribe = try await Scribe(subject.store)
            var life = SampleEntries(id: id("aaa"), seed: 7, endsSometimes: false)
            var other = SampleEntries(id: id("bbb"), seed: 8, endsSometimes: false)
            var expected: [JournalEntry] = []
            // Two instances by turns, so that one's entries do not lie side by side.
            for _ in 0..<30 {
                let some = life.next(5)
                expected += some
                try await scribe.write(some)
                try await scribe.write(other.next(3))
            }
            for limit in [1, 7, 150, 1_000] {
                var read: [JournalEntry] = []
                while true {
                    let page = try await subject.store.entries(of: id("aaa"), after: Int64(read.count), limit: limit)
                    if page.isEmpty { break }
                    #expect(page.count <= limit)
                    read += page
                }
                #expect(read == expected)
            }
            let tail = try await subject.store.entries(of: id("aaa"), after: 147, limit: 10)
            #expect(tail == Array(expected[147...]))
            let middle = try await subject.store.entries(of: id("aaa"), after: 40, limit: 10)
            #expect(middle == Array(expected[40..<50]))
            // What comes later is found by a reader that knows the beginning.
            let more = life.next(2)
            try await scribe.write(more)
            let end = try await subject.store.entries(of: id("aaa"), after: 149, limit: 10)
            #expect(end == Array(expected[149...]) + more)
            for (after, limit) in [(152, 10), (10_000, 10), (0, 0)] {
                let none = try await subject.store.entries(of: id("aaa"), after: Int64(after), limit: limit)
                #expect(none.isEmpty)
            }
            let unknown = try await subject.store.entries(of: id("nobody"), after: 0, limit: 10)
            #expect(unknown.isEmpty)
        },
        Promise("all entries are read in the order of appending, intact") { subject in
            let scribe = try await Scribe(subject.store)
            var lives = (0..<5).map { SampleEntries(id: id("life\($0)"), seed: UInt64($0) + 50) }
            var expected: [JournalEntry] = []
            for round in 0..<20 {
                let entries = lives[round % 5].next(1 + round % 4)
                expected += entries
                try await scribe.write(entries)
            }
            var place = JournalPlace.start
            var read: [StoredEntry] = []
            while true {
                let page = try await subject.store.entries(after: place, limit: 7)
                if page.entries.isEmpty { break }
                #expect(page.last == page.entries.last?.place)
                read += page.entries
                place = page.last
            }
            #expect(read.map(\.entry) == expected)
            let isIntact = read.allSatisfy(\.isIntact)
            #expect(isIntact)
            let isInOrder = zip(read, read.dropFirst()).allSatisfy { $0.place < $1.place }
            #expect(isInOrder)
        },
        Promise("an instance's rows are what its entries come to") { subject in
            let scribe = try await Scribe(subject.store)
            let effect = EffectID(position: 1, feedback: "Waiting/log.write")
            let timer = TimerID(position: 1, name: "Waiting:after 1m")
            try await scribe.start("aaa", key: "k") { body in
                body.data = RawJSON("{\"Waiting\":{}}")
                body.effects = [EffectSchedule(id: effect, service: "log.write", input: RawJSON("{}"), deadline: moment(5))]
                body.timers = [TimerSchedule(id: timer, due: moment(60))]
            }
            var expected = StoredInstance(
                instance: InstanceRow(
                    id: id("aaa"), workflow: "order", revision: 1, key: "k", status: .active, position: 1, arrival: 0, states: ["Waiting"],
                    data: RawJSON("{\"Waiting\":{}}"), history: nil, input: RawJSON("{\"total\":12}"), output: nil, incident: nil,
                    created: moment(0), updated: moment(0)),
                effects: [
                    EffectRow(
                        id: effect, service: "log.write", input: RawJSON("{}"), state: nil, phase: .running, attempt: 1, due: nil,
                        deadline: moment(5), interruptions: 0)
                ], timers: [TimerRow(id: timer, due: moment(60))])
            func expectStored(_ comment: Comment) async throws {
                expected.instance.updated = moment(expected.instance.position)
                let stored = try await subject.store.stored(id("aaa"))
                #expect(stored == expected, comment)
            }
            expected.instance.updated = moment(0)
            let begun = try await subject.store.stored(id("aaa"))
            #expect(begun == expected)

            try await scribe.add(.retry, to: "aaa", at: 2) { body in
                body.effect = EffectChange(id: effect, attempt: 1, due: moment(30))
            }
            (expected.effects[0].phase, expected.effects[0].due, expected.effects[0].deadline) = (.waiting, moment(30), nil)
            expected.instance.position = 2
            try await expectStored("retry")

            try await scribe.add(.attempt, to: "aaa", at: 3) { body in
                body.effect = EffectChange(id: effect, attempt: 2, deadline: moment(40), interruptions: 1)
            }
            (expected.effects[0].phase, expected.effects[0].due, expected.effects[0].deadline) = (.running, nil, moment(40))
            (expected.effects[0].attempt, expected.effects[0].interruptions) = (2, 1)
            expected.instance.position = 3
            try await expectStored("attempt")

            try await scribe.add(.paused, to: "aaa", at: 4)
            (expected.instance.position, expected.instance.status) = (4, .paused)
            try await expectStored("paused")

            try await scribe.add(.queued, to: "aaa", at: 5, event: "done") { body in
                body.cause = .effect(effect, attempt: 2)
                body.arrival = 1
                body.answer = .result(RawJSON("7"))
            }
            (expected.effects[0].phase, expected.effects[0].deadline) = (.answered, nil)
            expected.queue = [
                QueueRow(
                    arrival: 1, event: "done", payload: nil, cause: .effect(effect, attempt: 2), answer: .result(RawJSON("7")),
                    isDeferred: false)
            ]
            (expected.instance.position, expected.instance.arrival) = (5, 1)
            try await expectStored("queued answer")

            try await scribe.add(.queued, to: "aaa", at: 6, event: "late") { body in
                body.cause = .timer(timer)
                body.arrival = 2
            }
            expected.timers = []
            expected.queue.append(
                QueueRow(arrival: 2, event: "late", payload: nil, cause: .timer(timer), answer: nil, isDeferred: false))
            (expected.instance.position, expected.instance.arrival) = (6, 2)
            try await expectStored("queued timer")

            try await scribe.add(.resumed, to: "aaa", at: 7)
            (expected.instance.position, expected.instance.status) = (7, .active)
            try await expectStored("resumed")

            let incident = Incident(code: "PWL0701", message: "1 / 0", place: "Waiting:done[0]")
            try await scribe.add(.incident, to: "aaa", at: 8, event: "done") { body in
                body.cause = .effect(effect, attempt: 2)
                body.arrival = 1
                body.answer = .result(RawJSON("7"))
                body.incident = incident
            }
            (expected.instance.position, expected.instance.status, expected.instance.incident) = (8, .blocked, incident)
            try await expectStored("incident")

            try await scribe.add(.retried, to: "aaa", at: 9)
            (expected.instance.position, expected.instance.status, expected.instance.incident) = (9, .active, nil)
            try await expectStored("retried")

            let next = EffectID(position: 10, feedback: "Gone/log.write", index: 0)
            try await scribe.add(.event, to: "aaa", at: 10, event: "done", states: ["A.B", "C"]) { body in
                body.cause = .effect(effect, attempt: 2)
                body.arrival = 1
                body.data = RawJSON("{\"A.B\":1}")
                body.effects = [EffectSchedule(id: next, service: "log.write", input: RawJSON("1"), state: RawJSON("2"))]
            }
            expected.instance.position = 10
            expected.instance.states = ["A.B", "C"]
            expected.instance.data = RawJSON("{\"A.B\":1}")
            expected.queue.removeFirst()
            expected.effects = [
                EffectRow(
                    id: next, service: "log.write", input: RawJSON("1"), state: RawJSON("2"), phase: .running, attempt: 1, due: nil,
                    deadline: nil, interruptions: 0)
            ]
            try await expectStored("event from the queue")

            try await scribe.add(.deferred, to: "aaa", at: 11, event: "late", states: ["A.B", "C"]) { body in
                body.cause = .timer(timer)
                body.arrival = 2
            }
            expected.queue[0].isDeferred = true
            expected.instance.position = 11
            try await expectStored("deferred")

            try await scribe.add(.event, to: "aaa", at: 12, event: "go", states: ["C"]) { body in
                body.readmitted = [2]
                body.cancelledEffects = [next]
                body.history = RawJSON("{\"A\":\"A.B\"}")
                body.dedupe = "d-1"
            }
            expected.queue[0].isDeferred = false
            expected.effects = []
            (expected.instance.states, expected.instance.history) = (["C"], RawJSON("{\"A\":\"A.B\"}"))
            expected.instance.position = 12
            try await expectStored("cancel and readmit")

            try await scribe.add(.event, to: "aaa", at: 13, event: "late", states: ["C"]) { body in
                body.cause = .timer(timer)
                body.arrival = 2
                body.end = InstanceEnd(status: .failed, output: RawJSON("{\"why\":1}"))
            }
            expected.queue = []
            (expected.instance.status, expected.instance.output) = (.failed, RawJSON("{\"why\":1}"))
            expected.instance.position = 13
            try await expectStored("end")
        },
        Promise("a dedupe key leads to the entry that recorded it, per instance") { subject in
            let scribe = try await Scribe(subject.store)
            try await scribe.start("aaa")
            try await scribe.start("bbb")
            try await scribe.add(.event, to: "aaa", at: 2, event: "e") { $0.dedupe = "d" }
            try await scribe.add(.rejected, to: "aaa", at: 3, event: "e") { $0.dedupe = "refused" }
            let known = try await subject.store.position(ofDedupe: "d", in: id("aaa"))
            #expect(known == 2)
            for (key, instance) in [("refused", "aaa"), ("d", "bbb"), ("d", "nobody")] {
                let none = try await subject.store.position(ofDedupe: key, in: id(instance))
                #expect(none == nil)
            }
        },
        Promise("instances are listed newest first, by what is asked for") { subject in
            let scribe = try await Scribe(subject.store)
            try await scribe.start("abc1", key: "k1")
            try await scribe.start("abd2", workflow: "refund", key: "k1")
            try await scribe.start("xyz3")
            try await scribe.add(.event, to: "xyz3", at: 2, event: "e", states: ["Connected.Idle", "Updating"])
            try await scribe.add(.paused, to: "abc1", at: 2)
            func list(_ change: (inout InstanceQuery) -> Void, limit: Int = 10) async throws -> [String] {
                var query = InstanceQuery()
                change(&query)
                return try await subject.store.instances(matching: query, limit: limit).map(\.id.rawValue)
            }
            let cases: [([String], [String])] = [
                (try await list { _ in }, ["xyz3", "abd2", "abc1"]),
                (try await list({ _ in }, limit: 2), ["xyz3", "abd2"]),
                (try await list { $0.workflow = "order" }, ["xyz3", "abc1"]),
                (try await list { $0.workflow = "nothing" }, []),
                (try await list { $0.key = "k1" }, ["abd2", "abc1"]),
                (try await list { ($0.workflow, $0.key) = ("order", "k1") }, ["abc1"]),
                (try await list { $0.statuses = [.paused, .failed] }, ["abc1"]),
                (try await list { $0.idPrefix = "ab" }, ["abd2", "abc1"]),
                (try await list { $0.idPrefix = "abc1" }, ["abc1"]),
                (try await list { $0.idPrefix = "zz" }, []),
                (try await list { $0.state = "Idle" }, ["xyz3"]),
                (try await list { $0.state = "Connected.Idle" }, ["xyz3"]),
                (try await list { $0.state = "Updating" }, ["xyz3"]),
                (try await list { $0.state = "Connected" }, []),
                (try await list { $0.state = "Waiting" }, ["abd2", "abc1"]),
                (try await list { $0.before = id("xyz3") }, ["abd2", "abc1"]),
                (try await list({ $0.before = id("xyz3") }, limit: 1), ["abd2"]),
                (try await list { ($0.before, $0.workflow) = (id("xyz3"), "order") }, ["abc1"]),
                (try await list { $0.before = id("abc1") }, []),
                (try await list { $0.before = id("none") }, []),
            ]
            for (found, expected) in cases { #expect(found == expected) }
        },
        Promise("figures count instances and entries") { subject in
            let scribe = try await Scribe(subject.store)
            try await scribe.start("aaa")
            try await scribe.start("bbb")
            try await scribe.add(.paused, to: "bbb", at: 2)
            let figures = try await subject.store.statistics()
            #expect(figures.instances == [.active: 1, .paused: 1])
            #expect(figures.entries == 3)
        },
    ]
}
