import PawlKit

extension Session {
    /// Opens the journal to look at.
    func reader() async throws(CommandFailure) -> any JournalReader {
        do { return try await host.journals.reader(storePath()) } catch { throw CommandFailure(error) }
    }

    /// The file of the journal.
    func storePath() -> String { options.storePath(configured: nil) }

    /// Asks a journal, and words its errors as those of a command.
    func ask<Answer>(_ question: () async throws(JournalError) -> Answer) async throws(CommandFailure) -> Answer {
        do { return try await question() } catch { throw CommandFailure(error) }
    }
}
