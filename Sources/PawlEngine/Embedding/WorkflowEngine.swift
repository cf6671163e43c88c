public import PawlKit
public import PawlMachine

/// An engine in your own program: it drives the instances of one store, as `pawl serve` does.
///
///     let engine = try await Pawl.engine(store: "loader.db", plugins: [PagesPlugin.self], systems: [loader])
///     let run = try await engine.start(loader)
///     try await run.send(LoadNext())
///     let closed = try await run.result(as: Closed.self)
///     await engine.shutDown()
///
/// Whatever an earlier process left unfinished goes on when the engine is made. A step is on disk before anybody hears of it.
public struct WorkflowEngine: Sendable {
    let engine: Engine
    let journal: any JournalReader
    private let timeZones: any TimeZones
    private let find: @Sendable (String) async throws(WorkflowError) -> (definition: StoredDefinition, machine: Machine)
    private let finish: @Sendable () async -> Void

    package init(
        _ engine: Engine, journal: any JournalReader, timeZones: any TimeZones,
        find: @escaping @Sendable (String) async throws(WorkflowError) -> (definition: StoredDefinition, machine: Machine),
        finish: @escaping @Sendable () async -> Void
    ) {
        self.engine = engine
        self.journal = journal
        self.timeZones = timeZones
        self.find = find
        self.finish = finish
    }

    // MARK: Beginning

    /// Begins an instance of a system that the engine was made with.
    ///
    /// - Parameter key: The business key, for a system that computes none. One unfinished instance of a workflow has it.
    /// - Throws: ``WorkflowError`` with code `keyTaken` and the other instance when the key is in use, `input` when the input does
    ///   not fit or the system computes its key.
    public func start(
        _ system: System, input: some Encodable & Sendable = NoInput(), key: String? = nil
    ) async throws(WorkflowError) -> WorkflowRun {
        try await start(system.name, input: input, key: key)
    }

    /// Begins an instance of a workflow by name: of a system, or of a file in the folder of workflows.
    public func start(
        _ workflow: String, input: some Encodable & Sendable = NoInput(), key: String? = nil
    ) async throws(WorkflowError) -> WorkflowRun {
        let found = try await find(workflow)
        var machine = found.machine
        if key != nil, machine.key != nil {
            throw WorkflowError(.input, "\(workflow) computes its key from the input; leave out `key`")
        }
        let record = try Self.record(input, machine.input, what: "the input of \(workflow)", .input)
        let computed: String?
        do {
            computed = try machine.businessKey(of: record, timeZones: timeZones)
        } catch {
            throw WorkflowError(.input, "the key of \(workflow) cannot be computed: \(error.message)")
        }
        do {
            machine.revision = try await engine.store(found.definition)
            let id = try await engine.start(machine, key: computed ?? key, input: record, who: "program")
            return WorkflowRun(id: id, engine: self)
        } catch {
            throw WorkflowError(error)
        }
    }

    // MARK: What is there

    /// An instance by its id. Nothing is looked up before it is used.
    public func run(_ id: InstanceID) -> WorkflowRun { WorkflowRun(id: id, engine: self) }

    /// The instance of a workflow with a key: the unfinished one, else the newest; nil when there is none.
    public func run(_ workflow: String, key: String) async throws(WorkflowError) -> WorkflowRun? {
        do {
            return try await journal.instance(of: workflow, key: key).map { run($0.id) }
        } catch {
            throw WorkflowError(error)
        }
    }

    // MARK: The end

    /// Stops: nothing new is taken, running effects may end within the grace period, and the rest goes on when an engine is made again.
    public func shutDown(grace: TimeAmount = .seconds(10)) async {
        await engine.stop(grace: grace)
        await finish()
    }

    /// A Swift value as a record.
    static func record(
        _ value: some Encodable, _ type: RecordType, what: String, _ code: WorkflowError.Code
    ) throws(WorkflowError) -> Record {
        do {
            let encoded = try ValueEncoder().encode(value)
            if case .record(let record) = try ValueType.record(type).convert(encoded) { return record }
            throw TypeMismatch(.type(found: encoded.typeName), expected: .record(type))
        } catch let mismatch as TypeMismatch {
            throw WorkflowError(code, "\(what) does not fit: \(mismatch.message)")
        } catch {
            throw WorkflowError(code, "\(what) does not fit: \(error)")
        }
    }
}

/// The start payload of a workflow that takes none.
public struct NoInput: Codable, Sendable, Hashable {
    /// Creates it.
    public init() {}
}
