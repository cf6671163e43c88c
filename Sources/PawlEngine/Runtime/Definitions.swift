import PawlKit
import PawlMachine

/// The machines in use, each with its stepper.
struct Definitions {
    private struct Key: Hashable {
        let workflow: String
        let revision: Int
    }

    private let dependencies: EngineDependencies
    private var steppers: [Key: InstanceStepper] = [:]

    init(_ dependencies: EngineDependencies) { self.dependencies = dependencies }

    /// The stepper of a revision that is in use already.
    func known(_ workflow: String, _ revision: Int) -> InstanceStepper? { steppers[Key(workflow: workflow, revision: revision)] }

    /// Takes a machine into use.
    mutating func add(_ machine: Machine) -> InstanceStepper {
        let key = Key(workflow: machine.workflow, revision: machine.revision)
        if let known = steppers[key] { return known }
        let stepper = InstanceStepper(machine, timeZones: dependencies.ports.timeZones)
        steppers[key] = stepper
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
