import PawlKit
import Testing

extension JournalStoreContract {
    /// What a write does and does not.
    static let writing: [Promise] = [
        Promise("a write is read as it was written") { subject in
            let scribe = try await Scribe(subject.store)
            var life = SampleEntries(id: id("aaa"), key: "order-1", seed: 1, endsSometimes: false)
            let entries = life.next(60)
            try await scribe.write(Array(entries[..<1]))
            for entry in entries[1..<30] { try await scribe.write([entry]) }
            try await scribe.write(Array(entries[30...]))
            let read = try await subject.store.entries(of: id("aaa"), after: 0, limit: 100)
            #expect(read == entries)
        },
        Promise("a write is all or nothing") { subject in
            let scribe = try await Scribe(subject.store)
            try await scribe.start("aaa")
            let before = try await subject.store.stored(id("aaa"))
            let timer = TimerSchedule(id: TimerID(position: 3, name: "t"), due: moment(9))
            let good = scribe.make(.event, of: "aaa", at: 2, event: "go", states: ["Gone"]) { $0.data = RawJSON("{\"Gone\":1}") }
            let twice = scribe.make(.event, of: "aaa", at: 3, event: "go") { $0.timers = [timer, timer] }
            let code = await scribe.refusal(of: [good, twice])
            #expect(code == .conflict)
            let after = try await subject.store.stored(id("aaa"))
            #expect(after == before)
            let entries = try await subject.store.entries(of: id("aaa"), after: 0, limit: 10)
            #expect(entries.count == 1)
            // The refused write left nothing behind that the next one could trip over.
            try await scribe.write([good])
        },
        Promise("a write at another position than the last is a conflict") { subject in
            let scribe = try await Scribe(subject.store)
            let first = try await scribe.start("aaa")
            let again = await scribe.refusal(of: [first])
            #expect(again == .conflict)
            let tooFar = await scribe.refusal(of: [scribe.make(.ignored, of: "aaa", at: 3, event: "e")])
            #expect(tooFar == .conflict)
            let unknown = await scribe.refusal(of: [scribe.make(.ignored, of: "bbb", at: 2, event: "e")])
            #expect(unknown == .conflict)
            try await scribe.add(.ignored, to: "aaa", at: 2, event: "e")
        },
        Promise("positions of a write are dense and begin with started") { subject in
            let scribe = try await Scribe(subject.store)
            let first = try await scribe.start("aaa")
            let gap = [scribe.make(.ignored, of: "aaa", at: 2, event: "e"), scribe.make(.ignored, of: "aaa", at: 4, event: "e")]
            let gapCode = await scribe.refusal(of: gap)
            #expect(gapCode == .conflict)
            let foreign = [scribe.make(.ignored, of: "aaa", at: 2, event: "e"), scribe.make(.ignored, of: "bbb", at: 3, event: "e")]
            let foreignCode = await scribe.refusal(of: foreign)
            #expect(foreignCode == .conflict)
            let headless = await scribe.refusal(of: [scribe.make(.event, of: "ccc", at: 1, event: "e")])
            #expect(headless == .conflict)
            let shifted = await scribe.refusal(of: [scribe.make(.ignored, of: "aaa", at: 3, event: "e")], expected: 1)
            #expect(shifted == .conflict)
            var second = first
            second.position = 2
            let twice = await scribe.refusal(of: [second])
            #expect(twice == .conflict)
            let entries = try await subject.store.entries(of: id("aaa"), after: 0, limit: 10)
            #expect(entries == [first])
        },
        Promise("of many writers at one position one succeeds") { subject in
            let scribe = try await Scribe(subject.store)
            try await scribe.start("aaa")
            let codes = await withTaskGroup(of: JournalError.Code?.self) { group in
                for number in 0..<40 {
                    let entry = scribe.make(.event, of: "aaa", at: 2, event: "e\(number)")
                    group.addTask { await scribe.refusal(of: [entry]) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let (successes, conflicts) = (codes.filter { $0 == nil }.count, codes.filter { $0 == .conflict }.count)
            #expect(successes == 1)
            #expect(conflicts == 39)
        },
        Promise("a refused write does not touch the others of its moment") { subject in
            let scribe = try await Scribe(subject.store)
            let timer = TimerSchedule(id: TimerID(position: 1, name: "t"), due: moment(9))
            let codes = await withTaskGroup(of: (Int, JournalError.Code?).self) { group in
                for number in 0..<200 {
                    let entry = JournalEntry(
                        instance: id("i\(number)"), position: 1, kind: .started, time: moment(0), workflow: "order", revision: 1, from: [],
                        to: ["Waiting"], body: EntryBody(cause: .outside("test")))
                    // Every tenth contradicts itself, which a store may notice only when it has written half of it.
                    var broken = entry
                    broken.body.timers = [timer, timer]
                    let chosen = number % 10 == 3 ? broken : entry
                    group.addTask { (number, await scribe.refusal(of: [chosen])) }
                }
                return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            for number in 0..<200 {
                let isBroken = number % 10 == 3
                let code = codes[number]
                #expect(code == (isBroken ? .conflict : nil))
                let stored = try await subject.store.stored(id("i\(number)"))
                #expect((stored == nil) == isBroken)
            }
        },
        Promise("a key is unique among the unfinished instances of a workflow") { subject in
            let scribe = try await Scribe(subject.store)
            try await scribe.start("aaa", key: "k")
            try await scribe.start("other", workflow: "refund", key: "k")
            try await scribe.start("nokey1")
            try await scribe.start("nokey2")
            do throws(JournalError) {
                let write = JournalWrite(
                    instance: id("bbb"), expected: 0, claim: scribe.claim,
                    entries: [
                        JournalEntry(
                            instance: id("bbb"), position: 1, kind: .started, time: moment(0), workflow: "order", revision: 1, from: [],
                            to: ["Waiting"], body: keyed("k"))
                    ])
                try await subject.store.commit(write)
                Issue.record("the key was given twice")
            } catch {
                #expect(error.code == .keyTaken)
                #expect(error.instance == id("aaa"))
            }
            try await scribe.add(.cancelled, to: "aaa", at: 2) { $0.end = InstanceEnd(status: .cancelled) }
            try await scribe.start("bbb", key: "k")
        },
        Promise("an older claim cannot write") { subject in
            let first = try await Scribe(subject.store)
            try await first.start("aaa")
            let second = try await Scribe(subject.store)
            #expect(second.claim.token > first.claim.token)
            let code = await first.refusal(of: [first.make(.ignored, of: "aaa", at: 2, event: "e")])
            #expect(code == .claimLost)
            await #expect(throws: JournalError.self) {
                _ = try await subject.store.store(definition("a"), claim: first.claim)
            }
            try await second.add(.ignored, to: "aaa", at: 2, event: "e")
        },
        Promise("without a claim nothing is written") { subject in
            let write = JournalWrite(
                instance: id("aaa"), expected: 0, claim: JournalClaim(token: 0),
                entries: [
                    JournalEntry(
                        instance: id("aaa"), position: 1, kind: .started, time: moment(0), workflow: "order", revision: 1, from: [],
                        to: ["Waiting"], body: keyed(nil))
                ])
            await #expect(throws: JournalError.self) { try await subject.store.commit(write) }
        },
        Promise("a definition gets a new revision when it differs from the newest") { subject in
            let scribe = try await Scribe(subject.store)
            var revisions: [Int] = []
            for text in ["a", "a", "b", "a"] {
                revisions.append(try await subject.store.store(definition(text), claim: scribe.claim))
            }
            var other = definition("a")
            other.services = RawJSON("{\"log.write\":{}}")
            revisions.append(try await subject.store.store(other, claim: scribe.claim))
            // NFC and NFD are different texts.
            revisions.append(try await subject.store.store(definition("\u{E9}"), claim: scribe.claim))
            revisions.append(try await subject.store.store(definition("e\u{301}"), claim: scribe.claim))
            #expect(revisions == [1, 1, 2, 3, 4, 5, 6])
            let second = try await subject.store.definition("order", revision: 2)
            #expect(second?.text == "b")
            let latest = try await subject.store.latestDefinition("order")
            #expect(latest?.revision == 6)
            let none = try await subject.store.definition("order", revision: 7)
            #expect(none == nil)
            let workflows = try await subject.store.workflows()
            #expect(workflows == ["order"])
            let unknown = try await subject.store.latestDefinition("nothing")
            #expect(unknown == nil)
        },
        Promise("what was written is there after the store is opened again") { subject in
            guard let reopen = subject.reopen else { return }
            let scribe = try await Scribe(subject.store)
            var lives = (0..<20).map { SampleEntries(id: id("life\($0)"), key: "k\($0)", seed: UInt64($0)) }
            for index in lives.indices { try await scribe.write(lives[index].next(1 + index * 3)) }
            _ = try await subject.store.store(definition("a"), claim: scribe.claim)
            var before: [StoredInstance?] = []
            for life in lives { before.append(try await subject.store.stored(life.id)) }
            let store = try await reopen()
            for (life, expected) in zip(lives, before) {
                let stored = try await store.stored(life.id)
                #expect(stored == expected)
                let entries = try await store.entries(of: life.id, after: 0, limit: 1_000)
                #expect(entries.count == Int(life.position))
            }
            let latest = try await store.latestDefinition("order")
            #expect(latest?.text == "a")
            let claim = try await store.claim()
            #expect(claim.token > scribe.claim.token)
            await store.close()
        },
        Promise("a closed store says so") { subject in
            let scribe = try await Scribe(subject.store)
            await subject.store.close()
            let code = await scribe.refusal(of: [scribe.make(.ignored, of: "aaa", at: 2, event: "e")])
            #expect(code == .unavailable)
            await #expect(throws: JournalError.self) { _ = try await subject.store.stored(id("aaa")) }
        },
    ]

    private static func keyed(_ key: String?) -> EntryBody {
        var body = EntryBody(cause: .outside("test"))
        body.key = key
        return body
    }

    private static func definition(_ text: String) -> StoredDefinition {
        StoredDefinition(workflow: "order", revision: 0, text: text, services: RawJSON("{}"), file: "order.yaml")
    }
}
