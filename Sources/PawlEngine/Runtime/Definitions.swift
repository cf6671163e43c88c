import PawlKit
import PawlMachine

/// The machines in use, each with its stepper.
///
/// Those used last are kept, up to a limit: an engine that stays sees a new revision with each change of a file. What was dropped and is
/// wanted again comes from the journal; instances at hand hold their own.
struct Definitions {
    private struct Key: Hashable {
        let workflow: String
        let revision: Int
    }

    private let dependencies: EngineDependencies
    private let limit: Int
    private var steppers: [Key: InstanceStepper] = [:]
    /// The keys, the one used last at the end.
    private var recent: [Key] = []

    init(_ dependencies: EngineDependencies, limit: Int) {
        self.dependencies = dependencies
        self.limit = limit
    }

    var count: Int { steppers.count }

    /// The stepper of a revision that is in use already.
    mutating func known(_ workflow: String, _ revision: Int) -> InstanceStepper? { known(Key(workflow: workflow, revision: revision)) }

    private mutating func known(_ key: Key) -> InstanceStepper? {
        guard let stepper = steppers[key] else { return nil }
        if recent.last != key, let place = recent.firstIndex(of: key) {
            recent.remove(at: place)
            recent.append(key)
        }
        return stepper
    }

    /// Takes a machine into use.
    mutating func add(_ machine: Machine) -> InstanceStepper {
        let key = Key(workflow: machine.workflow, revision: machine.revision)
        if let known = known(key) { return known }
        let stepper = InstanceStepper(machine, timeZones: dependencies.ports.timeZones)
        steppers[key] = stepper
        recent.append(key)
        if recent.count > limit { steppers[recent.removeFirst()] = nil }
        return stepper
    }

    /// Makes the machine of a stored definition.
    mutating func add(_ stored: StoredDefinition) throws(EngineError) -> InstanceStepper {
        do {
            var machine = try dependencies.load(stored)
            machine.revision = stored.revision
            return add(machine)
        } catch {
            let reason = (error as? PluginError)?.message ?? "\(error)"
            throw EngineError(.definition, "revision \(stored.revision) of \(stored.workflow) in the journal does not load: \(reason)")
        }
    }
}
