import PawlKit

extension Session {
    /// Opens the journal to look at.
    func reader() async throws(CommandFailure) -> any JournalReader {
        let path = try storePath()
        do { return try await host.journals.reader(path) } catch { throw CommandFailure(error) }
    }

    /// Asks a journal, and words its errors as those of a command.
    func ask<Answer>(_ question: () async throws(JournalError) -> Answer) async throws(CommandFailure) -> Answer {
        do { return try await question() } catch { throw CommandFailure(error) }
    }
}
