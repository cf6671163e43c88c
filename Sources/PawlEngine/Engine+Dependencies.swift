package import PawlKit
package import PawlMachine

/// What an engine needs from outside, each a function or a port.
package struct EngineDependencies: Sendable {
    /// The journal.
    package var store: any JournalStore
    /// The right to write it.
    package var claim: JournalClaim
    /// The outside world.
    package var ports: Ports
    /// Finds a service; called when an effect starts, never before.
    package var service: @Sendable (String) throws -> ServiceFunction
    /// Makes a machine from a stored definition.
    package var load: @Sendable (StoredDefinition) throws -> Machine
    /// The settings of a machine, a record of ``Machine/settings``.
    package var settings: @Sendable (Machine) -> Record
    /// Whether effects start. An engine that lives for one call leaves what it schedules to the next that stays.
    package var startsEffects = true

    package init(
        store: any JournalStore, claim: JournalClaim, ports: Ports, service: @escaping @Sendable (String) throws -> ServiceFunction,
        load: @escaping @Sendable (StoredDefinition) throws -> Machine, settings: @escaping @Sendable (Machine) -> Record
    ) {
        self.store = store
        self.claim = claim
        self.ports = ports
        self.service = service
        self.load = load
        self.settings = settings
    }
}

/// Which instances an engine drives.
package enum EngineScope: Sendable, Hashable {
    /// All of the store.
    case everything
    /// Only those that it started or was told of.
    case named
}

/// What an engine tells those who watch it.
package enum EngineNotice: Sendable {
    /// An entry is durable.
    case committed(JournalEntry)
    /// An attempt at an effect starts.
    case started(InstanceID, EffectID, attempt: Int)
    /// The watcher read too slowly; no more comes.
    case lost
}
