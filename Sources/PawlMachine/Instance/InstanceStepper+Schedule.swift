import PawlExpression
import PawlKit

extension InstanceStepper {
    /// What a step starts: the timers and feedbacks of the states entered, then what was raised for later, then the feedbacks of events.
    func schedule(
        _ result: borrowing StepResult, _ kind: EntryKind, _ state: InstanceState, _ now: Timestamp, _ body: inout EntryBody,
        _ settings: inout [String: Value]
    ) throws(StepFailure) {
        for index in (kind == .started ? [0] : []) + result.entered {
            for timer in machine.states[index].timers { body.timers.append(try schedule(timer, at: state.position + 1, now)) }
            for feedback in machine.states[index].feedbacks where machine.feedbacks[feedback].event == nil {
                try start(feedback, on: nil, state, now, &body, &settings)
            }
        }
        for event in result.delayed { body.timers.append(try schedule(event, at: state.position + 1, body.timers)) }
        for event in result.starters {
            guard case .event(let index) = event.trigger else { continue }
            for feedback in machine.feedbacksOfEvent[index] { try start(feedback, on: event, state, now, &body, &settings) }
        }
    }

    private func schedule(_ index: Int, at position: Int64, _ now: Timestamp) throws(StepFailure) -> TimerSchedule {
        let timer = machine.timers[index]
        stepper.see(timer.state, event: nil)
        let id = TimerID(position: position, name: timer.name)
        switch timer.deadline {
        case .after(let template):
            if case .duration(let amount) = try template.evaluate(stepper.frame, place: timer.name) {
                return TimerSchedule(id: id, due: now.advanced(by: amount))
            }
        case .at(let template):
            if case .timestamp(let due) = try template.evaluate(stepper.frame, place: timer.name) { return TimerSchedule(id: id, due: due) }
        }
        throw StepFailure(.type, "the deadline is no duration or timestamp", place: timer.name)
    }

    /// The timer of an event that was raised for later: `emit Event`, and `emit Event#2` for the second in one entry.
    private func schedule(_ event: DelayedEvent, at position: Int64, _ others: [TimerSchedule]) throws(StepFailure) -> TimerSchedule {
        let name = machine.events[event.event].name
        let twins = others.count { $0.event.map { UTF8Order.equal($0, name) } ?? false }
        return TimerSchedule(
            id: TimerID(position: position, name: "emit \(name)" + (twins == 0 ? "" : "#\(twins + 1)")), due: event.due, event: name,
            payload: try encoded(event.payload, name))
    }

    /// Starts a feedback, unless it is disabled or its strategy lets no other run begin.
    private func start(
        _ index: FeedbackIndex, on event: StepEvent?, _ state: InstanceState, _ now: Timestamp, _ body: inout EntryBody,
        _ settings: inout [String: Value]
    ) throws(StepFailure) {
        let feedback = machine.feedbacks[index]
        stepper.see(feedback.state, event: event?.payload)
        if let refusal = try disabled(feedback, &settings) {
            refuse(refusal, &body)
            return
        }
        let earlier = runs(of: feedback, state, body)
        let isFirst = earlier.isEmpty && !body.effects.contains { UTF8Order.equal($0.id.feedback, feedback.name) }
        switch feedback.strategy {
        case .cancelOnNewState, .continueOnNewState: break
        case .ignoreWhileRunning:
            if !isFirst {
                refuse(RowRecord(row: feedback.name, refusal: .running), &body)
                return
            }
        case .cancelPrevious:
            body.cancelledEffects += earlier.map(\.id)
            body.cancelledEffects += answers(of: feedback, state, body)
            // One of this very step has not begun, and never will.
            body.effects.removeAll { UTF8Order.equal($0.id.feedback, feedback.name) }
        case .queue: break
        }
        let isQueued = feedback.strategy == .queue && !isFirst
        // The first run has no index, so that the feedback of a state has the identity `position/feedback`.
        let twins = body.effects.count { UTF8Order.equal($0.id.feedback, feedback.name) }
        let input = try feedback.input.evaluate(stepper.frame, place: feedback.name)
        let effect = try encoding(feedback.name) { () throws(JSONError) in
            var seen: RawJSON?
            if feedback.outcomeReadsState, case .record(let data)? = stepper.frame[VariableSlot.state] {
                seen = RawJSON(try JSONCodec.encode(data))
            }
            return EffectSchedule(
                id: EffectID(position: state.position + 1, feedback: feedback.name, index: twins == 0 ? nil : twins),
                service: feedback.service, input: RawJSON(try JSONCodec.encode(input, as: .record(feedback.inputType))), state: seen,
                deadline: isQueued ? nil : feedback.timeout.map { now.advanced(by: $0) }, isQueued: isQueued)
        }
        body.effects.append(effect)
    }

    /// The record of a `disable` that is true; nil when none is.
    private func disabled(_ feedback: FeedbackRule, _ settings: inout [String: Value]) throws(StepFailure) -> RowRecord? {
        var readings: [(path: String, value: Value?)] = []
        var isDisabled = false
        for disable in feedback.disables where !isDisabled {
            readings += disable.readings(stepper.frame)
            isDisabled = try stepper.holds(disable, place: feedback.name)
        }
        recording.note(readings, in: &settings)
        guard isDisabled else { return nil }
        let reads = try encoding(feedback.name) { () throws(JSONError) in try StepRecording.object(readings) }
        return RowRecord(row: feedback.name, refusal: .disabled, reads: reads)
    }

    /// Records that a feedback did not start, so that people see it.
    private func refuse(_ record: RowRecord, _ body: inout EntryBody) {
        if body.microsteps.isEmpty { body.microsteps.append(MicrostepRecord()) }
        body.microsteps[body.microsteps.count - 1].refused.append(record)
    }

    // MARK: Runs of one feedback

    /// The runs of earlier entries that go on after this one.
    private func runs(of feedback: FeedbackRule, _ state: InstanceState, _ body: EntryBody) -> [EffectRow] {
        // Most strategies do not ask.
        if feedback.strategy == .cancelOnNewState || feedback.strategy == .continueOnNewState { return [] }
        return state.stored.effects.filter { effect in
            UTF8Order.equal(effect.id.feedback, feedback.name) && !effect.phase.isOver && !body.ends(effect.id)
                && !body.cancelledEffects.contains(effect.id)
        }
    }

    /// The runs whose answer waits its turn: a newer run makes it stale. What a state deferred is an event by now.
    private func answers(of feedback: FeedbackRule, _ state: InstanceState, _ body: EntryBody) -> [EffectID] {
        state.stored.effects.filter { effect in
            UTF8Order.equal(effect.id.feedback, feedback.name) && effect.phase.isOver && !body.ends(effect.id)
                && !body.cancelledEffects.contains(effect.id)
                && !state.stored.queue.contains { $0.isDeferred && $0.isAnswer(of: effect.id) }
        }.map(\.id)
    }

    /// The run of a feedback with strategy `queue` that begins because the entry ends the one before it.
    func successors(_ kind: EntryKind, _ body: EntryBody, _ state: InstanceState, _ now: Timestamp) -> [EffectChange] {
        guard body.end == nil, let over = ended(kind, body, state), let index = machine.feedback(named: over.feedback),
            machine.feedbacks[index].strategy == .queue,
            let next = state.stored.effects.first(where: { $0.phase == .queued && UTF8Order.equal($0.id.feedback, over.feedback) })
        else { return [] }
        return [
            EffectChange(id: next.id, attempt: 1, deadline: machine.feedbacks[index].timeout.map { now.advanced(by: $0) })
        ]
    }

    /// The effect that is over with an entry and was not before.
    private func ended(_ kind: EntryKind, _ body: EntryBody, _ state: InstanceState) -> EffectID? {
        let id: EffectID
        switch kind {
        case .event, .ignored, .unhandled, .answered, .queued, .deferred, .incident:
            // One that gave up unheard is kept as failed, and has its place until a person decides.
            guard case .effect(let effect, _) = body.cause, body.ends(effect), body.incident?.effect == nil else { return nil }
            id = effect
        case .skipped:
            guard let effect = body.effect else { return nil }
            id = effect.id
        default: return nil
        }
        guard let effect = state.effect(id), !effect.phase.isOver else { return nil }
        return id
    }
}

extension EntryBody {
    /// Whether the entry is the final answer of that effect.
    fileprivate func ends(_ effect: EffectID) -> Bool {
        if case .effect(effect, _) = cause { answer?.isFinal == true } else { false }
    }
}
