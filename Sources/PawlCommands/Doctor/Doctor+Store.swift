import PawlJournal
import PawlKit

extension Doctor {
    /// A log that has grown beyond this is not being moved into the file.
    private static let largeLog: Int64 = 64 << 20
    /// Below this, commits may fail soon, or now.
    private static let littleSpace = (warning: Int64(1) << 30, problem: Int64(50) << 20)
    /// The newest entries whose checksums are looked at.
    private static let checked: Int64 = 2_000

    /// Looks at the journal, its owner, its folder and its disk.
    func store(_ path: String) async {
        folder(of: path)
        guard session.host.ports.files.kind(of: path) != nil else {
            tell(.ok("journal", "there is no '\(path)' yet: the first run makes it"))
            return
        }
        let reader: any JournalReader
        let figures: JournalStatistics
        do {
            reader = try await session.host.journals.reader(path)
            figures = try await reader.statistics()
        } catch {
            tell(.problem("journal", error.message, fix: "Name another journal with --store, or bring back a copy of this one."))
            return
        }
        let total = figures.instances.values.reduce(0, +)
        tell(
            .ok(
                "journal",
                "'\(path)': \(count(total, "instance")), \(count(Int(figures.entries), "entry", "entries")), \(Self.size(figures.fileBytes))"
            ))
        owner(path)
        log(figures.logBytes)
        await checksums(figures.entries, reader)
        let blocked = figures.instances[.blocked] ?? 0
        if blocked > 0 {
            let text = "\(count(blocked, "instance")) \(blocked == 1 ? "is" : "are") blocked by an incident"
            tell(.warning("instances", text, fix: "\(session.hint("list --status blocked")) shows them, pawl why says what to do."))
        }
    }

    private func folder(of path: String) {
        let folder = FilePath.folder(of: path)
        let shown = folder.isEmpty ? "." : folder
        guard let facts = FolderFacts(shown) else {
            tell(.problem("folder", "there is no folder '\(shown)' for the journal", fix: "mkdir -p \(ShellWord.quoted(shown))"))
            return
        }
        if !facts.isWritable {
            tell(
                .problem(
                    "folder", "'\(shown)' cannot be written, and the journal needs files beside it",
                    fix: "Make it writable, or name another journal with --store."))
        } else if facts.isOpenToOthers {
            tell(
                .warning(
                    "folder", "every user can write to '\(shown)', and so replace the journal", fix: "chmod o-w \(ShellWord.quoted(shown))")
            )
        } else {
            tell(.ok("folder", "'\(shown)' can be written"))
        }
        let text = "\(Self.size(facts.free)) are free where the journal is"
        if facts.free < Self.littleSpace.problem {
            tell(.problem("disk", text, fix: "Free some space: without it no event is taken."))
        } else if facts.free < Self.littleSpace.warning {
            tell(.warning("disk", text, fix: "Free some space before it runs out."))
        } else {
            tell(.ok("disk", text))
        }
    }

    private func owner(_ path: String) {
        guard let owner = session.host.journals.owner(path) else {
            tell(.ok("engine", "no engine runs: effects and timers wait for pawl run or pawl serve"))
            return
        }
        tell(.ok("engine", "\(owner.description) owns the journal"))
    }

    private func log(_ bytes: Int64) {
        if bytes > Self.largeLog {
            tell(
                .warning(
                    "log", "the write-ahead log has \(Self.size(bytes))",
                    fix: "A reader that stays open for long keeps it from being emptied: end it."))
        } else {
            tell(.ok("log", "the write-ahead log has \(Self.size(bytes))"))
        }
    }

    private func checksums(_ entries: Int64, _ reader: any JournalReader) async {
        var place = JournalPlace(max(0, entries - Self.checked))
        var seen = 0
        do {
            while seen < Self.checked {
                let page = try await reader.entries(after: place, limit: 500)
                guard !page.entries.isEmpty else { break }
                if let damaged = page.entries.first(where: { !$0.isIntact }) {
                    let text = "position \(damaged.entry.position) of \(damaged.entry.instance) is not what was written"
                    tell(.problem("entries", text, fix: "\(session.hint("replay --all --verify")) lists all damage; bring back a copy."))
                    return
                }
                seen += page.entries.count
                place = page.last
            }
        } catch {
            tell(.problem("entries", error.message, fix: "\(session.hint("replay --all --verify")) lists all damage; bring back a copy."))
            return
        }
        let all = Int64(seen) >= entries ? "all \(count(seen, "entry", "entries"))" : "the last \(seen) of \(entries) entries"
        if seen > 0 { tell(.ok("entries", "the checksums of \(all) are right")) }
    }

    private func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }

    /// `12 kB`, `3.4 GB`.
    static func size(_ bytes: Int64) -> String {
        var value = Double(bytes)
        for unit in ["B", "kB", "MB", "GB"] {
            if value < 1_000 {
                return value < 10 && unit != "B" ? "\((value * 10).rounded() / 10) \(unit)" : "\(Int(value.rounded())) \(unit)"
            }
            value /= 1_000
        }
        return "\(Int(value.rounded())) TB"
    }
}
