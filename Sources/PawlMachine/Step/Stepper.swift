import PawlExpression
package import PawlKit

/// Takes one event to rest: the pure step, by the algorithm of SCXML (https://www.w3.org/TR/scxml/#AlgorithmforSCXMLInterpretation).
///
/// A step is a function of machine, state, context and event. It reads no clock, no randomness, no environment and no
/// store. A stepper keeps its working memory between steps, so that a plain step allocates little; it is not `Sendable`,
/// and one at a time may use it. No function of it holds on to a part of that memory while another one runs, so that its parts go
/// without the checks for that, which cost a tenth of a step.
package final class Stepper {
    package let machine: Machine
    let plan: StepPlan
    /// Whether rows that only hop are taken the short way; a test turns it off, to compare with the long one.
    @exclusivity(unchecked) package var takesShortcuts = true
    let frame: ExpressionFrame
    /// What the macrostep has come to so far.
    @exclusivity(unchecked) var state = MachineState()
    /// The only active state during a quick step, which leaves ``state`` alone; else -1.
    @exclusivity(unchecked) var lone: StateIndex = -1
    @exclusivity(unchecked) var context: StepContext
    /// Whether the frame shows ``context``.
    @exclusivity(unchecked) private var isContextSeen = false
    @exclusivity(unchecked) private var phase = Phase.step
    @exclusivity(unchecked) var internalQueue: [StepEvent] = []
    /// What goes beyond the step: see the fields of ``StepResult``.
    @exclusivity(unchecked) var starters: [StepEvent] = []
    @exclusivity(unchecked) var deferred: [StepEvent] = []
    @exclusivity(unchecked) var delayed: [DelayedEvent] = []
    @exclusivity(unchecked) var calledOff: Set<EventIndex> = []
    @exclusivity(unchecked) var left: [StateIndex] = []
    /// The states that were left in the microstep under way and stand in ``state`` until all are.
    @exclusivity(unchecked) var gone: [StateIndex] = []
    @exclusivity(unchecked) var entered: [StateIndex] = []
    /// What `state` and `event` in the frame are.
    @exclusivity(unchecked) var seen = Seen.nothing
    /// The rows that a selection chose, without conflicts, in document order of their leaves.
    @exclusivity(unchecked) var chosen = Few<RowIndex>()
    @exclusivity(unchecked) var decisions: Decisions
    @exclusivity(unchecked) var leaving = Leaving()
    @exclusivity(unchecked) var entry = EntrySet()

    package init(_ machine: Machine, timeZones: (any TimeZones)?) {
        self.machine = machine
        plan = StepPlan(machine)
        decisions = Decisions(rows: machine.rows.count)
        frame = ExpressionFrame(slotCount: VariableSlot.count)
        frame.timeZones = timeZones
        context = StepContext(
            instance: InstanceID(rawValue: ""), key: nil, input: Record(type: machine.input, fields: machine.input.fields.map { _ in nil }),
            settings: Record(type: machine.settings, fields: machine.settings.fields.map { _ in nil }), now: .epoch, position: 0)
        frame.isActive = { [unowned self] index in
            self.lone >= 0 ? index == 0 || index == self.lone : self.state.isActive(index) && !self.gone.contains(index)
        }
        frame.uuidSeed = { [unowned self] in "\(self.context.instance)/\(self.context.position)\(self.phase.rawValue)" }
        frame[VariableSlot.workflow] = plan.workflow
    }

    /// Takes one event to rest.
    ///
    /// - Throws: ``StepFailure``; the state that was passed in is then still the state.
    package func step(_ before: MachineState, _ event: StepEvent, in context: StepContext) throws(StepFailure) -> StepResult {
        var met = Few<MetRow>()
        begin(context, .step)
        defer { forget() }
        if takesShortcuts, let rows = plan.quickRows(for: event, in: before) {
            let row = try selectQuickly(rows, before, event, &met)
            if let row, plan.shapes[row].isQuick { return try hopQuickly(row, before, met) }
            begin(before)
            chosen = Few(row)
        } else {
            begin(before)
            if event.trigger == .start {
                try enterInitial()
                return try comeToRest(met)
            }
            try select(event, &met)
        }
        if chosen.isEmpty { return StepResult(outcome(of: event), met: met, state: before) }
        guard isHop else {
            try take(chosen.list, on: event)
            return try comeToRest(met)
        }
        noteStarter(event)
        if isLastHop { return try hop(before, event, met) }
        let result = try hop(before, event, met)
        (state, left, entered) = (result.state, result.left, result.entered)
        return try comeToRest(met)
    }

    /// What the event led to, once nothing inside is left to be done.
    private func comeToRest(_ met: Few<MetRow>) throws(StepFailure) -> StepResult {
        var settling: [Microstep] = []
        if plan.hasAlways || !internalQueue.isEmpty { try settle(&settling) }
        if entered.count > 1 { entered.sort() }
        let end = isEnded ? try ending() : nil
        let hasSequel = end != nil || !settling.isEmpty || !starters.isEmpty || !deferred.isEmpty || !delayed.isEmpty || !calledOff.isEmpty
        return StepResult(
            .taken, met: met, state: state, .lists(left: left, entered: entered),
            sequel: hasSequel
                ? .init(settling: settling, starters: starters, deferred: deferred, delayed: delayed, calledOff: calledOff, end: end) : nil)
    }

    /// What `state` and `event` in the frame are known to be, so that they are not shown again for the same state.
    struct Seen: Equatable {
        /// The state whose rows see it; -1 when nothing is known.
        var source: StateIndex
        /// Whether they see the payload.
        var hasEvent: Bool

        static let nothing = Seen(source: -1, hasEvent: false)
    }

    /// What is evaluated for one position of the journal; `uuid()` gives other texts in each.
    enum Phase: String {
        case outcome = "/outcome"
        case step = ""
        case schedule = "/schedule"
    }

    /// Begins with a state and an empty working memory.
    private func begin(_ before: MachineState) {
        state = before
        lone = -1
        if !internalQueue.isEmpty { internalQueue.removeAll(keepingCapacity: true) }
        if !starters.isEmpty { starters.removeAll() }
        if !deferred.isEmpty { deferred.removeAll() }
        if !delayed.isEmpty { delayed.removeAll() }
        if !calledOff.isEmpty { calledOff.removeAll() }
        if !left.isEmpty { left.removeAll(keepingCapacity: true) }
        if !gone.isEmpty { gone.removeAll(keepingCapacity: true) }
        if !entered.isEmpty { entered.removeAll(keepingCapacity: true) }
    }

    /// Begins with what expressions see, without looking at the state.
    private func begin(_ context: borrowing StepContext, _ phase: Phase) {
        seen = .nothing
        if self.context.isSurelyLike(context), isContextSeen {
            self.context.now = context.now
            self.context.position = context.position
        } else {
            self.context = copy context
            seeContext()
        }
        self.phase = phase
        frame[VariableSlot.now] = .timestamp(context.now)
        frame.clear(VariableSlot.thoseOfOneStep)
        frame.restartUUIDs()
    }

    /// Sets what expressions see of the instance and its surroundings.
    private func seeContext() {
        frame[VariableSlot.instance] = .record(
            Record(type: VariableSlot.instanceType, fields: [.string(context.instance.rawValue), context.key.map { .string($0) }]))
        frame[VariableSlot.input] = .record(context.input)
        frame[VariableSlot.settings] = .record(context.settings)
        isContextSeen = true
    }

    /// Looks at a state without a step: for what is evaluated around one, such as `with` and outcome mappings.
    func look(at state: MachineState, in context: StepContext, for phase: Phase) {
        begin(context, phase)
        begin(state)
    }

    /// Sets `state` and `event` for the expressions of a state.
    func see(_ source: StateIndex, event: Record?) {
        seen = .nothing
        frame[VariableSlot.state] = visible(of: source, in: state).map { .record($0) }
        frame[VariableSlot.event] = event.map { .record($0) }
    }

    /// Shows `state` and `event` to the expressions of a state without holding them: the caller of the step does, until ``forget()``.
    ///
    /// Only for the state before a microstep, which nothing changes meanwhile.
    func show(_ source: StateIndex, event: borrowing Record?, withEvent hasEvent: Bool) {
        let wanted = Seen(source: source, hasEvent: hasEvent)
        if seen == wanted { return }
        let direct = plan.nodes[source].visible
        if direct >= 0, let place = state.place(of: direct) {
            state.data.withUnsafeBufferPointer { frame.lend($0.baseAddress! + place, as: VariableSlot.state) }
        } else {
            frame[VariableSlot.state] = visible(of: source, in: state).map { .record($0) }
        }
        if hasEvent { frame.lend(event, as: VariableSlot.event) } else { frame.clear(VariableSlot.event..<VariableSlot.event + 1) }
        seen = wanted
    }

    /// Takes out of the frame what it does not hold.
    func forget() {
        if seen == .nothing { return }
        frame.clear(VariableSlot.stateAndEvent)
        seen = .nothing
    }

    /// What `state` is in the rows of a state.
    func visible(of source: StateIndex, in state: MachineState) -> Record? {
        let direct = plan.nodes[source].visible
        if direct >= 0 { return state.data(of: direct) }
        return direct == -1 ? machine.visibleData(of: source, in: state) : nil
    }

    /// Eventless rows first, then the internal queue, until neither has anything to do.
    private func settle(_ microsteps: inout [Microstep]) throws(StepFailure) {
        var visited: [(MachineState, [StepEvent])] = []
        while !isEnded {
            var microstep = Microstep(before: state)
            var met = Few<MetRow>()
            try selectAlways(&met)
            if chosen.isEmpty, internalQueue.isEmpty {
                // Conditions that were met and refused belong to the record all the same.
                microstep.met = met.list
                if !met.isEmpty { microsteps.append(microstep) }
                return
            }
            visited.append((state, internalQueue))
            if chosen.isEmpty {
                let event = internalQueue.removeFirst()
                try select(event, &met)
                microstep.event = event
                if chosen.isEmpty {
                    let outcome = outcome(of: event)
                    if case .unhandled = outcome, event.trigger == .event(Event.failed) {
                        throw StepFailure(.unhandledFailure, "nothing takes 'failed'", place: "failed")
                    }
                    // An engine's event is for now: `done` of a state that was left since means nothing.
                    if outcome == .deferred, event.addressee == nil { deferred.append(event) }
                } else {
                    try take(chosen.list, on: event)
                }
            } else {
                try take(chosen.list, on: StepEvent(.start))
            }
            microstep.met = met.list
            microsteps.append(microstep)
            try guardAgainstLivelock(visited, microsteps)
        }
    }

    private var isEnded: Bool { state.active.count == 1 && plan.nodes[state.active[0]].isEnd }

    /// At most so many microsteps, and none that comes back to where an earlier one was: a step is a function, so it would go on for ever.
    private func guardAgainstLivelock(_ visited: [(MachineState, [StepEvent])], _ microsteps: [Microstep]) throws(StepFailure) {
        let start = visited.firstIndex { past in
            past.0 == state && past.1.count == internalQueue.count
                && zip(past.1, internalQueue).allSatisfy { $0.trigger == $1.trigger && $0.payload == $1.payload }
        }
        // The event's own microstep counts too.
        guard start != nil || microsteps.count >= machine.limits.microsteps else { return }
        let shown = start.map { microsteps[$0...] } ?? microsteps.suffix(8)
        let rows = shown.flatMap { step in step.met.filter { $0.refusal == nil }.map { plan.rows[$0.row].name } }
        let cycle = rows.isEmpty ? "" : ": … " + rows.joined(separator: " → ") + " → …"
        throw StepFailure(
            .livelock,
            start != nil
                ? "the machine came back to a state it was in during the same step, so it would never rest\(cycle)"
                : "more than \(machine.limits.microsteps) microsteps in one step\(cycle)", place: rows.last ?? machine.workflow)
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
