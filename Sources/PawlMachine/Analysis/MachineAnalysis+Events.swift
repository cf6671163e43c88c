extension MachineAnalysis {
    /// Events that nothing takes, or only some states do, and rows for what never comes.
    static func events(of machine: Machine, _ reach: Reachability, _ eventless: Eventless, _ takers: EventTakers) -> [Finding] {
        var findings: [Finding] = []
        let isRootWild = takers.wildcards.first == 0
        lazy var coverage = Coverage(machine, reach, eventless, always: takers.wildcards, needsAllRegions: false)
        for (index, event) in machine.events.enumerated() where event.origin != .engine {
            let isExternal = event.origin == .external
            let taking = takers.taking[index] ?? []
            if takers.minding[index] == nil, !isExternal || takers.wildcards.isEmpty {
                findings.append(Finding(.eventNotTaken(event.name, isInternal: !isExternal), at: event.range))
            }
            // An event for one state alone, or for all inside of one, is meant so; one for several and not all is worth a word.
            guard isExternal, taking.count > 1, taking[0] != 0, !isRootWild, let last = taking.last else { continue }
            let whole = machine.states.isInside(last, taking[0]) ? taking[0] : machine.states.commonAncestor(taking[0], last)
            guard !coverage.isWhole(takers.minding[index] ?? [], within: whole) else { continue }
            if let row = taking.compactMap({ machine.states[$0].rows[index]?.first }).min() {
                findings.append(
                    Finding(
                        .eventTakenOnlyIn(
                            event: event.name, states: taking.map { machine.states[$0].path }, isRejected: machine.unhandled == .reject),
                        at: machine.rows[row].range))
            }
        }
        return findings + impossibleFailures(of: machine, reach) + shadowedRows(of: machine, reach, eventless, takers)
            + needlessSilence(of: machine)
    }

    /// Rows on `failed` where no feedback can raise it.
    private static func impossibleFailures(of machine: Machine, _ reach: Reachability) -> [Finding] {
        let raising = machine.feedbacks.filter { if case .standard = $0.failure { true } else { false } }
        // One that outlives its state, or belongs to none, fails wherever the machine is by then.
        if raising.contains(where: { $0.strategy != .cancelOnNewState || $0.event != nil }) { return [] }
        // A state takes it when it can be active together with one that raises it.
        var canFail = Array(repeating: false, count: machine.states.count)
        var depth = Array(repeating: 0, count: machine.states.count + 1)
        for feedback in raising {
            let whole = machine.outermostParallel(around: feedback.state) ?? feedback.state
            depth[whole] += 1
            depth[machine.states[whole].last + 1] -= 1
            for level in machine.levels(of: whole) { canFail[level] = true }
        }
        var covering = 0
        return machine.states.indices.compactMap { state in
            covering += depth[state]
            guard let row = machine.states[state].rows[Event.failed]?.first, !canFail[state], covering == 0,
                state == 0 || reach.isReachable[state]
            else { return nil }
            return Finding(.failureImpossible(state: machine.label(state)), at: machine.rows[row].range)
        }
    }

    /// Rows of the whole machine for events that each state takes itself, always.
    private static func shadowedRows(
        of machine: Machine, _ reach: Reachability, _ eventless: Eventless, _ takers: EventTakers
    ) -> [Finding] {
        guard !machine.states[0].rows.isEmpty else { return [] }
        func takes(_ rows: [RowIndex]?) -> Bool { rows?.contains { !machine.rows[$0].isGuarded } == true }
        let wild = takers.wildcards.filter { $0 != 0 && takes(machine.states[$0].anyEventRows) }
        let external = Coverage(machine, reach, eventless, always: wild, needsAllRegions: true)
        let others = Coverage(machine, reach, eventless, needsAllRegions: true)
        return machine.states[0].rows.sorted { $0.key < $1.key }.flatMap { event, rows -> [Finding] in
            let taking = (takers.taking[event] ?? []).filter { $0 != 0 && takes(machine.states[$0].rows[event]) }
            let isExternal = machine.events[event].origin == .external
            guard !taking.isEmpty || (isExternal && !wild.isEmpty), (isExternal ? external : others).isWhole(taking) else { return [] }
            return rows.map { Finding(.rowShadowed(trigger: machine.label(.event(event))), at: machine.rows[$0].range) }
        }
    }

    /// Events that a state ignores or keeps, and that a row of it takes first.
    private static func needlessSilence(of machine: Machine) -> [Finding] {
        machine.states.indices.flatMap { state -> [Finding] in
            let own = machine.states[state]
            return own.ignored.union(own.deferred).sorted().compactMap { event in
                let any = machine.events[event].origin == .external ? own.anyEventRows : []
                guard let row = ((own.rows[event] ?? []) + any).first(where: { !machine.rows[$0].isGuarded }) else { return nil }
                return Finding(
                    .silenceImpossible(
                        event: machine.events[event].name, state: machine.label(state), isDeferred: !own.ignored.contains(event)),
                    at: machine.rows[row].range, related: own.range)
            }
        }
    }
}

extension Machine {
    /// The outermost parallel state around a state: what is inside can be active together with it.
    func outermostParallel(around state: StateIndex) -> StateIndex? { levels(of: state).last { states[$0].kind == .parallel } }
}
