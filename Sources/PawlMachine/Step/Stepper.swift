import PawlExpression
package import PawlKit

/// Takes one event to rest: the pure step, by the algorithm of SCXML (https://www.w3.org/TR/scxml/#AlgorithmforSCXMLInterpretation).
///
/// A step is a function of machine, state, context and event. It reads no clock, no randomness, no environment and no
/// store. A stepper keeps its working memory between steps, so that a plain step allocates little; it is not `Sendable`,
/// and one at a time may use it.
package final class Stepper {
    package let machine: Machine
    let plan: StepPlan
    let frame: ExpressionFrame
    /// What the macrostep has come to so far.
    var state = MachineState()
    var context: StepContext
    private var phase = Phase.step
    var internalQueue: [StepEvent] = []
    /// What goes beyond the step: see the fields of ``StepResult``.
    var starters: [StepEvent] = []
    var deferred: [StepEvent] = []
    var delayed: [DelayedEvent] = []
    var calledOff: Set<EventIndex> = []
    var left: [StateIndex] = []
    /// The states that were left in the microstep under way and stand in ``state`` until all are.
    var gone: [StateIndex] = []
    var entered: [StateIndex] = []
    /// The rows that a selection chose, without conflicts, in document order of their leaves.
    var chosen: [RowIndex] = []
    var decisions: Decisions
    var leaving = Leaving()
    var entry = EntrySet()

    package init(_ machine: Machine, timeZones: (any TimeZones)?) {
        self.machine = machine
        plan = StepPlan(machine)
        decisions = Decisions(rows: machine.rows.count)
        frame = ExpressionFrame(slotCount: VariableSlot.count)
        frame.timeZones = timeZones
        context = StepContext(
            instance: InstanceID(rawValue: ""), key: nil, input: Record(type: machine.input, fields: machine.input.fields.map { _ in nil }),
            settings: Record(type: machine.settings, fields: machine.settings.fields.map { _ in nil }), now: .epoch, position: 0)
        frame.isActive = { [unowned self] index in self.state.isActive(index) && !self.gone.contains(index) }
        frame.uuidSeed = { [unowned self] in "\(self.context.instance)/\(self.context.position)\(self.phase.rawValue)" }
        frame[VariableSlot.workflow] = plan.workflow
    }

    /// Takes one event to rest.
    ///
    /// - Throws: ``StepFailure``; the state that was passed in is then still the state.
    package func step(_ before: MachineState, _ event: StepEvent, in context: StepContext) throws(StepFailure) -> StepResult {
        begin(before, context)
        var result = StepResult(outcome: .taken, microsteps: [], state: before, left: [], entered: [], end: nil)
        if event.trigger == .start {
            try enterInitial()
            result.microsteps.append(Microstep(leaves: machine.leaves(of: state)))
        } else {
            var microstep = Microstep(event: nil)
            let outcome = try select(event, &microstep.met)
            if chosen.isEmpty {
                result.outcome = outcome
                result.microsteps.append(microstep)
                return result
            }
            try take(chosen, on: event)
            microstep.leaves = machine.leaves(of: state)
            result.microsteps.append(microstep)
        }
        if plan.hasAlways || !internalQueue.isEmpty { try settle(&result) }
        result.state = state
        result.left = left
        if entered.count > 1 { entered.sort() }
        result.entered = entered
        if isEnded { result.end = try ending() }
        if !starters.isEmpty { result.starters = starters }
        if !deferred.isEmpty { result.deferred = deferred }
        if !delayed.isEmpty { result.delayed = delayed }
        if !calledOff.isEmpty { result.calledOff = calledOff }
        return result
    }

    /// What is evaluated for one position of the journal; `uuid()` gives other texts in each.
    enum Phase: String {
        case outcome = "/outcome"
        case step = ""
        case schedule = "/schedule"
    }

    private func begin(_ before: MachineState, _ context: StepContext, _ phase: Phase = .step) {
        state = before
        if !UTF8Order.equal(context.instance.rawValue, self.context.instance.rawValue) || context.key != self.context.key
            || frame[VariableSlot.instance] == nil
        {
            frame[VariableSlot.instance] = .record(
                Record(type: VariableSlot.instanceType, fields: [.string(context.instance.rawValue), context.key.map { .string($0) }]))
        }
        self.context = context
        self.phase = phase
        internalQueue.removeAll(keepingCapacity: true)
        if !starters.isEmpty { starters.removeAll() }
        if !deferred.isEmpty { deferred.removeAll() }
        if !delayed.isEmpty { delayed.removeAll() }
        if !calledOff.isEmpty { calledOff.removeAll() }
        left.removeAll(keepingCapacity: true)
        gone.removeAll(keepingCapacity: true)
        entered.removeAll(keepingCapacity: true)
        frame[VariableSlot.input] = .record(context.input)
        frame[VariableSlot.settings] = .record(context.settings)
        frame[VariableSlot.now] = .timestamp(context.now)
        frame[VariableSlot.result] = nil
        frame[VariableSlot.error] = nil
        frame.restartUUIDs()
    }

    /// Looks at a state without a step: for what is evaluated around one, such as `with` and outcome mappings.
    func look(at state: MachineState, in context: StepContext, for phase: Phase) { begin(state, context, phase) }

    /// Sets `state` and `event` for the expressions of a state.
    func see(_ source: StateIndex, event: Record?) {
        frame[VariableSlot.state] = visible(of: source).map { .record($0) }
        frame[VariableSlot.event] = event.map { .record($0) }
    }

    /// What `state` is in the rows of a state.
    func visible(of source: StateIndex) -> Record? {
        let direct = plan.nodes[source].visible
        if direct >= 0 { return state.data(of: direct) }
        return direct == -1 ? machine.visibleData(of: source, in: state) : nil
    }

    /// Eventless rows first, then the internal queue, until neither has anything to do.
    private func settle(_ result: inout StepResult) throws(StepFailure) {
        var visited: [(MachineState, [StepEvent])] = []
        while !isEnded {
            var microstep = Microstep()
            try selectAlways(&microstep.met)
            if chosen.isEmpty, internalQueue.isEmpty {
                // Conditions that were met and refused belong to the record all the same.
                if !microstep.met.isEmpty { result.microsteps.append(microstep) }
                return
            }
            visited.append((state, internalQueue))
            if chosen.isEmpty {
                let event = internalQueue.removeFirst()
                let outcome = try select(event, &microstep.met)
                microstep.event = event
                if chosen.isEmpty {
                    if case .unhandled = outcome, event.trigger == .event(Event.failed) {
                        throw StepFailure(.unhandledFailure, "nothing takes 'failed'", place: "failed")
                    }
                    // An engine's event is for now: `done` of a state that was left since means nothing.
                    if outcome == .deferred, event.addressee == nil { deferred.append(event) }
                } else {
                    try take(chosen, on: event)
                }
            } else {
                try take(chosen, on: StepEvent(.start))
            }
            microstep.leaves = machine.leaves(of: state)
            result.microsteps.append(microstep)
            try guardAgainstLivelock(visited, microsteps: result.microsteps)
        }
    }

    private var isEnded: Bool { state.active.count == 1 && plan.nodes[state.active[0]].isEnd }

    /// At most so many microsteps, and none that comes back to where an earlier one was: a step is a function, so it would go on for ever.
    private func guardAgainstLivelock(_ visited: [(MachineState, [StepEvent])], microsteps: [Microstep]) throws(StepFailure) {
        // The place is that of the microstep after it, for the step's own comes first.
        let start = visited.firstIndex { past in
            past.0 == state && past.1.count == internalQueue.count
                && zip(past.1, internalQueue).allSatisfy { $0.trigger == $1.trigger && $0.payload == $1.payload }
        }
        guard start != nil || microsteps.count > machine.limits.microsteps else { return }
        let shown = start.map { microsteps[($0 + 1)...] } ?? microsteps.suffix(8)
        let rows = shown.flatMap { step in step.met.filter { $0.refusal == nil }.map { machine.rows[$0.row].name } }
        let cycle = rows.isEmpty ? "" : ": … " + rows.joined(separator: " → ") + " → …"
        throw StepFailure(
            .livelock,
            start != nil
                ? "the machine came back to a state it was in during the same step, so it would never rest\(cycle)"
                : "more than \(machine.limits.microsteps) microsteps in one step\(cycle)",
            place: rows.last ?? machine.workflow)
    }

    private func ending() throws(StepFailure) -> (failure: Bool, output: Record?)? {
        guard isEnded, case .final(let failure) = machine.states[state.active[0]].kind else { return nil }
        return (failure, try output(of: state.active[0]))
    }

    /// The output of a final state that is active.
    func output(of final: StateIndex) throws(StepFailure) -> Record? {
        guard let template = machine.states[final].output else { return nil }
        see(final, event: nil)
        guard case .record(let record) = try template.evaluate(frame, place: self.machine.states[final].path) else { return nil }
        return record
    }
}
