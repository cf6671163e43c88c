package import PawlKit

/// An instance as the engine holds it: what the store has of it, and the same decoded for its machine.
package struct InstanceState: Sendable {
    /// What the store has: a fold of the entries.
    package private(set) var stored: StoredInstance
    /// The configuration and data.
    package private(set) var machine: MachineState
    /// The start payload.
    package let input: Record

    package init(stored: StoredInstance, machine: MachineState, input: Record) {
        self.stored = stored
        self.machine = machine
        self.input = input
    }

    /// Decodes what a store has.
    ///
    /// - Throws: ``RestoreError`` when the definition does not fit.
    package init(restoring stored: StoredInstance, of definition: Machine) throws(RestoreError) {
        self.stored = stored
        machine = try definition.decodeState(
            leaves: stored.instance.states, data: stored.instance.data, history: stored.instance.history)
        input = try definition.decodeRecord(stored.instance.input, definition.input, what: "the start payload")
    }

    package var id: InstanceID { stored.instance.id }
    package var status: InstanceStatus { stored.instance.status }
    package var position: Int64 { stored.instance.position }

    /// The effect of that identity, if it has no final answer yet.
    package func effect(_ id: EffectID) -> EffectRow? { stored.effects.first { $0.id == id } }

    /// Takes in an entry that leaves the machine as it is.
    package mutating func note(_ entry: JournalEntry) { stored.apply(entry) }

    /// Takes in an entry: the rows by projection, the decoded state as the step left it.
    mutating func apply(_ entry: JournalEntry, machine: MachineState?) {
        stored.apply(entry)
        if let machine { self.machine = machine }
    }
}
