import PawlEngine
package import PawlKit
package import PawlMachine

/// `instance.send`: brings an event to an instance, and tells what became of it.
package struct InstanceSend: ControlOperation {
    package static let method = "instance.send"

    /// The instance: its id, the beginning of one, or `workflow/key`.
    package var instance: String
    /// The event.
    package var event: String
    /// The payload, an object.
    package var payload: Value?
    /// The same for each try of one sending.
    package var dedupe: String?
    /// Whether an event may be sent that is only raised inside.
    package var force: Bool?
    /// By what name the journal knows who sends it.
    package var who: String?

    package init(
        instance: String, event: String, payload: Value? = nil, dedupe: String? = nil, force: Bool? = nil, who: String? = nil
    ) {
        self.instance = instance
        self.event = event
        self.payload = payload
        self.dedupe = dedupe
        self.force = force
        self.who = who
    }

    package struct Answer: Codable, Sendable, Hashable, InstanceAnswer {
        /// The id.
        package var instance: String
        /// What became of the event.
        package var became: SendOutcome
        /// Where that is recorded.
        package var position: Int64
        /// The active leaves.
        package var states: [String]
        /// Where the instance stands in its life.
        package var status: String
        /// Whether this is what became of an earlier try with the same dedupe key.
        package var isRepeat: Bool
        /// What is wrong, or stands in the way, in one sentence.
        package var message: String?
        /// Which kind of thing is wrong, one word: `unknownEvent`, `payload`.
        package var reason: String?
        /// Why each active leaf did not handle it.
        package var reasons: [Refusal]?
        /// The events that would be accepted.
        package var accepted: [Offer]?
        /// When it is worth trying again, in milliseconds.
        package var retryAfter: Int64?
    }

    /// Why an active leaf did not handle an event.
    package struct Refusal: Codable, Sendable, Hashable {
        /// The leaf.
        package let state: String
        /// `noRow`, `when`, `disabled` or `preempted`.
        package let why: String
    }

    /// An event that would be accepted.
    package struct Offer: Codable, Sendable, Hashable {
        /// The name.
        package let event: String
        /// The fields of its payload: `{ by: string }`.
        package let payload: String
        /// Whether each row that takes it has a condition.
        package let isGuarded: Bool

        package init(_ accepted: AcceptedEvent) {
            event = accepted.name
            payload = accepted.payload.structure
            isGuarded = accepted.isGuarded
        }
    }

    package func perform(in target: ControlTarget) async throws(ControlError) -> Answer {
        let row = try await InstanceSearch(target.journal).require(instance)
        let bytes: [UInt8]
        do {
            bytes = try JSONCodec.encode(payload ?? .map(ValueMap()), as: .any, dialect: .plain)
        } catch {
            throw ControlError(.badData, reason: "payload", "the payload cannot be read: \(error.message)")
        }
        let sent = SentEvent(name: event, payload: bytes, who: who ?? target.asker, dedupe: dedupe, isForced: force ?? false)
        let reply = try await ControlError.engaging { () throws(EngineError) in try await target.engine.send(sent, to: row.id) }
        // With what waited in the queue, if that can be said: the event itself is durable, and nothing is to call it failed any more.
        let state = (try? await target.engine.state(of: row.id)) ?? reply.state
        return Answer(reply, event: event, row, state)
    }
}

/// What became of an event that was sent.
package enum SendOutcome: String, Codable, Sendable, Hashable, CaseIterable {
    /// A row took it.
    case handled
    /// Nothing handles it; it is on record.
    case unhandled
    /// The state ignores it on purpose.
    case ignored
    /// It waits for a state that handles it.
    case deferred
    /// It waits its turn.
    case queued
    /// It was not admitted.
    case rejected
    /// The instance has ended.
    case deadLetter
    /// The step failed, and the instance is blocked.
    case blocked
}
