package import PawlKit

/// Finds the instance that a person means: by its id, the beginning of one, or `workflow/key`.
package struct InstanceLookup: Sendable {
    private let reader: any JournalReader

    /// Creates a lookup in a journal.
    package init(_ reader: any JournalReader) { self.reader = reader }

    /// The instance that a text means; nil when there is none.
    ///
    /// Of several instances with one key it is the unfinished one, else the newest.
    ///
    /// - Throws: ``CommandFailure`` when the text is the beginning of several ids, or the journal cannot be read.
    package func find(_ text: String) async throws(CommandFailure) -> InstanceRow? {
        do {
            if let slash = text.firstIndex(of: "/") {
                return try await find(workflow: String(text[..<slash]), key: String(text[text.index(after: slash)...]))
            }
            if let exact = try await reader.stored(InstanceID(rawValue: text)) { return exact.instance }
            return try await find(beginning: text)
        } catch let error as JournalError {
            throw CommandFailure(error)
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(.failure, "\(error)")
        }
    }

    /// The instance that a text means.
    ///
    /// - Throws: ``CommandFailure`` as ``find(_:)``, and when there is none.
    package func require(_ text: String) async throws(CommandFailure) -> InstanceRow {
        if let row = try await find(text) { return row }
        throw CommandFailure(
            .notFound, "there is no instance '\(text)'",
            help: ["An instance is meant by its id, the beginning of one, or workflow/key. pawl list shows them."])
    }

    private func find(workflow: String, key: String) async throws -> InstanceRow? {
        var query = InstanceQuery()
        query.workflow = workflow
        query.key = key
        query.statuses = Set(InstanceStatus.allCases.filter { !$0.isEnded })
        if let row = try await reader.instances(matching: query, limit: 1).first { return row }
        query.statuses = []
        return try await reader.instances(matching: query, limit: 1).first
    }

    private func find(beginning: String) async throws -> InstanceRow? {
        guard !beginning.isEmpty else { return nil }
        var query = InstanceQuery()
        query.idPrefix = beginning.lowercased()
        let rows = try await reader.instances(matching: query, limit: 6)
        if rows.count <= 1 { return rows.first }
        let naming = InstanceNaming(among: rows.map(\.id))
        let lines = rows.prefix(5).map { row in
            "\(naming.short(row.id))  \(row.workflow)" + (row.key.map { "/\($0)" } ?? "") + ", \(row.status.name)"
        }
        throw CommandFailure(
            .usage, "'\(beginning)' is the beginning of several ids",
            help: lines + (rows.count > 5 ? ["and more"] : []))
    }
}

extension CommandFailure {
    /// The failure of a command whose journal could not be read or written.
    package init(_ error: JournalError) {
        let code: ExitCode =
            switch error.code {
            case .notFound: .notFound
            case .keyTaken: .negative
            default: .failure
            }
        self.init(code, error.message)
    }
}
