import PawlCommands
import PawlKit
import Synchronization

/// A host whose files are in memory and whose clock stands still.
struct FakeHost {
    let files = MemoryFiles()
    var variables: [String: String] = [:]
    var now = Timestamp("2026-11-30T14:45:02Z")!
    var libraries: [LibraryVersion] = []
    var journal = SampleJournal()

    var host: Host {
        let outside = NoOutside()
        return Host(
            ports: Ports(
                clock: StillClock(now: now), identifiers: outside, files: files, processes: outside, http: outside,
                environment: FixedEnvironment(variables: variables), timeZones: outside, log: outside), journals: journal.access,
            libraries: libraries)
    }
}

struct StillClock: WallClock {
    let now: Timestamp
    func sleep(until deadline: Timestamp) async throws {}
}

struct FixedEnvironment: Environment {
    let variables: [String: String]
    func variable(_ name: String) -> String? { variables[name] }
}

final class MemoryFiles: Files {
    private let contents = Mutex<[String: [UInt8]]>([:])
    private let refused = Mutex<FileError?>(nil)

    var names: [String] { contents.withLock { $0.keys.sorted() } }
    func refuse(_ error: FileError) { refused.withLock { $0 = error } }
    func text(_ path: String) -> String? { contents.withLock { $0[path] }.map { String(decoding: $0, as: UTF8.self) } }

    func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        guard let bytes = contents.withLock({ $0[path] }) else { throw FileError(.notFound, path: path, reason: "no such file") }
        return bytes
    }
    func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(FileError) {
        if let error = refused.withLock({ $0 }) { throw error }
        if !replacing, contents.withLock({ $0[path] }) != nil { throw FileError(.exists, path: path, reason: "file exists") }
        contents.withLock { $0[path] = bytes }
    }
    func makeDirectory(_ path: String) throws(FileError) { if let error = refused.withLock({ $0 }) { throw error } }
    func list(_ path: String) throws(FileError) -> [String] { names }
    func kind(of path: String) -> FileKind? { contents.withLock { $0[path] } == nil ? nil : .file }
}

/// Ports that the commands under test do not touch.
struct NoOutside: Identifiers, Processes, HTTPClient, TimeZones, Log {
    func makeInstanceID() -> InstanceID { InstanceID(rawValue: "000000000000") }
    func run(_ command: ProcessCommand) async throws -> ProcessResult { throw ProcessError(.other, reason: "not here") }
    func send(_ request: HTTPRequest) async throws -> HTTPResponse { throw HTTPError(.other, reason: "not here") }
    func offset(ofZone name: String, at moment: Timestamp) -> Int32? { nil }
    func write(_ level: LogLevel, _ message: String, _ fields: [(name: String, value: String)]) {}
}
