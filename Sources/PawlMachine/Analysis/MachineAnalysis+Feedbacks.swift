extension MachineAnalysis {
    /// Feedbacks that never start or whose outcome nothing takes, and deadlines that are never set.
    static func feedbacks(of machine: Machine, _ reach: Reachability) -> [Finding] {
        var findings: [Finding] = []
        for state in machine.states.indices.dropFirst() where leavesAtOnce(state, of: machine) {
            for timer in machine.states[state].timers {
                findings.append(Finding(.deadlineNeverSet(state: machine.states[state].path), at: machine.timers[timer].range))
            }
            for feedback in machine.states[state].feedbacks {
                findings.append(Finding(.feedbackNeverStarts(state: machine.states[state].path), at: machine.feedbacks[feedback].range))
            }
        }
        let taken = Set(machine.states.flatMap { $0.rows.keys })
        for feedback in machine.feedbacks where reach.isReachable[feedback.state] {
            // In a dead end nothing is taken, which is said there. One that outlives its state succeeds anywhere.
            if reach.deadEnds.contains(feedback.state) || feedback.strategy == .continueOnNewState { continue }
            if leavesAtOnce(feedback.state, of: machine) { continue }
            for event in raised(by: feedback) {
                let levels = machine.levels(of: feedback.state)
                let isTaken = levels.contains { level in
                    machine.states[level].rows[event] != nil || machine.states[level].ignored.contains(event)
                }
                // An event that is taken nowhere is reported where it is declared.
                let isKnown = event == Event.done || taken.contains(event)
                if !isTaken, isKnown {
                    findings.append(
                        Finding(
                            .outcomeNotTaken(event: machine.events[event].name, state: machine.states[feedback.state].path),
                            at: feedback.range))
                }
            }
        }
        return findings
    }

    private static func raised(by feedback: Feedback) -> [EventIndex] {
        switch feedback.success {
        case .ignore: []
        case .standard: [Event.done]
        case .events(let rules):
            rules.map(\.event).reduce(into: []) { events, event in if !events.contains(event) { events.append(event) } }
        }
    }
}
