import PawlEngine
import PawlKit
import PawlMachine

/// Replays one instance from the journal.
struct InstanceReplay {
    private let reader: any JournalReader
    private let session: Session
    private static let page = 1_000

    init(_ reader: any JournalReader, _ session: Session) {
        self.reader = reader
        self.session = session
    }

    /// What a replay came to.
    struct Result {
        /// The state after the last entry replayed.
        var state: InstanceState?
        /// The number of entries replayed.
        var entries: Int
        /// The first thing that does not agree.
        var mismatch: ReplayMismatch?
    }

    /// Replays up to a position, or to the end.
    func run(_ row: InstanceRow, until: Int64?) async throws(CommandFailure) -> Result {
        var machines = StoredMachines(reader, session, for: .replaying)
        var replayer = Replayer(timeZones: session.host.ports.timeZones)
        var result = Result(state: nil, entries: 0, mismatch: nil)
        var position: Int64 = 0
        let end = until ?? .max
        while position < end, result.mismatch == nil {
            let after = position
            let limit = Int(min(Int64(Self.page), end - position))
            let entries = try await session.ask { () throws(JournalError) in
                try await reader.entries(of: row.id, after: after, limit: limit)
            }
            for entry in entries {
                if !replayer.knows(entry.workflow, entry.revision) {
                    replayer.add(try await machines.machine(entry.workflow, entry.revision))
                }
                let sealed = SealedEntry(entry)
                result.mismatch =
                    result.mismatch
                    ?? replayer.feed(StoredEntry(entry: entry, body: sealed.body, checksum: sealed.checksum, place: .start))
            }
            result.entries += entries.count
            guard let last = entries.last else { break }
            position = last.position
        }
        result.state = replayer.state(of: row.id)
        return result
    }
}

/// A replay in words.
enum ReplayText {
    static func line(_ mismatch: ReplayMismatch) -> String {
        "position \(mismatch.position), \(mismatch.field): recorded \(mismatch.recorded), recomputed \(mismatch.recomputed)"
    }

    static func entries(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }
}
