import PawlKit

extension InstanceQuery {
    /// Whether an instance matches.
    func matches(_ row: InstanceRow) -> Bool {
        if let workflow, !UTF8Order.equal(workflow, row.workflow) { return false }
        if !statuses.isEmpty, !statuses.contains(row.status) { return false }
        if let key, !(row.key.map { UTF8Order.equal($0, key) } ?? false) { return false }
        if let idPrefix, !row.id.rawValue.utf8.starts(with: idPrefix.utf8) { return false }
        return matches(states: row.states)
    }

    /// Whether one of the active leaves is the wanted state, by path or by its last name.
    func matches(states: [String]) -> Bool {
        guard let state else { return true }
        return states.contains { path in
            UTF8Order.equal(path, state)
                || path.utf8.lastIndex(of: UInt8(ascii: ".")).map { dot in
                    path.utf8[dot...].dropFirst().elementsEqual(state.utf8)
                } ?? false
        }
    }
}

extension StoredDefinition {
    /// Whether it would be the same revision.
    func isSame(as other: StoredDefinition) -> Bool {
        UTF8Order.equal(text, other.text) && services == other.services
    }
}
