import PawlEngine
import PawlKit

/// `engine.status`: what the engine is doing, in figures.
package struct EngineStatus: ParameterlessOperation {
    package static let method = "engine.status"

    package init() {}

    package struct Answer: Codable, Sendable, Hashable {
        /// The process.
        package let pid: Int
        /// Since when it runs, as a time.
        package let since: String
        /// Instances by status.
        package let instances: [String: Int]
        /// The entries of the journal.
        package let entries: Int64
        /// Bytes of the journal's file.
        package let fileBytes: Int64
        /// Bytes of its write-ahead log.
        package let logBytes: Int64
        /// Bytes of memory that the process holds.
        package let memoryBytes: Int64
        /// The descriptors that the process has open.
        package let openFiles: Int
        /// The instances at hand in memory.
        package let residents: Int
        /// The revisions of workflows at hand.
        package let definitions: Int
        /// The handlers that run, and the attempts that wait for one to end.
        package let runningEffects: Int
        package let waitingEffects: Int
        /// The events and starts that are on their way, and those that were refused because there were too many.
        package let stimuli: Int
        package let refused: Int
        /// The instances whose last change the journal did not confirm yet, and those that cannot be driven.
        package let unsettled: Int
        package let brokenInstances: Int
        /// When the next timer or retry is due, as a time.
        package let nextAlarm: String?
        /// The connections to the socket.
        package let connections: Int
        /// The files of workflows that do not load.
        package let brokenFiles: [String]
    }

    package func perform(in target: ControlTarget) async throws(ControlError) -> Answer {
        let journal = try await ControlError.asking { () throws(JournalError) in try await target.journal.statistics() }
        let files = try await target.host.files()
        let engine = await target.engine.figures
        let process = ProcessFigures.now()
        return Answer(
            pid: process.pid, since: target.host.since.text,
            instances: Dictionary(journal.instances.map { ($0.key.name, $0.value) }, uniquingKeysWith: { $0 + $1 }),
            entries: journal.entries, fileBytes: journal.fileBytes, logBytes: journal.logBytes, memoryBytes: process.memoryBytes,
            openFiles: process.openFiles, residents: engine.residents, definitions: engine.definitions,
            runningEffects: engine.runningEffects,
            waitingEffects: engine.waitingEffects, stimuli: engine.stimuli, refused: engine.refused, unsettled: engine.unsettled,
            brokenInstances: engine.broken, nextAlarm: engine.nextAlarm?.text, connections: await target.host.connections(),
            brokenFiles: files.filter { !$0.problems.isEmpty }.map(\.file))
    }
}
