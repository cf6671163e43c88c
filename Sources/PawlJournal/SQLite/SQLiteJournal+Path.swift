package import PawlKit

extension SQLiteJournal {
    /// The path of a store's file with all links resolved, which all names of the store share.
    package static func resolvedPath(_ path: String) throws(JournalError) -> String { try StorePath(path).file }
}
