import PawlEngine
import PawlKit
import PawlMachine
import PawlServices

/// `pawl run`: one instance, until it ends or waits.
struct RunCommand: Command {
    private static let target = Positional("FILE|INSTANCE", help: "A workflow file to begin, or an instance to go on with.")
    private static let input = Option<InputText>(
        "input", "JSON", help: "The start payload: JSON, @FILE, or - for standard input.", expectation: "JSON, @FILE or -"
    ) { InputText($0) }
    private static let key = Option.text("key", "KEY", help: "The business key, for a workflow that computes none.")
    private static let send = Option<EventText>(
        "send", "EVENT[=JSON]", help: "Send an event when the instance waits; several go out in order.", isRepeatable: true,
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
        let result = await Interrupts.cancelling { () async -> Result<ExitCode, CommandFailure> in
            do throws(CommandFailure) { return .success(try await work(session)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    private var isFile: Bool { FilePath.isYAML(target) }

    private func work(_ session: Session) async throws(CommandFailure) -> ExitCode {
        let workspace = try Workspace.open(session)
        let start = isFile ? try WorkflowStart(target, input: input, key: key, workspace, session) : nil
        if start == nil, input != nil || key != nil {
            throw CommandFailure(.usage, "--input and --key begin a new instance; '\(target)' names one that is there, not a .yaml file")
        }
        let path = session.storePath(in: workspace.configuration)
        if start == nil, session.host.ports.files.kind(of: path) == nil {
            throw CommandFailure(.notFound, "there is no instance '\(target)': there is no journal '\(path)' yet")
        }
        let store = try await session.ask { () throws(JournalError) in try await session.host.journals.store(path) }
        do {
            let code = try await drive(start, store, workspace, session)
            await store.close()
            return code
        } catch {
            await store.close()
            throw error
        }
    }

    private func drive(
        _ start: WorkflowStart?, _ store: any JournalStore, _ workspace: Workspace, _ session: Session
    ) async throws(CommandFailure) -> ExitCode {
        let (signals, continuation) = AsyncStream.makeStream(of: RunSignal.self)
        var ports = session.host.ports
        ports.log = RunLog(continuation)
        let claim = try await session.ask { () throws(JournalError) in try await store.claim() }
        let engine = Engine(workspace.engineDependencies(store: store, claim: claim, ports: ports), scope: .named)
        let notices = await engine.watch()
        let helpers = [
            Task { for await notice in notices { continuation.yield(.notice(notice)) } },
            Task { await Self.tick(session, continuation) },
        ]
        defer { helpers.forEach { $0.cancel() } }
        let code = try await drive(start, engine, signals, store, session)
        await engine.stop(grace: .zero)
        return code
    }

    private func drive(
        _ start: WorkflowStart?, _ engine: Engine, _ signals: AsyncStream<RunSignal>, _ store: any JournalStore, _ session: Session
    ) async throws(CommandFailure) -> ExitCode {
        let who = session.userName
        let resumed: InstanceRow?
        if let start { resumed = try await start.unfinished(in: store) } else { resumed = try await InstanceLookup(store).require(target) }
        let id: InstanceID
        var stored: StoredInstance?
        if let resumed {
            id = resumed.id
            stored = try await session.ask { () throws(JournalError) in try await store.stored(id) }
        } else if let start {
            id = try await start.begin(engine, store, who: who)
        } else {
            throw CommandFailure(.notFound, "there is no instance '\(target)'")
        }
        let naming = try await session.ask { () throws(JournalError) in try await InstanceNaming(of: [id], in: store) }
        let machine: Machine
        do { machine = try await engine.machine(of: id) } catch { throw CommandFailure(error) }
        let report = format == .table ? session.console.output : session.console.messages
        var view = RunView(console: session.console, report: report, naming: naming) { feedback in
            machine.feedback(named: feedback).map { machine.feedbacks[$0].retry.attempts }
        }
        if let stored {
            if start != nil {
                session.console.messages.line(
                    "\(naming.handle(id, workflow: machine.workflow, key: stored.instance.key)) is unfinished: going on with it")
            }
            view.resume(stored, at: session.now)
            do { try await engine.recover(id) } catch { throw CommandFailure(error) }
        }
        var driver = RunDriver(
            session: session, engine: engine, id: id, who: who, signals: signals, sends: sends, view: view,
            shown: stored?.instance.position ?? 0)
        return try await close(try await driver.run(), &driver, store, session)
    }

    private func close(
        _ ending: RunDriver.Ending, _ driver: inout RunDriver, _ store: any JournalStore, _ session: Session
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
            if let stored = try await session.ask({ () throws(JournalError) in try await store.stored(id) }) {
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
