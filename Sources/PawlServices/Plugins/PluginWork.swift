package import PawlKit

/// What plugins do beside their services, while something in this process may call those.
package struct PluginWork: Sendable {
    private let task: Task<Void, Never>
    private let ends: AsyncStream<Never>

    /// Has the plugins begin.
    ///
    /// - Parameter failed: called once when a plugin fails, which ends the work of all.
    package init(_ plugins: PluginSet, failed: @escaping @Sendable (PluginError) async -> Void) {
        let (ends, ended) = AsyncStream.makeStream(of: Never.self)
        self.ends = ends
        task = Task {
            do {
                try await plugins.run()
            } catch let error as PluginError {
                await failed(error)
            } catch {
                // It was cancelled: nothing has failed.
            }
            ended.finish()
        }
    }

    /// Ends it, and waits until all plugins have noticed, but no longer than a second: a plugin may ignore its cancellation.
    package func end(clock: any WallClock) async {
        task.cancel()
        let deadline = clock.now.advanced(by: .seconds(1))
        // In a task of its own: that of the caller is cancelled when a person ends a run, and would not wait for anything.
        await Task { [ends] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await _ in ends {} }
                group.addTask { try? await clock.sleep(until: deadline) }
                await group.next()
                group.cancelAll()
            }
        }.value
    }
}
