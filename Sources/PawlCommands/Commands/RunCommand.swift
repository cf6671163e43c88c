import PawlControl
import PawlEngine
import PawlKit
import PawlMachine
import PawlServices

/// `pawl run`: one instance, until it ends or waits.
struct RunCommand: Command {
    private static let target = Positional(
        "FILE|INSTANCE", help: "A workflow file or a system compiled in to begin, or an instance to go on with.",
        completion: .instancesOrFiles)
    private static let input = Option<InputText>(
        "input", "JSON", help: "The start payload: JSON, @FILE, or - for standard input.", completion: .inputs,
        expectation: "JSON, @FILE or -"
    ) { InputText($0) }
    private static let key = Option.text("key", "KEY", help: "The business key, for a workflow that computes none.")
    private static let send = Option<EventText>(
        "send", "EVENT[=JSON]", help: "Send an event when the instance waits; several go out in order.", isRepeatable: true,
        completion: .events,
        expectation: "EVENT or EVENT=JSON"
    ) { EventText($0) }

    static let shape = CommandShape(
        "run", summary: "Run one instance of a workflow until it ends or waits, and show what it does.",
        example: #"pawl run workflows/hello.yaml --input '{"name": "Ada"}'"#,
        details: [
            "With the key of an unfinished instance, run goes on with that one and says so. Ctrl-C loses nothing: "
                + "pawl run INSTANCE goes on.",
            "The exit code is 0 when it finished or waits, 1 when it failed or is blocked, 65 when the input does not fit. With -o json "
                + "the instance with its output is printed at the end, and everything else goes to standard error.",
        ],
        arguments: [target], options: [input.declaration, key.declaration, send.declaration, OutputFormat.option.declaration])

    private let target: String
    private let input: InputText?
    private let key: String?
    private let sends: [EventText]
    private let format: OutputFormat

    init(_ words: ParsedWords) {
        target = words.required(Self.target)
        input = words[Self.input]
        key = words[Self.key]
        sends = words.all(Self.send)
        format = words[OutputFormat.option] ?? .table
    }

    func run(in session: Session) async throws(CommandFailure) -> ExitCode {
        try await Interrupts.cancelling { () throws(CommandFailure) in try await work(session) }
    }

    private func work(_ session: Session) async throws(CommandFailure) -> ExitCode {
        let workspace = try Workspace.open(session)
        let isNew = FilePath.isYAML(target) || workspace.systems[target] != nil
        let start = isNew ? try WorkflowStart(target, input: input, key: key, workspace, session) : nil
        if start == nil, input != nil || key != nil {
            throw CommandFailure(.usage, "--input and --key begin a new instance; '\(target)' names one that is there, not a .yaml file")
        }
        let path = session.storePath(in: workspace.configuration)
        if start == nil, session.host.ports.files.kind(of: path) == nil {
            throw CommandFailure(.notFound, "there is no instance '\(target)': there is no journal '\(path)' yet")
        }
        let (signals, continuation) = AsyncStream.makeStream(of: RunSignal.self)
        let backend: RunBackend
        if let client = try await session.engine(of: path) {
            backend = try await .running(client, path, session)
        } else {
            let store = try await session.ask { () throws(JournalError) in try await session.host.journals.store(path) }
            backend = try await .own(store, path, workspace, session, log: RunLog(continuation))
        }
        do {
            let code = try await drive(start, backend, signals, continuation, session)
            await backend.close()
            return code
        } catch {
            await backend.close()
            throw error
        }
    }

    private func drive(
        _ start: WorkflowStart?, _ backend: RunBackend, _ signals: AsyncStream<RunSignal>,
        _ continuation: AsyncStream<RunSignal>.Continuation, _ session: Session
    ) async throws(CommandFailure) -> ExitCode {
        let reader = backend.reader
        let resumed: InstanceRow?
        if let start {
            resumed = try await start.unfinished(in: reader)
        } else {
            resumed = try await InstanceLookup(reader).require(target)
        }
        let id: InstanceID
        var stored: StoredInstance?
        do throws(ControlError) {
            if let resumed {
                id = resumed.id
            } else if let start {
                id = InstanceID(rawValue: try await backend.start(start.operation).instance)
            } else {
                throw ControlError(.notFound, reason: "unknownInstance", "there is no instance '\(target)'")
            }
        } catch {
            throw CommandFailure(error)
        }
        if resumed != nil { stored = try await session.ask { () throws(JournalError) in try await reader.stored(id) } }
        let shown = stored?.instance.position ?? 0
        let notices: AsyncStream<EngineNotice>
        do { notices = try await backend.follow(id, shown) } catch { throw CommandFailure(error) }
        let helpers = [
            Task {
                for await notice in notices { continuation.yield(.notice(notice)) }
                continuation.yield(.gone)
            }, Task { await Self.tick(session, continuation) },
        ]
        defer { helpers.forEach { $0.cancel() } }
        let naming = try await session.ask { () throws(JournalError) in try await InstanceNaming(of: [id], in: reader) }
        var machines = StoredMachines(reader, session)
        guard let row = try await session.ask({ () throws(JournalError) in try await reader.stored(id) })?.instance else {
            throw CommandFailure(.notFound, "there is no instance '\(target)'")
        }
        let machine = try await machines.machine(row.workflow, row.revision)
        let report = format == .table ? session.console.output : session.console.messages
        var view = RunView(console: session.console, report: report, naming: naming, repeated: session.options.repeated) { feedback in
            machine.feedback(named: feedback).map { machine.feedbacks[$0].retry.attempts }
        }
        if let stored {
            if start != nil {
                session.console.messages.line(
                    "\(naming.handle(id, workflow: machine.workflow, key: stored.instance.key)) is unfinished: going on with it")
            }
            view.resume(stored, at: session.now)
            do { try await backend.resume(id) } catch { throw CommandFailure(error) }
        }
        var driver = RunDriver(
            session: session, backend: backend, id: id, signals: signals, sends: sends, view: view, shown: shown, machine: machine)
        return try await close(try await driver.run(), &driver, reader, session)
    }

    private func close(
        _ ending: RunDriver.Ending, _ driver: inout RunDriver, _ reader: any JournalReader, _ session: Session
    ) async throws(CommandFailure) -> ExitCode {
        let code: ExitCode
        switch ending {
        case .interrupted:
            driver.view.close(.interrupted, at: session.now)
            code = .interrupted
        case .refused(let failure):
            driver.view.close(try await driver.standing(), at: session.now)
            failure.report(to: session.console)
            code = failure.exitCode
        case .closed(let closing, let status):
            driver.view.close(closing, at: session.now)
            code = status == .failed || status == .cancelled || status == .blocked ? .negative : .done
        }
        if format != .table {
            let id = driver.id
            if let stored = try await session.ask({ () throws(JournalError) in try await reader.stored(id) }) {
                DataOutput.single(to: session.console.output) { stored.instance.write(to: &$0) }
            }
        }
        return code
    }

    /// On a terminal the last line counts down.
    private static func tick(_ session: Session, _ continuation: AsyncStream<RunSignal>.Continuation) async {
        guard session.console.messages.isTerminal else { return }
        let clock = session.host.ports.clock
        while !Task.isCancelled {
            continuation.yield(.tick)
            do { try await clock.sleep(until: clock.now.advanced(by: .milliseconds(100))) } catch { return }
        }
    }
}
