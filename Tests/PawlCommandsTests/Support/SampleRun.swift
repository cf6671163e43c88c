import PawlKit

/// The entries of the order workflow of the documentation, made by hand.
enum SampleRun {
    static let instance = InstanceID(rawValue: "7f3ak2m9qxw0")
    static let charge = EffectID(position: 1, feedback: "Paying/payments.charge")
    static let ship = EffectID(position: 4, feedback: "Shipping/warehouse.ship")
    static let timer = TimerID(position: 1, name: "Paying:after 15m")

    static func time(_ second: Int, _ millisecond: Int = 0) -> Timestamp {
        Timestamp("2026-11-30T14:45:00Z")!.advanced(by: .milliseconds(Int64(second * 1_000 + millisecond)))
    }

    static func entry(
        _ position: Int64, _ kind: EntryKind, at time: Timestamp, event: String? = nil, from: String = "", to: String,
        cause: EntryCause, _ fill: (inout EntryBody) -> Void = { _ in }
    ) -> JournalEntry {
        var body = EntryBody(cause: cause)
        fill(&body)
        return JournalEntry(
            instance: instance, position: position, kind: kind, time: time, workflow: "order", revision: 2, event: event,
            from: from.isEmpty ? [] : [from], to: [to], body: body)
    }

    static let started = entry(1, .started, at: time(2), to: "Paying", cause: .outside("ada")) { body in
        body.key = "ORD-17"
        body.input = RawJSON(#"{"orderId":"ORD-17","currency":"EUR"}"#)
        body.data = RawJSON(#"{"Paying":{"total":59.98}}"#)
        body.effects = [
            EffectSchedule(id: charge, service: "payments.charge", input: RawJSON(#"{"order":"ORD-17"}"#), deadline: time(242))
        ]
        body.timers = [TimerSchedule(id: timer, due: time(902))]
    }

    static let retry = entry(2, .retry, at: time(2, 200), from: "Paying", to: "Paying", cause: .effect(charge, attempt: 1)) { body in
        body.effect = EffectChange(id: charge, attempt: 1, due: time(3, 300))
        body.answer = .failure(code: "unavailable", message: "connection refused")
    }

    static let attempt = entry(3, .attempt, at: time(3, 300), from: "Paying", to: "Paying", cause: .engine) { body in
        body.effect = EffectChange(id: charge, attempt: 2, deadline: time(243, 300))
    }

    static let paid = entry(
        4, .event, at: time(5, 100), event: "PaymentAccepted", from: "Paying", to: "Shipping", cause: .effect(charge, attempt: 2)
    ) { body in
        body.payload = RawJSON(#"{"transaction":"T-1"}"#)
        body.answer = .result(RawJSON(#"{"transaction":"T-1"}"#))
        body.microsteps = [MicrostepRecord(taken: [RowRecord(row: "Paying:PaymentAccepted")], to: ["Shipping"])]
        body.data = RawJSON(#"{"Shipping":{"total":59.98,"transaction":"T-1"}}"#)
        body.cancelledTimers = [timer]
        body.effects = [EffectSchedule(id: ship, service: "warehouse.ship", input: RawJSON("{}"))]
    }

    static let done = entry(
        5, .event, at: time(5, 500), event: "done", from: "Shipping", to: "Done", cause: .effect(ship, attempt: 1)
    ) { body in
        body.payload = RawJSON(#"{"trackingId":"TRK-88"}"#)
        body.answer = .result(RawJSON(#"{"trackingId":"TRK-88"}"#))
        body.data = RawJSON(#"{"Done":{"trackingId":"TRK-88"}}"#)
        body.end = InstanceEnd(status: .finished, output: RawJSON(#"{"trackingId":"TRK-88"}"#))
    }

    static let good = [started, retry, attempt, paid, done]

    /// One of each other kind, so that none goes without words.
    static let odd: [JournalEntry] = [
        entry(6, .event, at: time(10), event: "failed", from: "Paying", to: "Cancelled", cause: .effect(charge, attempt: 1)) { body in
            body.payload = RawJSON(#"{"code":"card_declined","message":"no"}"#)
            body.answer = .failure(code: "card_declined", message: "no")
            body.microsteps = [
                MicrostepRecord(
                    taken: [RowRecord(row: "Paying:failed[1]")],
                    refused: [
                        RowRecord(row: "Paying:failed[0]", refusal: .when, reads: RawJSON(#"{"state.total":59.98}"#)),
                        RowRecord(row: "*:failed", refusal: .disabled, reads: RawJSON(#"{"settings.superUsers":false}"#)),
                    ])
            ]
            body.data = RawJSON(#"{"Cancelled":{"reason":"payment: no"}}"#)
            body.end = InstanceEnd(status: .failed)
        },
        entry(7, .event, at: time(11), from: "Paying", to: "Cancelled", cause: .timer(timer)),
        entry(8, .answered, at: time(12), from: "Paying", to: "Paying", cause: .effect(charge, attempt: 1)) { body in
            body.effect = EffectChange(id: charge, attempt: 1)
            body.answer = .failure(code: "timeout", message: "")
        },
        entry(9, .attempt, at: time(13), from: "Paying", to: "Paying", cause: .engine) { body in
            body.effect = EffectChange(id: charge, attempt: 2, interruptions: 1)
        },
        entry(10, .stale, at: time(14), from: "Shipping", to: "Shipping", cause: .effect(charge, attempt: 2)) { body in
            body.effect = EffectChange(id: charge, attempt: 2)
            body.answer = .result(RawJSON(#"{"transaction":"T-2"}"#))
        },
        entry(11, .rejected, at: time(15), event: "Ship", from: "Paying", to: "Paying", cause: .outside("bob")) { body in
            body.rejection = "not an event of this workflow"
        },
        entry(12, .queued, at: time(16), event: "Cancel", from: "Paying", to: "Paying", cause: .outside("bob")) { body in
            body.arrival = 3
            body.payload = RawJSON(#"{"by":"bob smith"}"#)
        },
        entry(13, .deferred, at: time(17), event: "Retry", from: "Paying", to: "Paying", cause: .outside("bob")),
        entry(14, .ignored, at: time(18), event: "Retry", from: "Paying", to: "Paying", cause: .outside("bob")),
        entry(15, .unhandled, at: time(19), event: "Retry", from: "Paying", to: "Paying", cause: .outside("bob")) { body in
            body.reasons = [UnhandledReason(state: "Paying", why: .noRow)]
        },
        entry(16, .deadLetter, at: time(20), event: "Retry", from: "Done", to: "Done", cause: .outside("bob")),
        entry(17, .incident, at: time(21), event: "PaymentAccepted", from: "Paying", to: "Paying", cause: .engine) { body in
            body.incident = Incident(
                code: "PWL0701", message: "division by zero", place: "Paying:PaymentAccepted", expression: "state.total / 0",
                source: "48:30", values: RawJSON(#"{"state.total":59.98}"#))
        },
        entry(18, .retried, at: time(22), from: "Paying", to: "Paying", cause: .outside("bob")),
        entry(19, .skipped, at: time(23), event: "PaymentAccepted", from: "Paying", to: "Paying", cause: .outside("bob")),
        entry(20, .paused, at: time(24), from: "Paying", to: "Paying", cause: .outside("bob")),
        entry(21, .resumed, at: time(25), from: "Paying", to: "Paying", cause: .outside("bob")),
        entry(22, .cancelled, at: time(26), from: "Paying", to: "Paying", cause: .outside("bob")) { body in
            body.cancelledEffects = [charge]
            body.end = InstanceEnd(status: .cancelled)
        },
        entry(23, .event, at: time(27), event: "Evil", from: "Paying", to: "Paying", cause: .outside("eve\u{1B}[2J")) { body in
            body.payload = RawJSON(#"{"text":"\u001b[31mred\u202e","wide":"日本語"}"#)
            body.microsteps = [
                MicrostepRecord(taken: [RowRecord(row: "Paying:Evil")]),
                MicrostepRecord(event: "Inner", payload: RawJSON(#"{"n":1}"#), taken: [RowRecord(row: "Paying:Inner")]),
            ]
            body.readmitted = [3]
        },
    ]

    /// The instance while it ships, as a store has it.
    static let stored = StoredInstance(
        instance: InstanceRow(
            id: instance, workflow: "order", revision: 2, key: "ORD-17", status: .active, position: 4, arrival: 1, states: ["Shipping"],
            data: RawJSON(#"{"Shipping":{"total":59.98,"transaction":"T-1"}}"#), history: nil,
            input: RawJSON(#"{"orderId":"ORD-17","items":[{"sku":"x","quantity":1}]}"#), output: nil, incident: nil, created: time(2),
            updated: time(5, 100)),
        effects: [
            EffectRow(
                id: ship, service: "warehouse.ship", input: RawJSON("{}"), state: nil, phase: .running, attempt: 1, due: nil,
                deadline: time(300), interruptions: 0),
            EffectRow(
                id: charge, service: "payments.charge", input: RawJSON("{}"), state: nil, phase: .waiting, attempt: 2, due: time(9),
                deadline: nil, interruptions: 0),
        ],
        timers: [TimerRow(id: timer, due: time(902))],
        queue: [
            QueueRow(
                arrival: 1, event: "Cancel", payload: RawJSON(#"{"by":"bob"}"#), cause: .outside("bob"), answer: nil, isDeferred: true)
        ])
}
