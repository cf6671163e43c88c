import PawlExpression
import PawlKit

extension InstanceStepper {
    /// The entry of a macrostep that changed the machine: what was left is cancelled, then what was entered is scheduled.
    func record(
        _ result: borrowing StepResult, _ kind: EntryKind, _ occurrence: Occurrence, _ state: InstanceState, _ surroundings: Surroundings
    ) throws(StepFailure) -> Advance {
        var body = occurrence.body
        var settings: [String: Value] = [:]
        try encoding(occurrence.name ?? machine.workflow) { () throws(JSONError) in
            body.microsteps = try recording.microsteps(of: result, from: state.machine, on: occurrence.event, settings: &settings)
            if kind == .started || result.state.active != state.machine.active || result.state.data != state.machine.data {
                let data = try machine.encodeData(result.state)
                if kind == .started || data != state.stored.instance.data { body.data = data }
            }
            if result.state.history != state.machine.history { body.history = try machine.encodeHistory(result.state) }
            cancel(result, state, answered: occurrence.effect, &body)
            if let end = result.end {
                body.end = InstanceEnd(
                    status: end.failure ? .failed : .finished,
                    output: try end.output.map { (record) throws(JSONError) in RawJSON(try JSONCodec.encode(record)) })
            }
        }
        if result.end == nil {
            try keep(result.deferred, state, &body)
            body.readmitted = readmitted(state.stored.queue, body.deferred, result.state)
            body.begun = successors(kind, body, state, surroundings.now)
            stepper.look(at: result.state, in: context(state, surroundings), for: .schedule)
            try schedule(result, kind, state, surroundings.now, &body, &settings)
        }
        body.settings = try encoding("settings") { () throws(JSONError) in try recording.settingsRecord(settings) }
        let to = machine.leafPaths(of: result.state)
        return Advance(
            entries: [entry(kind, event: occurrence.name, state, to: to, body, surroundings)], reply: .handled(to: to),
            launches: body.effects.filter { !$0.isQueued }.map(\.id) + body.begun.map(\.id))
    }

    /// What leaving states cancels; at the end of the instance, all that is left.
    private func cancel(_ result: borrowing StepResult, _ state: InstanceState, answered: EffectID?, _ body: inout EntryBody) {
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
            if result.end == nil, !isOff(timer, result) { continue }
            body.cancelledTimers.append(timer.id)
        }
    }

    /// Whether a step switches a timer off: its state was left, or its event is called off.
    private func isOff(_ timer: TimerRow, _ result: borrowing StepResult) -> Bool {
        if let name = timer.event { return machine.event(named: name).map { result.calledOff.contains($0) } ?? false }
        return machine.timer(named: timer.id.name).map { result.left.contains(machine.timers[$0].state) } ?? false
    }

    /// Puts what the step raised and a state defers into the queue.
    private func keep(_ events: [StepEvent], _ state: InstanceState, _ body: inout EntryBody) throws(StepFailure) {
        guard !events.isEmpty else { return }
        var arrival = state.stored.instance.arrival
        for event in events {
            guard case .event(let index) = event.trigger else { continue }
            arrival += 1
            body.deferred.append(
                DeferredEvent(
                    arrival: arrival, event: machine.events[index].name, payload: try encoded(event.payload, machine.events[index].name)))
        }
        try checkDeferred(state, adding: body.deferred.count)
    }

    /// Bounds what an instance keeps for later.
    func checkDeferred(_ state: InstanceState, adding count: Int) throws(StepFailure) {
        guard state.stored.queue.count(where: \.isDeferred) + count > machine.limits.deferred else { return }
        throw StepFailure(
            .deferredLimit, "more than \(machine.limits.deferred) events would wait for a state that does not defer them",
            place: StateList.text(state.stored.instance.states))
    }

    /// A payload as the journal keeps it; nil when it has no fields.
    func encoded(_ payload: Record?, _ place: String) throws(StepFailure) -> RawJSON? {
        guard let payload, !payload.type.fields.isEmpty else { return nil }
        return try encoding(place) { () throws(JSONError) in RawJSON(try JSONCodec.encode(payload)) }
    }

    /// The deferred events, old and new, that no active state defers before a row could take them.
    private func readmitted(_ queue: [QueueRow], _ new: [DeferredEvent], _ state: MachineState) -> [Int64] {
        let waiting = queue.filter(\.isDeferred).map { ($0.arrival, $0.event) } + new.map { ($0.arrival, $0.event) }
        return waiting.filter { _, name in
            guard let name, let event = machine.event(named: name) else { return true }
            return !isDeferred(event, in: state)
        }.map(\.0)
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
}

extension QueueRow {
    /// Whether what waits is the answer of that effect, and not an element that it gave.
    func isAnswer(of id: EffectID) -> Bool {
        if case .effect(id, _) = cause { answer?.isFinal == true } else { false }
    }
}
