import Foundation
import PawlJournal
import PawlKit
import PawlTestKit
import Testing

@Suite struct ContractTests {
    @Test(arguments: JournalStoreContract.promises)
    func `the memory journal keeps its promises`(_ promise: JournalStoreContract.Promise) async throws {
        try await promise.check(JournalStoreContract.Subject(MemoryJournal()))
    }

    @Test(arguments: JournalStoreContract.promises)
    func `the SQLite journal keeps its promises`(_ promise: JournalStoreContract.Promise) async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("pawl.db")
            let store = try await SQLiteJournal.open(path: path)
            try await promise.check(
                JournalStoreContract.Subject(store) {
                    await store.close()
                    return try await SQLiteJournal.open(path: path)
                })
        }
    }
}
