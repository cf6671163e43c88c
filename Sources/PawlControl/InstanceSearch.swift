package import PawlKit

/// Finds the instance that somebody means: by its id, the beginning of one, or `workflow/key`.
package struct InstanceSearch: Sendable {
    let reader: any JournalReader

    /// Creates a search in a journal.
    package init(_ reader: any JournalReader) { self.reader = reader }

    /// The instance that a text means; nil when there is none.
    ///
    /// Of several instances with one key it is the unfinished one, else the newest.
    ///
    /// - Throws: ``ControlError`` when the text is the beginning of several ids, or the journal cannot be read.
    package func find(_ text: String) async throws(ControlError) -> InstanceRow? {
        if let (workflow, key) = Self.parts(text) { return try await find(workflow: workflow, key: key) }
        let exact = try await ControlError.asking { () throws(JournalError) in try await reader.stored(InstanceID(rawValue: text)) }
        if let exact { return exact.instance }
        return try await find(beginning: text)
    }

    /// The instance that a text means.
    ///
    /// - Throws: ``ControlError`` as ``find(_:)``, and when there is none.
    package func require(_ text: String) async throws(ControlError) -> InstanceRow {
        if let row = try await find(text) { return row }
        let nearest = try await nearest(text).map { "; did you mean '\($0)'?" } ?? ""
        throw ControlError(
            .notFound, reason: "unknownInstance", "there is no instance '\(text)'\(nearest)",
            help: ["An instance is meant by its id, the beginning of one, or workflow/key. pawl list shows them."])
    }

    /// The instance of a workflow with a key: the unfinished one, else the newest.
    package func find(workflow: String, key: String) async throws(ControlError) -> InstanceRow? {
        try await ControlError.asking { () throws(JournalError) in try await reader.instance(of: workflow, key: key) }
    }

    /// The unfinished instance of a workflow with a key; there is at most one.
    package func unfinished(workflow: String, key: String) async throws(ControlError) -> InstanceRow? {
        try await ControlError.asking { () throws(JournalError) in try await reader.unfinishedInstance(of: workflow, key: key) }
    }

    private func find(beginning: String) async throws(ControlError) -> InstanceRow? {
        guard !beginning.isEmpty else { return nil }
        var query = InstanceQuery()
        query.idPrefix = beginning.lowercased()
        let rows = try await rows(query, limit: 6)
        if rows.count <= 1 { return rows.first }
        let lines = rows.prefix(5).map { "\($0.id)  \($0.workflow)" + ($0.key.map { "/\($0)" } ?? "") + ", \($0.status.name)" }
        throw ControlError(
            .usage, reason: "ambiguous", "'\(beginning)' is the beginning of several ids",
            help: lines + (rows.count > 5 ? ["and more"] : []))
    }

    func rows(_ query: InstanceQuery, limit: Int) async throws(ControlError) -> [InstanceRow] {
        try await ControlError.asking { () throws(JournalError) in try await reader.instances(matching: query, limit: limit) }
    }
}

extension InstanceRow {
    /// What to write to mean this instance: `order/ORD-17` when it has a key, else its id.
    package var handle: String { key.map { "\(workflow)/\($0)" } ?? id.rawValue }
}
