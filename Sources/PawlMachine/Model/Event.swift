package import PawlKit

/// An event.
package struct Event: Sendable {
    /// Who may raise it.
    package enum Origin: Sendable, Hashable {
        /// Anybody outside.
        case external
        /// Only a feedback or a row of this machine.
        case `internal`
        /// Only the engine.
        case engine
    }

    /// The name.
    package var name: String
    /// The payload. That of `done` depends on the state; it is empty here.
    package var payload: RecordType
    /// Who may raise it.
    package var origin: Origin
    /// Where it is declared.
    package var range: SourceRange

    package init(name: String, payload: RecordType, origin: Origin, range: SourceRange) {
        self.name = name
        self.payload = payload
        self.origin = origin
        self.range = range
    }

    /// The number of `done` in every machine.
    package static let done: EventIndex = 0
    /// The number of `failed` in every machine.
    package static let failed: EventIndex = 1

    /// The fields of `failed`.
    package static let failedPayload = RecordType(fields: [
        .init("state", .string), .init("service", .string), .init("code", .string), .init("message", .string), .init("attempts", .int),
    ])

    /// The events that every machine begins with.
    package static let engineEvents = [
        Event(name: "done", payload: .empty, origin: .engine, range: .start),
        Event(name: "failed", payload: failedPayload, origin: .engine, range: .start),
    ]
}

/// What a row or a state does with an internal event: `emit`.
package struct Emit: Sendable {
    /// When the event comes.
    package enum Moment: Sendable {
        /// In this step, before any event from outside.
        case now
        /// So long after this step: a durable timer that survives its state. The template gives a duration.
        case later(Template)
        /// Never: those of this event that are still to come are called off.
        case never
    }

    /// The event.
    package var event: EventIndex
    /// Its payload.
    package var payload: [FieldRule]
    /// When it comes.
    package var moment: Moment
    /// Must be true; otherwise nothing is raised.
    package var when: SourcedExpression?
    /// Where it is written.
    package var range: SourceRange

    package init(event: EventIndex, payload: [FieldRule], moment: Moment = .now, when: SourcedExpression? = nil, range: SourceRange) {
        self.event = event
        self.payload = payload
        self.moment = moment
        self.when = when
        self.range = range
    }
}
