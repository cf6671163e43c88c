public import PawlKit
public import Testing

/// What every journal store promises, as tests.
///
/// A store's own tests run them all:
/// ```swift
/// @Test(arguments: JournalStoreContract.promises)
/// func `the store keeps its promises`(_ promise: JournalStoreContract.Promise) async throws {
///     try await promise.check(MyStore.makeSubject())
/// }
/// ```
public enum JournalStoreContract {
    /// An empty store to test.
    public struct Subject: Sendable {
        /// The store.
        public let store: any JournalStore
        /// Closes the store and opens what it stored; nil for a store that forgets.
        public let reopen: (@Sendable () async throws -> any JournalStore)?

        /// Creates a subject.
        public init(_ store: any JournalStore, reopen: (@Sendable () async throws -> any JournalStore)? = nil) {
            self.store = store
            self.reopen = reopen
        }
    }

    /// One promise.
    public struct Promise: Sendable, CustomTestStringConvertible {
        /// The sentence.
        public let testDescription: String
        private let body: @Sendable (Subject) async throws -> Void

        init(_ sentence: String, _ body: @escaping @Sendable (Subject) async throws -> Void) {
            testDescription = sentence
            self.body = body
        }

        /// Checks it on an empty store, and closes the store.
        public func check(_ subject: Subject) async throws {
            try await body(subject)
            await subject.store.close()
        }
    }

    /// All promises.
    public static let promises: [Promise] = writing + reading + waiting + later
}

/// Makes up writes to a store.
struct Scribe {
    let store: any JournalStore
    let claim: JournalClaim

    /// Takes the claim.
    init(_ store: any JournalStore) async throws {
        self.store = store
        claim = try await store.claim()
    }

    /// Appends entries of one instance.
    func write(_ entries: [JournalEntry]) async throws {
        try await store.commit(
            JournalWrite(instance: entries[0].instance, expected: entries[0].position - 1, claim: claim, entries: entries))
    }

    /// Begins an instance that waits, and returns the entry.
    @discardableResult
    func start(
        _ id: String, workflow: String = "order", key: String? = nil, with change: (inout EntryBody) -> Void = { _ in }
    ) async throws -> JournalEntry {
        var body = EntryBody(cause: .outside("test"))
        body.key = key
        body.input = RawJSON("{\"total\":12}")
        change(&body)
        let entry = JournalEntry(
            instance: InstanceID(rawValue: id), position: 1, kind: .started, time: moment(0), workflow: workflow, revision: 1, from: [],
            to: ["Waiting"], body: body)
        try await write([entry])
        return entry
    }

    /// Appends one entry to an instance that waits.
    @discardableResult
    func add(
        _ kind: EntryKind, to id: String, at position: Int64, event: String? = nil, states: [String] = ["Waiting"],
        with change: (inout EntryBody) -> Void = { _ in }
    ) async throws -> JournalEntry {
        let entry = make(kind, of: id, at: position, event: event, states: states, with: change)
        try await write([entry])
        return entry
    }

    /// Makes an entry of an instance that waits.
    func make(
        _ kind: EntryKind, of id: String, at position: Int64, event: String? = nil, states: [String] = ["Waiting"],
        with change: (inout EntryBody) -> Void = { _ in }
    ) -> JournalEntry {
        var body = EntryBody(cause: .outside("test"))
        change(&body)
        return JournalEntry(
            instance: InstanceID(rawValue: id), position: position, kind: kind, time: moment(position), workflow: "order", revision: 1,
            event: event, from: ["Waiting"], to: states, body: body)
    }

    /// The code with which a write is refused; nil when it is not.
    func refusal(of entries: [JournalEntry], expected: Int64? = nil, claim other: JournalClaim? = nil) async -> JournalError.Code? {
        let write = JournalWrite(
            instance: entries[0].instance, expected: expected ?? entries[0].position - 1, claim: other ?? claim, entries: entries)
        do throws(JournalError) {
            try await store.commit(write)
            return nil
        } catch {
            return error.code
        }
    }
}

/// A moment, in seconds after the beginning of the tests' time.
func moment(_ seconds: Int64) -> Timestamp { Timestamp(nanosecondsSince1970: (1_796_000_000 + seconds) * 1_000_000_000) }

/// An id.
func id(_ text: String) -> InstanceID { InstanceID(rawValue: text) }
