import PawlDefinition
import PawlKit

extension Session {
    /// The file of the journal: flag, environment, `pawl.yaml`, `pawl.db`. A path in `pawl.yaml` is relative to its folder.
    func storePath() throws(CommandFailure) -> String {
        if options.store != nil { return options.storePath(configured: nil) }
        let (configuration, sources) = try configuration()
        if configuration.store == nil {
            if configuration.diagnostics.contains(where: { $0.severity == .error }) {
                report(configuration.diagnostics, sources: sources)
                throw CommandFailure(.negative, "'\(configuration.file)' does not load")
            }
        }
        return storePath(in: configuration)
    }

    /// The file of the journal, with a configuration that was read already.
    func storePath(in configuration: Configuration) -> String {
        guard options.store == nil, let store = configuration.store else { return options.storePath(configured: nil) }
        return FilePath.resolve(options.storePath(configured: store.text), in: FilePath.folder(of: configuration.file))
    }
}
