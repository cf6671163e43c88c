package import PawlKit

/// What an instance did in its machine, by the names that the journal has.
package struct PathTaken: Sendable {
    /// The active states.
    package private(set) var current: Set<String>
    /// The leaves that were active at the end of some microstep.
    package private(set) var visited: Set<String> = []
    /// When each row was taken.
    package private(set) var rows: [String: MachinePicture.Passages] = [:]
    /// The position at which the instance started.
    package private(set) var start: Int64?

    /// Creates a path that has only come to its end.
    package init(current: [String]) { self.current = Set(current) }

    /// Adds what an entry recorded.
    package mutating func add(_ entry: JournalEntry) {
        if entry.kind == .started { start = entry.position }
        visited.formUnion(entry.from)
        visited.formUnion(entry.to)
        // An incident's step was rolled back.
        if entry.kind == .incident { return }
        for step in entry.body.microsteps {
            visited.formUnion(step.to ?? [])
            for row in step.taken { rows[row.row, default: .init()].add(entry.position) }
        }
    }
}
