import PawlKit
import PawlMachine
import PawlTestKit
import Synchronization
import Testing

/// What a test of a system must know, and what the store says when it does not.
@Suite("The exhaustive store of a system")
struct TestStoreTests {
    struct Loading: SystemState {
        static let name = "Loading"
        var page: Int
    }
    struct Loaded: SystemState {
        static let name = "Loaded"
        var page: Int
        var items: [String]
    }
    struct Closed: FinalState { static let name = "Closed" }
    struct Complete: SystemEvent {
        static let name = "Complete"
        var items: [String]
    }
    struct LoadNext: SystemEvent { static let name = "LoadNext" }
    struct Close: SystemEvent { static let name = "Close" }
    struct Fetch: Codable, Sendable { var page: Int }
    struct Page: Codable, Sendable { var items: [String] }

    static let fetch = ServiceName<Fetch, Page>("pages.fetch")

    static let loader = System("loader") {
        InitialState { Loading(page: 1) }
        Feedbacks {
            Feedback(on: Loading.self, perform: fetch) { Fetch(page: $0.page) }
                .success { Complete(items: $0.items) }
                .retry(attempts: 2, delay: .seconds(5), jitter: 0)
                .timeout(.seconds(30))
        }
        Transitions {
            From(Loading.self) { state in
                On(Complete.self) { event in Loaded(page: state.page, items: event.items) }
                On(EffectFailed.self, transitionTo: Closed())
                On(Close.self, transitionTo: Closed())
                Ignore(LoadNext.self)
            }
            From(Loaded.self) { state in
                On(LoadNext.self, transitionTo: Loading(page: state.page + 1))
                On(Close.self, transitionTo: Closed())
                After(.hours(1), transitionTo: Closed())
            }
        }
    }

    /// A store whose beginning is expected.
    private func begun() -> TestStore {
        let store = TestStore(Self.loader)
        store.expect(Loading(page: 1))
        store.expectEffect(Self.fetch, Fetch(page: 1))
        return store
    }

    @Test func `is content when all is expected`() {
        let store = begun()
        store.send(LoadNext(), .ignored)
        store.answer(Self.fetch, Page(items: ["a"]))
        store.expect(Loaded(page: 1, items: ["a"]))
        store.send(LoadNext())
        store.expect(Loading(page: 2))
        store.expectEffect(Self.fetch, Fetch(page: 2))
        store.send(Close())
        store.expect(Closed())
        store.expectCancelled(Self.fetch)
        store.send(Close(), .ended)
        store.finish()
    }

    @Test func `lets time pass: further attempts, time-outs and deadlines`() {
        let store = begun()
        store.fail(Self.fetch, "unavailable")
        store.advance(by: .seconds(4))
        store.advance(by: .seconds(1))
        store.expectEffect(Self.fetch, Fetch(page: 1))
        store.answer(Self.fetch, Page(items: []))
        store.expect(Loaded(page: 1, items: []))
        store.advance(by: .minutes(59))
        store.advance(by: .minutes(1))
        store.expect(Closed())
        store.finish()
        let slow = begun()
        slow.advance(by: .seconds(30))
        slow.advance(by: .seconds(5))
        slow.expectEffect(Self.fetch, Fetch(page: 1))
        slow.advance(by: .seconds(30))
        slow.expect(Closed())
        slow.finish()
    }

    /// A mistake of a test, and what the store says of it.
    struct Mistake: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let says: String
        let make: @Sendable (TestStoreTests) -> Void
    }

    static let mistakes: [Mistake] = [
        Mistake(testDescription: "another state", says: "-   page: 2\n+   page: 1") { tests in
            let store = TestStore(loader)
            store.expect(Loading(page: 2))
            store.expectEffect(fetch, Fetch(page: 1))
            store.answer(fetch, Page(items: []))
            store.expect(Loaded(page: 1, items: []))
            store.finish()
        },
        Mistake(testDescription: "a state that is not expected", says: "the state became Loaded(page: 1, items: [\"a\"])") { tests in
            let store = tests.begun()
            store.answer(fetch, Page(items: ["a"]))
            store.finish()
        },
        Mistake(testDescription: "an effect that is not expected", says: "'pages.fetch' with {\"page\":1} began") { tests in
            let store = TestStore(loader)
            store.expect(Loading(page: 1))
            store.answer(fetch, Page(items: []))
            store.expect(Loaded(page: 1, items: []))
            store.finish()
        },
        Mistake(testDescription: "another input", says: "+ {\"page\":1}") { tests in
            let store = TestStore(loader)
            store.expect(Loading(page: 1))
            store.expectEffect(fetch, Fetch(page: 7))
            store.answer(fetch, Page(items: []))
            store.expect(Loaded(page: 1, items: []))
            store.finish()
        },
        Mistake(testDescription: "a cancellation that is not expected", says: "a run of 'pages.fetch' was cancelled") { tests in
            let store = tests.begun()
            store.send(Close())
            store.expect(Closed())
            store.finish()
        },
        Mistake(testDescription: "an effect that is left", says: "'pages.fetch' with {\"page\":1} still runs") { tests in
            tests.begun().finish()
        },
        Mistake(testDescription: "a service that nobody answers for", says: "'pages.other' does not run") { tests in
            let store = tests.begun()
            store.answer(ServiceName<Fetch, Page>("pages.other"), Page(items: []))
            store.answer(fetch, Page(items: []))
            store.expect(Loaded(page: 1, items: []))
            store.finish()
        },
        Mistake(testDescription: "an event that nothing takes", says: "'Complete' is rejected in Loaded") { tests in
            let store = tests.begun()
            store.answer(fetch, Page(items: []))
            store.expect(Loaded(page: 1, items: []))
            store.send(Complete(items: []))
            store.finish()
        },
        Mistake(testDescription: "no end", says: "without store.finish()") { tests in _ = tests.begun() },
    ]

    @Test(arguments: mistakes) func `fails a test that overlooks`(_ mistake: Mistake) {
        let said = Mutex<[String]>([])
        withKnownIssue {
            mistake.make(self)
        } matching: { issue in
            said.withLock { $0 += issue.comments.map(\.rawValue) }
            return true
        }
        let text = said.withLock { $0 }.joined(separator: "\n")
        #expect(text.contains(mistake.says), "\(text)")
        #expect(said.withLock { $0 }.count == 1, "\(text)")
    }
}
