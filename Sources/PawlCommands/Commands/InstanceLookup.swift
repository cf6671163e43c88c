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
            if let (workflow, key) = Self.parts(text) { return try await find(workflow: workflow, key: key) }
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
        let nearest: String?
        do { nearest = try await self.nearest(text) } catch { throw CommandFailure(error) }
        throw CommandFailure(
            .notFound, "there is no instance '\(text)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ""),
            help: ["An instance is meant by its id, the beginning of one, or workflow/key. pawl list shows them."])
    }

    /// The workflow and the key of `workflow/key`; nil for an id.
    static func parts(_ text: String) -> (workflow: String, key: String)? {
        guard let slash = text.firstIndex(of: "/") else { return nil }
        return (String(text[..<slash]), String(text[text.index(after: slash)...]))
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

    /// What a text that means nothing may have been meant for: another workflow, or another key among the newest instances.
    private func nearest(_ text: String) async throws(JournalError) -> String? {
        var query = InstanceQuery()
        var words: [String] = []
        if let (name, key) = Self.parts(text) {
            let workflows = try await reader.workflows()
            guard let workflow = workflows.first(where: { UTF8Order.equal($0, name) }) ?? NearestName.find(name, among: workflows) else {
                return nil
            }
            query.workflow = workflow
            words = try await reader.instances(matching: query, limit: Self.candidates).compactMap { $0.key.map { "\(workflow)/\($0)" } }
            if words.contains("\(workflow)/\(key)") { return "\(workflow)/\(key)" }
        } else {
            let rows = try await reader.instances(matching: query, limit: Self.candidates)
            words = rows.compactMap { row in row.key.map { "\(row.workflow)/\($0)" } }
            // A key alone is meant with its workflow.
            if let named = zip(rows.filter { $0.key != nil }, words).first(where: { $0.0.key == text }) { return named.1 }
        }
        // Another number is another instance, and no slip.
        return NearestName.find(text, among: words.filter { Self.digits($0) == Self.digits(text) })
    }

    private static func digits(_ text: String) -> [Character] { text.filter(\.isNumber).map(\.self) }

    /// The instances that are looked at for what was meant.
    private static let candidates = 1_000
}

extension Positional {
    /// The instance that a command is about.
    static let instance = Positional("INSTANCE", help: "An id, the beginning of one, or workflow/key.", completion: .instances)
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
