import PawlKit

extension Machine {
    /// The events from outside that an active state takes, in order of declaration.
    ///
    /// Rows of the leaves and their parents count first; those of `from: "*"` are marked.
    package func acceptedEvents(in state: MachineState) -> [AcceptedEvent] {
        var accepted: [AcceptedEvent] = []
        let levels = Array(Set(state.active).union([0])).sorted(by: >)
        for (index, event) in events.enumerated() where event.origin == .external {
            var isGuarded = true
            var isFromAnywhere = true
            var isTaken = false
            for level in levels {
                for row in (states[level].rows[index] ?? []) + states[level].anyEventRows {
                    isTaken = true
                    if level != 0 { isFromAnywhere = false }
                    if !rows[row].isGuarded { isGuarded = false }
                }
            }
            if isTaken {
                accepted.append(
                    AcceptedEvent(name: event.name, payload: event.payload, isGuarded: isGuarded, isFromAnywhere: isFromAnywhere))
            }
        }
        return accepted
    }
}
