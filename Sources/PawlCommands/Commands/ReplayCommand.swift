import PawlEngine
import PawlJournal
import PawlKit
import PawlMachine

/// `pawl replay`: the recorded decisions, decided again.
struct ReplayCommand: Command {
    private static let instance = Positional(
        "INSTANCE", help: "An id, the beginning of one, or workflow/key.", isOptional: true, completion: .instances)
    private static let all = Flag("all", help: "Replay every instance, in the order of the journal.")
    private static let until = Option<Int64>.position("until", help: "Stop after the entry at this position.")
    private static let verify = Flag(
        "verify", help: "Compare every recorded decision and state, and check the whole file when it is --all.")

    static let shape = CommandShape(
        "replay", summary: "Take every step of the journal again, and see whether it decides the same.",
        preparation: [Starter.firstCommand], example: "pawl replay --all --verify",
        details: ["No effect is started and no clock is read. Exit code 1 says that something does not agree, and what."],
        arguments: [instance], options: [all.declaration, until.declaration, verify.declaration, OutputFormat.option.declaration])

    private let instance: String?
    private let until: Int64?
    private let isVerifying: Bool
    private let format: OutputFormat

    init(_ words: ParsedWords) throws(UsageError) {
        instance = words[Self.instance]
        until = words[Self.until]
        isVerifying = words[Self.verify]
        format = words[OutputFormat.option] ?? .table
        let isAll = words[Self.all]
        if isAll == (instance != nil) { throw .contradiction("give an INSTANCE or --all, one of the two") }
        if isAll, until != nil { throw .contradiction("--until goes with an INSTANCE, not with --all") }
    }

    func run(in session: Session) async throws(CommandFailure) -> ExitCode {
        if let instance { return try await one(instance, session) }
        return try await everything(session)
    }

    private func one(_ instance: String, _ session: Session) async throws(CommandFailure) -> ExitCode {
        let reader = try await session.reader()
        let row = try await InstanceLookup(reader).require(instance)
        let result = try await InstanceReplay(reader, session).run(row, until: until)
        let naming = try await session.ask { () throws(JournalError) in try await InstanceNaming(of: [row.id], in: reader) }
        let stream = session.console.output
        if let mismatch = result.mismatch {
            report([mismatch.finding], entries: result.entries, session)
            return .negative
        }
        guard let state = result.state else { throw CommandFailure(.notFound, "'\(row.id)' has no entries") }
        guard isVerifying else {
            if format == .table {
                let view = ShowView(state.stored, accepts: [], naming: naming, time: session.console.time, now: session.now)
                stream.write(view.text(for: stream))
            } else {
                DataOutput.single(to: stream) { state.stored.write(to: &$0, tags: nil, accepts: []) }
            }
            return .done
        }
        if until == nil {
            let stored = try await session.ask { () throws(JournalError) in try await reader.stored(row.id) }
            if stored != state.stored {
                let problem = JournalFinding(
                    instance: row.id, position: row.position, what: "the stored state is not what the entries come to")
                report([problem], entries: result.entries, session)
                return .negative
            }
        }
        succeed(
            "\(naming.short(row.id)): \(ReplayText.entries(result.entries)) replayed, identical (\(row.workflow) revision \(row.revision))",
            entries: result.entries, session)
        return .done
    }

    private func everything(_ session: Session) async throws(CommandFailure) -> ExitCode {
        let path = try session.storePath()
        let reader = try await session.reader()
        var findings: [JournalFinding] = []
        var machines = StoredMachines(reader, session, for: .replaying)
        var replayer = Replayer(timeZones: session.host.ports.timeZones)
        var live = LiveLine(on: session.console.messages)
        let total = try await session.ask { () throws(JournalError) in try await reader.statistics().entries }
        var place = JournalPlace.start
        while true {
            let after = place
            let page = try await session.ask { () throws(JournalError) in try await reader.entries(after: after, limit: 1_000) }
            if page.entries.isEmpty { break }
            for stored in page.entries {
                if !replayer.knows(stored.entry.workflow, stored.entry.revision), stored.isIntact {
                    replayer.add(try await machines.machine(stored.entry.workflow, stored.entry.revision))
                }
                if let mismatch = replayer.feed(stored) { findings.append(mismatch.finding) }
            }
            place = page.last
            live.show("replayed \(replayer.entries) of \(total) entries", at: session.now)
        }
        live.clear()
        if isVerifying {
            let damage = try await session.ask { () throws(JournalError) in try await JournalCheck.run(path: path) }
            findings += damage.filter { found in !findings.contains { $0.instance == found.instance && $0.position == found.position } }
        }
        if !findings.isEmpty {
            report(findings, entries: replayer.entries, session)
            return .negative
        }
        let instances = replayer.instanceCount
        succeed(
            "\(instances == 1 ? "1 instance" : "\(instances) instances"), \(ReplayText.entries(replayer.entries)) replayed, identical"
                + (isVerifying ? "; checksums, positions and tables are right" : ""),
            entries: replayer.entries, session)
        return .done
    }

    private func succeed(_ text: String, entries: Int, _ session: Session) {
        if format == .table { return session.console.output.line(text) }
        write([], entries: entries, session)
    }

    private func report(_ findings: [JournalFinding], entries: Int, _ session: Session) {
        if format != .table { return write(findings, entries: entries, session) }
        for finding in findings { session.console.output.line("\(finding)") }
        session.console.output.line(
            "\(findings.count == 1 ? "1 thing does" : "\(findings.count) things do") not agree, of \(ReplayText.entries(entries))")
    }

    private func write(_ findings: [JournalFinding], entries: Int, _ session: Session) {
        DataOutput.single(to: session.console.output) { json in
            json.beginObject()
            json.member("entries", Int64(entries))
            json.key("findings")
            json.beginArray()
            for finding in findings {
                json.beginObject()
                json.member("instance", finding.instance?.rawValue)
                json.member("position", finding.position)
                json.member("what", finding.what)
                json.endObject()
            }
            json.endArray()
            json.endObject()
        }
    }
}

extension ReplayMismatch {
    fileprivate var finding: JournalFinding {
        JournalFinding(
            instance: instance, position: position, what: "\(field): recorded \(recorded), recomputed \(recomputed)")
    }
}
