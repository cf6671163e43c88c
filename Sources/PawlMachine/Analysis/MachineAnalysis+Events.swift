extension MachineAnalysis {
    /// Events that nothing takes, or only some states do, and rows for what never comes.
    static func events(of machine: Machine, _ reach: Reachability) -> [Finding] {
        var findings: [Finding] = []
        // The states that take or ignore each event by name, in order.
        var takers: [EventIndex: [StateIndex]] = [:]
        var ignorers: [EventIndex: Set<StateIndex>] = [:]
        for state in machine.states.indices {
            for event in machine.states[state].rows.keys { takers[event, default: []].append(state) }
            for event in machine.states[state].ignored.union(machine.states[state].deferred) { ignorers[event, default: []].insert(state) }
        }
        let wildcards = Set(machine.states.indices.filter { !machine.states[$0].anyEventRows.isEmpty })
        let resting = reach.restingStates.filter { !leavesAtOnce($0, of: machine) }
        for (index, event) in machine.events.enumerated() where event.origin != .engine {
            let isExternal = event.origin == .external
            let taking = (takers[index] ?? []).sorted()
            if taking.isEmpty, ignorers[index] == nil, !isExternal || wildcards.isEmpty {
                findings.append(Finding(.eventNotTaken(event.name, isInternal: !isExternal), at: event.range))
            }
            // An event for one state alone is meant so; one for several and not all is worth a word.
            guard isExternal, taking.count > 1, taking[0] != 0, !wildcards.contains(0) else { continue }
            let elsewhere = resting.contains { state in
                !taking.contains(state) && !wildcards.contains(state) && ignorers[index]?.contains(state) != true
            }
            if elsewhere, let row = taking.compactMap({ machine.states[$0].rows[index]?.first }).min() {
                findings.append(
                    Finding(
                        .eventTakenOnlyIn(
                            event: event.name, states: taking.map { machine.states[$0].path }, isRejected: machine.unhandled == .reject),
                        at: machine.rows[row].range))
            }
        }
        return findings + impossibleFailures(of: machine, reach) + shadowedRows(of: machine, resting)
    }

    /// Rows on `failed` where no feedback can raise it.
    private static func impossibleFailures(of machine: Machine, _ reach: Reachability) -> [Finding] {
        let raising = machine.feedbacks.filter { if case .standard = $0.failure { true } else { false } }
        // One that outlives its state fails wherever the machine is by then.
        if raising.contains(where: { $0.strategy == .continueOnNewState }) { return [] }
        let states = Set(raising.map(\.state))
        return machine.states.indices.compactMap { state in
            guard let row = machine.states[state].rows[Event.failed]?.first, state == 0 ? states.isEmpty : !states.contains(state),
                state == 0 || reach.isReachable[state]
            else { return nil }
            return Finding(.failureImpossible(state: machine.label(state)), at: machine.rows[row].range)
        }
    }

    /// Rows of the whole machine for events that each state takes itself, always.
    private static func shadowedRows(of machine: Machine, _ resting: [StateIndex]) -> [Finding] {
        guard !resting.isEmpty else { return [] }
        func takes(_ rows: [RowIndex]?) -> Bool { rows?.contains { !machine.rows[$0].isGuarded } == true }
        return machine.states[0].rows.sorted { $0.key < $1.key }.flatMap { event, rows -> [Finding] in
            let isExternal = machine.events[event].origin == .external
            let isShadowed = resting.allSatisfy { state in
                takes(machine.states[state].rows[event]) || (isExternal && takes(machine.states[state].anyEventRows))
            }
            guard isShadowed else { return [] }
            return rows.map { Finding(.rowShadowed(trigger: machine.label(.event(event))), at: machine.rows[$0].range) }
        }
    }
}
