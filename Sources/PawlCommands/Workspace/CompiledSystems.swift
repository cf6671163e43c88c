import PawlControl
import PawlDefinition
import PawlKit
import PawlMachine
import PawlServices

/// The systems written in Swift that are compiled into the program.
struct CompiledSystems: Sendable {
    /// All of them.
    let all: [System]
    /// The errors that a service declares. Swift takes whatever code comes, so that systems name none.
    private let errors: @Sendable (String) -> [String]

    /// - Parameter errors: the errors that a service declares; without it nothing can be driven that calls services.
    init(_ systems: [System], errors: @escaping @Sendable (_ service: String) -> [String] = { _ in [] }) {
        all = systems
        self.errors = errors
    }

    /// Their names in order.
    var names: [String] { all.map(\.name) }

    /// The system of a name.
    subscript(name: String) -> System? { all.first { UTF8Order.equal($0.name, name) } }

    /// A name that two of them have.
    var repeatedName: String? { names.first { name in names.count { UTF8Order.equal($0, name) } > 1 } }

    /// The machine of a stored definition, to look at: of a system that is compiled elsewhere without its code.
    func look(at stored: StoredDefinition) throws -> Machine {
        if let system = compiled(stored) { return machine(of: system, revision: stored.revision) }
        let loaded = DefinitionLoader.load(stored: stored)
        if let machine = loaded.machine { return machine }
        let first = loaded.diagnostics.first { $0.severity == .error }
        throw PluginError(
            "the stored definition of \(stored.workflow) (revision \(stored.revision)) no longer loads: "
                + (first.map { "\($0.code): \($0.wording.message)" } ?? "it has errors"))
    }

    /// The machine of a stored definition, to drive or to replay.
    func drive(_ stored: StoredDefinition) throws -> Machine {
        guard SystemText.isSystem(stored.text) else { return try look(at: stored) }
        if let system = compiled(stored) { return machine(of: system, revision: stored.revision) }
        let name = "\(stored.workflow) (revision \(stored.revision))"
        if self[stored.workflow] != nil {
            throw PluginError(
                "\(name) is another table or version of the system '\(stored.workflow)' than the one compiled into this program; "
                    + "its instances go on with a program that has it")
        }
        throw PluginError("\(name) is written in Swift and compiled into another program; run that program on this store")
    }

    private func compiled(_ stored: StoredDefinition) -> System? {
        guard SystemText.isSystem(stored.text), let system = self[stored.workflow], system.definition.text == stored.text else {
            return nil
        }
        return system
    }

    /// The machine of a system, with the errors that its services declare.
    func machine(of system: System, revision: Int = 0) -> Machine {
        var machine = system.machine
        machine.revision = revision
        for name in machine.services.keys { machine.services[name]?.errors = errors(name) }
        return machine
    }
}

extension Workspace {
    /// All that is wrong with a system, by itself and with the services that there are.
    func check(_ system: System) -> [Diagnostic] {
        let required = system.requirements.map { requirement in
            var interface = requirement.interface
            // Whatever code comes, Swift takes it.
            interface.errors = services[requirement.name]?.interface.errors ?? []
            return RequiredService(
                name: requirement.name, interface: interface, place: SourcePlace(file: requirement.file, range: requirement.range))
        }
        return system.diagnostics + services.check(required) + checkRetries(of: systems.machine(of: system))
    }

    /// The codes that retries name and that never come, or never lead to a retry.
    private func checkRetries(of machine: Machine) -> [Diagnostic] {
        machine.feedbacks.flatMap { feedback in
            let codes = RetryCodes(declared: machine.services[feedback.service]?.errors ?? [])
            let findings =
                (feedback.retry.only ?? []).compactMap { codes.problem($0, isOnly: true) }
                + feedback.retry.unless.compactMap { codes.problem($0, isOnly: false) }
            return findings.map { Diagnostic($0, file: machine.file, at: feedback.range) }
        }
    }

    /// The system of a name, ready to begin; nil when none has the name.
    func startable(system name: String) throws(ControlError) -> StartableWorkflow? {
        guard let system = systems[name] else { return nil }
        if let error = check(system).first(where: { $0.severity == .error }) {
            throw ControlError(
                .refused, reason: "broken", "the system \(name) cannot begin: \(error.line)", help: ["pawl validate \(name)"])
        }
        return StartableWorkflow(definition: system.definition, machine: systems.machine(of: system))
    }
}

extension Workspace {
    /// The systems in a list of files: what can begin, and what is wrong.
    var systemFiles: [WorkflowFile] {
        systems.all.map { system in
            let problems = check(system).filter { $0.severity == .error }.map(\.line)
            return WorkflowFile(
                file: system.machine.file, workflow: system.name, canStart: problems.isEmpty, isOutdated: false, problems: problems)
        }
    }
}
