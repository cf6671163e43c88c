import PawlControl
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
        do { return try await InstanceSearch(reader).find(text) } catch { throw CommandFailure(error) }
    }

    /// The instance that a text means.
    ///
    /// - Throws: ``CommandFailure`` as ``find(_:)``, and when there is none.
    package func require(_ text: String) async throws(CommandFailure) -> InstanceRow {
        do { return try await InstanceSearch(reader).require(text) } catch { throw CommandFailure(error) }
    }
}

extension Positional {
    /// The instance that a command is about.
    static let instance = Positional("INSTANCE", help: "An id, the beginning of one, or workflow/key.", completion: .instances)
}
