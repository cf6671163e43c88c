import PawlKit

extension Stepper {
    /// What an `emit` comes to.
    enum Raised {
        /// An event of this step.
        case now(StepEvent)
        /// An event that comes later.
        case later(DelayedEvent)
        /// Those of the event that are still to come are called off.
        case never(EventIndex)
    }

    /// What an `emit` comes to, nil when its condition is false; `state` and `event` are already set.
    func raised(by emit: Emit, place: String) throws(StepFailure) -> Raised? {
        if let when = emit.when, try !holds(when, place: place) { return nil }
        if case .never = emit.moment { return .never(emit.event) }
        let payload = try record(emit.payload, type: machine.events[emit.event].payload, place: place)
        guard case .later(let delay) = emit.moment else { return .now(StepEvent(.event(emit.event), payload: payload)) }
        guard case .duration(let amount) = try delay.evaluate(frame, place: place) else {
            throw StepFailure(.type, "the delay of '\(machine.events[emit.event].name)' is no duration", place: place)
        }
        return .later(DelayedEvent(event: emit.event, payload: payload, due: context.now.advanced(by: amount)))
    }

    /// Has it happen.
    func raise(_ raised: Raised) {
        switch raised {
        case .now(let event): internalQueue.append(event)
        case .later(let event): delayed.append(event)
        case .never(let event):
            delayed.removeAll { $0.event == event }
            calledOff.insert(event)
        }
    }

    /// What entering or leaving a state does beside it. Data and events all see the data as it was before.
    func run(_ data: [DataRule], _ emits: [Emit], of index: StateIndex, event: Record?) throws(StepFailure) {
        guard !data.isEmpty || !emits.isEmpty else { return }
        see(index, event: event)
        let place = machine.states[index].path
        var changes: [FieldChange] = []
        for rule in data { try changes += self.changes(rule, place: place) }
        for emit in emits {
            if let raised = try raised(by: emit, place: place) { raise(raised) }
        }
        apply(changes)
    }

    // MARK: done

    /// Entering a final state ends its parent; when it was the last region, the parallel states around it too.
    func raiseDone(from index: StateIndex) throws(StepFailure) {
        guard machine.states[index].isFinal, let parent = machine.states[index].parent, parent != 0 else { return }
        var around: StateIndex? = parent
        if machine.states[parent].kind == .compound {
            internalQueue.append(StepEvent(.event(Event.done), payload: try donePayload(of: parent), addressee: parent))
            around = machine.states[parent].parent
        }
        // A parallel state that is itself a region can be the last one that those around it wait for.
        while let parallel = around, machine.states[parallel].kind == .parallel, isDone(parallel) {
            internalQueue.append(StepEvent(.event(Event.done), payload: try donePayload(of: parallel), addressee: parallel))
            around = machine.states[parallel].parent
        }
    }

    private func isDone(_ index: StateIndex) -> Bool {
        switch machine.states[index].kind {
        case .parallel:
            machine.states[index].children.allSatisfy { child in
                if case .history = machine.states[child].kind { return true }
                return isDone(child)
            }
        case .compound: activeFinal(of: index) != nil
        default: machine.states[index].isFinal && state.isActive(index)
        }
    }

    private func activeFinal(of compound: StateIndex) -> StateIndex? {
        machine.states[compound].children.first { machine.states[$0].isFinal && state.isActive($0) }
    }

    /// What `done` of a state that has come to its end carries, by its ``State/doneType``.
    private func donePayload(of index: StateIndex) throws(StepFailure) -> Record? {
        let type = machine.states[index].doneType
        if type.fields.isEmpty { return nil }
        guard machine.states[index].kind == .parallel else { return try fit(try outcome(of: index), type, place: index) }
        var regions = Record(type: type, fields: type.fields.map { _ in nil })
        for region in machine.states[index].children {
            guard let slot = type.slot(of: machine.states[region].name), case .record(let wanted) = type.fields[slot].type else { continue }
            let outcome = try outcome(of: region)
            // A final state without output gives a record without fields.
            if outcome == nil, !wanted.fields.isEmpty { continue }
            regions.fields[slot] = .record(try fit(outcome, wanted, place: region))
        }
        return try fit(regions, type, place: index)
    }

    /// What a state that has come to its end gives; nil when nothing.
    private func outcome(of index: StateIndex) throws(StepFailure) -> Record? {
        switch machine.states[index].kind {
        case .parallel: try donePayload(of: index)
        case .compound: try activeFinal(of: index).flatMap { (final) throws(StepFailure) in try output(of: final) }
        case .final: try output(of: index)
        case .atomic, .history: nil
        }
    }

    /// The fields that a type wants, by name; several final states may give more than that.
    private func fit(_ record: Record?, _ type: RecordType, place: StateIndex) throws(StepFailure) -> Record {
        let wanted = Record(type: type, fields: type.fields.map { field in record?[field.name] })
        do {
            if case .record(let record) = try ValueType.record(type).convert(.record(wanted)) { return record }
            return wanted
        } catch {
            throw StepFailure(.type, "done: \(error.message)", place: machine.states[place].path)
        }
    }
}
