import PawlControl
import PawlJournal
import PawlKit

/// The socket of the engine of a store.
enum EngineSocket {
    /// Where it lies.
    static func path(ofStore store: String, runtimeFolder: String?) throws(ControlError) -> SocketPath {
        let file: String
        do { file = try SQLiteJournal.resolvedPath(store) } catch { throw ControlError(error) }
        return try SocketPath(store: file, runtimeFolder: runtimeFolder)
    }

    /// Connects to it; nil when nobody listens, or when there is no place where anybody could.
    static func connect(_ store: String, _ runtimeFolder: String?) async throws(ControlError) -> ControlClient? {
        guard let path = try? path(ofStore: store, runtimeFolder: runtimeFolder) else { return nil }
        return try await ControlClient.connect(path)
    }
}
