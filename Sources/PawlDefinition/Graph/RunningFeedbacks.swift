import PawlMachine

/// Where the events that feedbacks raise can come.
struct RunningFeedbacks {
    /// The states in which an event can come.
    enum Reach {
        /// All.
        case everywhere
        /// Those that can be active together with a state that runs one of the feedbacks. The counts are those of such states with smaller numbers.
        case beside(counts: [Int], Machine)

        /// Whether the event can come while a state is active.
        func contains(_ state: StateIndex) -> Bool {
            guard case .beside(let counts, let machine) = self else { return true }
            func count(_ first: StateIndex, _ last: StateIndex) -> Int { counts[last + 1] - counts[first] }
            var inner = state
            if count(inner, inner) > 0 { return true }
            while let outer = machine.states[inner].parent {
                if count(outer, outer) > 0 { return true }
                if machine.states[outer].kind == .parallel,
                    count(outer, machine.states[outer].last) > count(inner, machine.states[inner].last)
                {
                    return true
                }
                inner = outer
            }
            return false
        }
    }

    private let machine: Machine
    private var raising: [EventIndex: [FeedbackIndex]] = [:]

    init(_ machine: Machine) {
        self.machine = machine
        for (index, feedback) in machine.feedbacks.enumerated() {
            for event in Self.events(of: feedback) { raising[event, default: []].append(index) }
        }
    }

    private static func events(of feedback: FeedbackRule) -> Set<EventIndex> {
        var events = Set(feedback.next.map(\.event))
        if case .events(let rules) = feedback.success { events.formUnion(rules.map(\.event)) }
        switch feedback.failure {
        case .events(let rules): events.formUnion(rules.map(\.event))
        case .standard: events.insert(Event.failed)
        case .ignore: break
        }
        return events
    }

    /// Where an event can come that only feedbacks raise.
    func reach(of event: EventIndex) -> Reach {
        var starters = [Int](repeating: 0, count: machine.states.count)
        for index in raising[event] ?? [] {
            let feedback = machine.feedbacks[index]
            // Only the one strategy ends a run when its state is left.
            if feedback.event != nil || feedback.strategy != .cancelOnNewState { return .everywhere }
            starters[feedback.state] = 1
        }
        var counts = [0]
        for count in starters { counts.append(counts[counts.count - 1] + count) }
        return .beside(counts: counts, machine)
    }
}
