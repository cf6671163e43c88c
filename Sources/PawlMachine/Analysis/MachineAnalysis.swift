package import PawlKit

/// Finds what is wrong with a machine as a whole: rows that can never be taken, states that cannot be reached or left.
///
/// Pure functions over the model. Each looks at every state, row and event a fixed number of times.
package enum MachineAnalysis {
    /// A fact and where it stands in the definition's file.
    package struct Finding: Sendable {
        /// The fact.
        package var fact: MachineFact
        /// Where it stands.
        package var range: SourceRange
        /// A second place that has to do with it.
        package var related: SourceRange?

        init(_ fact: MachineFact, at range: SourceRange, related: SourceRange? = nil) {
            self.fact = fact
            self.range = range
            self.related = related
        }

        /// Whether the machine cannot run as written.
        package var isError: Bool { fact.severity == .error }
    }

    /// All findings. Errors are true of any part of a machine, warnings only of a whole one.
    package static func findings(of machine: Machine) -> [Finding] {
        let reach = Reachability(machine)
        let eventless = Eventless(machine)
        let takers = EventTakers(machine)
        return rowOrder(of: machine) + alwaysCycles(of: machine, eventless) + regionConflicts(of: machine) + reach.findings
            + events(of: machine, reach, eventless, takers) + feedbacks(of: machine, reach, eventless, takers) + guards(of: machine, reach)
    }
}

extension Machine {
    /// A state as messages name it.
    func label(_ state: StateIndex) -> String { states.label(state) }

    /// A trigger as messages name it.
    func label(_ trigger: Row.Trigger) -> String {
        switch trigger {
        case .event(let event): "'\(events[event].name)'"
        case .anyEvent: "any event"
        case .always: "`always`"
        case .timer(let timer): "its deadline \(timers[timer].name.split(separator: ":", maxSplits: 1).last.map(String.init) ?? "")"
        }
    }

    /// A state and those around it, the innermost first; the root is last.
    func levels(of state: StateIndex) -> [StateIndex] {
        var levels = [state]
        while let parent = states[levels[levels.count - 1]].parent { levels.append(parent) }
        return levels
    }

    /// The states that can be the active ones: those without states inside that are no end.
    var restingStates: [StateIndex] {
        states.indices.filter { states[$0].kind == .atomic && $0 != 0 }
    }

    /// The rows of a state that share a trigger, in order.
    func rowGroups(of state: StateIndex) -> [[RowIndex]] {
        let own = states[state]
        return own.rows.sorted { $0.key < $1.key }.map(\.value) + [own.anyEventRows, own.alwaysRows] + own.timers.map { timers[$0].rows }
    }
}
