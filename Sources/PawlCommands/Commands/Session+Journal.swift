import PawlKit

extension Session {
    /// Opens the journal to look at.
    ///
    /// - Throws: ``CommandFailure``: exit 3 when there is none yet.
    func reader() async throws(CommandFailure) -> any JournalReader {
        let path = try storePath()
        do {
            return try await host.journals.reader(path)
        } catch  where error.code == .notFound {
            throw CommandFailure(
                .notFound, "there is no journal '\(path)' yet",
                help: ["pawl run FILE begins a workflow and makes it; --store PATH names another one."])
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Opens the journal to look at; nil when there is none yet where one is looked for by default.
    func readerIfAny() async throws(CommandFailure) -> (any JournalReader)? {
        do {
            return try await reader()
        } catch  where error.exitCode == .notFound && options.store == nil {
            return nil
        }
    }

    /// Asks a journal, and words its errors as those of a command.
    func ask<Answer>(_ question: () async throws(JournalError) -> Answer) async throws(CommandFailure) -> Answer {
        do { return try await question() } catch { throw CommandFailure(error) }
    }

    /// A command to be typed, for the same store: `pawl history 7f3a --store other.db`.
    func hint(_ words: String) -> String { "pawl \(words)\(options.repeated)" }
}
