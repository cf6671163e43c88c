import PawlEngine
package import PawlKit
package import PawlMachine

/// `instance.start`: begins an instance.
package struct InstanceStart: ControlOperation {
    package static let method = "instance.start"
    package static let mayCreateStore = true

    /// A workflow that the engine has loaded, by name.
    package var workflow: String?
    /// A workflow of the client's own: the text of its file.
    package var definition: Definition?
    /// The business key, for a workflow that computes none.
    package var key: String?
    /// The start payload, an object.
    package var input: Value?
    /// Whether an instance with the key is the answer instead of an error, ended or not.
    package var ifAbsent: Bool?
    /// By what name the journal knows who starts it.
    package var who: String?

    /// A workflow file.
    package struct Definition: Codable, Sendable, Hashable {
        /// Its name, for messages.
        package let file: String
        /// Its text.
        package let text: String

        package init(file: String, text: String) {
            self.file = file
            self.text = text
        }
    }

    package init(
        workflow: String? = nil, definition: Definition? = nil, key: String? = nil, input: Value? = nil, ifAbsent: Bool? = nil,
        who: String? = nil
    ) {
        self.workflow = workflow
        self.definition = definition
        self.key = key
        self.input = input
        self.ifAbsent = ifAbsent
        self.who = who
    }

    package struct Answer: Codable, Sendable, Hashable, InstanceAnswer {
        /// The id.
        package let instance: String
        /// The workflow.
        package let workflow: String
        /// The business key.
        package let key: String?
        /// The revision of the definition.
        package let revision: Int
        /// Whether it began now; false when `ifAbsent` found one.
        package let isNew: Bool
    }

    package func perform(in target: ControlTarget) async throws(ControlError) -> Answer {
        let startable = try await startable(target.host)
        var machine = startable.machine
        let workflow = machine.workflow
        let input = try Self.input(input, of: machine)
        let key = try Self.key(of: input, given: key, machine, target.ports.timeZones)
        if ifAbsent == true, let known = try await existing(workflow, key, in: target) { return known }
        machine.revision = try await ControlError.engaging { () throws(EngineError) in
            try await target.engine.store(startable.definition)
        }
        do {
            let id = try await target.engine.start(machine, key: key, input: input, who: who ?? target.asker)
            return Answer(instance: id.rawValue, workflow: workflow, key: key, revision: machine.revision, isNew: true)
        } catch {
            // Somebody else began it between the look and the start.
            if ifAbsent == true, error.code == .keyTaken, let known = try await existing(workflow, key, in: target) { return known }
            throw ControlError(error)
        }
    }

    private func startable(_ host: ControlHost) async throws(ControlError) -> StartableWorkflow {
        switch (workflow, definition) {
        case (let name?, nil): return try await host.workflow(name)
        case (nil, let file?): return try await host.load(file.text, file.file)
        default: throw ControlError(.usage, reason: "workflow", "say either 'workflow' or 'definition'")
        }
    }

    private func existing(_ workflow: String, _ key: String?, in target: ControlTarget) async throws(ControlError) -> Answer? {
        guard let key else {
            throw ControlError(
                .usage, reason: "noKey", "without a key nobody can tell whether \(workflow) has begun already",
                help: ["Give a key along with ifAbsent (--key with --if-absent)."])
        }
        guard let row = try await InstanceSearch(target.journal).find(workflow: workflow, key: key) else { return nil }
        return Answer(instance: row.id.rawValue, workflow: row.workflow, key: row.key, revision: row.revision, isNew: false)
    }

    /// The business key: computed from the input, or the one that was given.
    package static func key(
        of input: Record, given: String?, _ machine: Machine, _ timeZones: any TimeZones
    ) throws(ControlError) -> String? {
        if given != nil, machine.key != nil {
            throw ControlError(.usage, reason: "keyComputed", "\(machine.workflow) computes its key from the input; leave out --key")
        }
        do {
            return try machine.businessKey(of: input, timeZones: timeZones) ?? given
        } catch {
            throw ControlError(.badData, reason: "key", "the key of \(machine.workflow) cannot be computed: \(error.message)")
        }
    }

    /// The start payload as the workflow declares it.
    package static func input(_ value: Value?, of machine: Machine) throws(ControlError) -> Record {
        do {
            let bytes = try JSONCodec.encode(value ?? .map(ValueMap()), as: .any, dialect: .plain)
            return try input(bytes, of: machine)
        } catch let error as ControlError {
            throw error
        } catch {
            throw ControlError(.badData, reason: "input", "the input cannot be read: \(error)")
        }
    }

    /// The start payload as the workflow declares it, from JSON.
    package static func input(_ json: [UInt8], of machine: Machine) throws(ControlError) -> Record {
        do throws(JSONError) {
            guard case .record(let record) = try JSONCodec.decode(json, as: .record(machine.input), dialect: .plain) else {
                throw JSONError(.mismatch, message: "the input is not an object")
            }
            return record
        } catch {
            let help = machine.input.fields.isEmpty ? "It takes no input." : "It takes \(machine.input.structure)"
            throw ControlError(
                .badData, reason: "input", "the input of \(machine.workflow) does not fit: \(error.description)", help: [help])
        }
    }
}
