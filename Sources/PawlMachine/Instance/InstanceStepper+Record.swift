import PawlExpression
import PawlKit

extension InstanceStepper {
    /// The entry of a macrostep that changed the machine: what was left is cancelled, then what was entered is scheduled.
    func record(
        _ result: StepResult, _ kind: EntryKind, event: String?, _ given: EntryBody, _ state: InstanceState, _ surroundings: Surroundings,
        answered: EffectID?
    ) throws(StepFailure) -> Advance {
        var body = given
        var settings: [String: Value] = [:]
        let position = state.position + 1
        try encoding(event ?? machine.workflow) { () throws(JSONError) in
            body.microsteps = try recording.microsteps(of: result, settings: &settings)
            if kind == .started || result.state.active != state.machine.active || result.state.data != state.machine.data {
                let data = try machine.encodeData(result.state)
                if kind == .started || data != state.stored.instance.data { body.data = data }
            }
            if result.state.history != state.machine.history { body.history = try machine.encodeHistory(result.state) }
            cancel(result, state, answered: answered, &body)
            if let end = result.end {
                body.end = InstanceEnd(
                    status: end.failure ? .failed : .finished,
                    output: try end.output.map { (record) throws(JSONError) in RawJSON(try JSONCodec.encode(record)) })
            }
        }
        if result.end == nil {
            body.readmitted = readmitted(state.stored.queue, result.state)
            stepper.look(at: result.state, in: context(state, surroundings), for: .schedule)
            for index in (kind == .started ? [0] : []) + result.entered {
                for timer in machine.states[index].timers { body.timers.append(try schedule(timer, at: position, surroundings.now)) }
                for feedback in machine.states[index].feedbacks {
                    if let effect = try schedule(feedback, at: position, surroundings.now, &body, &settings) { body.effects.append(effect) }
                }
            }
        }
        body.settings = try encoding("settings") { () throws(JSONError) in try recording.settingsRecord(settings) }
        let to = machine.leafPaths(of: result.state)
        return Advance(
            entries: [entry(kind, event: event, state, to: to, body, surroundings)], reply: .handled(to: to),
            launches: body.effects.map(\.id))
    }

    /// What leaving states cancels; at the end of the instance, all that is left.
    private func cancel(_ result: StepResult, _ state: InstanceState, answered: EffectID?, _ body: inout EntryBody) {
        for effect in state.stored.effects where effect.id != answered {
            if result.end == nil {
                // What an effect raised and a state deferred is an event that waits; its effect is over.
                if state.stored.queue.contains(where: { $0.isDeferred && $0.isAnswer(of: effect.id) }) { continue }
                guard let index = machine.feedback(named: effect.id.feedback), machine.feedbacks[index].strategy == .cancelOnNewState,
                    result.left.contains(machine.feedbacks[index].state)
                else { continue }
            }
            body.cancelledEffects.append(effect.id)
        }
        for timer in state.stored.timers where body.cause != .timer(timer.id) {
            if result.end == nil {
                guard let index = machine.timer(named: timer.id.name), result.left.contains(machine.timers[index].state) else { continue }
            }
            body.cancelledTimers.append(timer.id)
        }
    }

    /// The deferred events that no active state defers before a row could take them.
    private func readmitted(_ queue: [QueueRow], _ state: MachineState) -> [Int64] {
        queue.filter(\.isDeferred).filter { row in
            guard let name = row.event, let event = machine.event(named: name) else { return true }
            return !isDeferred(event, in: state)
        }.map(\.arrival)
    }

    private func isDeferred(_ event: EventIndex, in state: MachineState) -> Bool {
        var isDeferred = false
        for leaf in machine.leaves(of: state) {
            var level: StateIndex? = leaf
            while let current = level {
                let takesAny = machine.events[event].origin == .external && !machine.states[current].anyEventRows.isEmpty
                if takesAny || machine.states[current].rows[event] != nil { return false }
                if machine.states[current].ignored.contains(event) { break }
                if machine.states[current].deferred.contains(event) {
                    isDeferred = true
                    break
                }
                level = machine.states[current].parent
            }
        }
        return isDeferred
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

    /// The effect that a feedback starts, nil when it is disabled.
    private func schedule(
        _ index: FeedbackIndex, at position: Int64, _ now: Timestamp, _ body: inout EntryBody, _ settings: inout [String: Value]
    ) throws(StepFailure) -> EffectSchedule? {
        let feedback = machine.feedbacks[index]
        stepper.see(feedback.state, event: nil)
        var readings: [(path: String, value: Value?)] = []
        var isDisabled = false
        for disable in feedback.disables where !isDisabled {
            readings += disable.readings(stepper.frame)
            isDisabled = try stepper.holds(disable, place: feedback.name)
        }
        recording.note(readings, in: &settings)
        if isDisabled {
            let reads = try encoding(feedback.name) { () throws(JSONError) in try StepRecording.object(readings) }
            if body.microsteps.isEmpty { body.microsteps.append(MicrostepRecord()) }
            body.microsteps[body.microsteps.count - 1].refused.append(RowRecord(row: feedback.name, refusal: .disabled, reads: reads))
            return nil
        }
        let input = try feedback.input.evaluate(stepper.frame, place: feedback.name)
        return try encoding(feedback.name) { () throws(JSONError) in
            var state: RawJSON?
            if feedback.outcomeReadsState, case .record(let data)? = stepper.frame[VariableSlot.state] {
                state = RawJSON(try JSONCodec.encode(data))
            }
            return EffectSchedule(
                id: EffectID(position: position, feedback: feedback.name), service: feedback.service,
                input: RawJSON(try JSONCodec.encode(input, as: .record(feedback.inputType))), state: state,
                deadline: feedback.timeout.map { now.advanced(by: $0) })
        }
    }
}

extension QueueRow {
    /// Whether what waits is the answer of that effect.
    func isAnswer(of id: EffectID) -> Bool { if case .effect(id, _) = cause { true } else { false } }
}
