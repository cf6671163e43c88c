extension MachineAnalysis {
    /// Feedbacks that never start or whose outcome nothing takes, and deadlines that are never set.
    static func feedbacks(of machine: Machine, _ reach: Reachability, _ eventless: Eventless, _ takers: EventTakers) -> [Finding] {
        var findings: [Finding] = []
        for state in machine.states.indices.dropFirst() where eventless.leavesAtOnce[state] {
            for timer in machine.states[state].timers {
                findings.append(Finding(.deadlineNeverSet(state: machine.states[state].path), at: machine.timers[timer].range))
            }
            for feedback in machine.states[state].feedbacks {
                findings.append(Finding(.feedbackNeverStarts(state: machine.states[state].path), at: machine.feedbacks[feedback].range))
            }
        }
        for feedback in machine.feedbacks where feedback.event == nil && reach.isReachable[feedback.state] {
            // In a dead end nothing is taken, which is said there. One that outlives its state succeeds anywhere.
            if reach.deadEnds.contains(feedback.state) || feedback.strategy != .cancelOnNewState { continue }
            if eventless.leavesAtOnce[feedback.state] { continue }
            for event in raised(by: feedback) {
                // An event that is taken nowhere is reported where it is declared.
                let isKnown = event == Event.done || takers.taking[event] != nil
                if isKnown, !isTaken(event, from: feedback.state, of: machine, takers) {
                    findings.append(
                        Finding(
                            .outcomeNotTaken(event: machine.events[event].name, state: machine.states[feedback.state].path),
                            at: feedback.range))
                }
            }
        }
        return findings
    }

    /// Whether something that can be active together with a state minds an event; `done` is for the state alone.
    private static func isTaken(_ event: EventIndex, from state: StateIndex, of machine: Machine, _ takers: EventTakers) -> Bool {
        let own = machine.states[state]
        if event == Event.done { return own.rows[event] != nil || own.ignored.contains(event) }
        if takers.isMinded(event, within: machine.outermostParallel(around: state) ?? state, of: machine) { return true }
        return machine.levels(of: state).contains { level in
            let states = machine.states[level]
            return states.rows[event] != nil || states.ignored.contains(event) || states.deferred.contains(event)
        }
    }

    private static func raised(by feedback: FeedbackRule) -> [EventIndex] {
        var rules = feedback.next
        var events: [EventIndex] = []
        switch feedback.success {
        case .ignore: break
        case .standard: events = [Event.done]
        case .events(let success): rules = success + rules
        }
        for rule in rules where !events.contains(rule.event) { events.append(rule.event) }
        return events
    }
}
