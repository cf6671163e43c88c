package import PawlKit

extension Engine {
    /// What happens from now on to one instance or to all, until the stream is dropped or the engine stops.
    ///
    /// Whoever reads too slowly gets ``EngineNotice/lost`` as the last notice: what came after is in the journal, and a new
    /// stream goes on from there.
    package func watch(_ instance: InstanceID? = nil) -> AsyncStream<EngineNotice> {
        let (stream, continuation) = AsyncStream.makeStream(of: EngineNotice.self, bufferingPolicy: .bufferingOldest(options.notices + 1))
        guard life != .stopped else {
            continuation.finish()
            return stream
        }
        let number = nextWatcher
        nextWatcher += 1
        if let instance { watchersOfOne[instance, default: [:]][number] = continuation } else { watchers[number] = continuation }
        continuation.onTermination = { [weak self] _ in Task { await self?.unwatch(number, instance) } }
        return stream
    }

    private func unwatch(_ number: Int, _ instance: InstanceID?) {
        guard let instance else {
            watchers[number] = nil
            return
        }
        watchersOfOne[instance]?[number] = nil
        if watchersOfOne[instance]?.isEmpty == true { watchersOfOne[instance] = nil }
    }

    func tell(_ notice: EngineNotice, about id: InstanceID) {
        for watcher in watchers.values { Self.tell(notice, watcher) }
        guard !watchersOfOne.isEmpty, let some = watchersOfOne[id] else { return }
        for watcher in some.values { Self.tell(notice, watcher) }
    }

    private static func tell(_ notice: EngineNotice, _ watcher: AsyncStream<EngineNotice>.Continuation) {
        // The last place is for the notice that there are no more.
        if case .enqueued(let rest) = watcher.yield(notice), rest <= 1 {
            watcher.yield(.lost)
            watcher.finish()
        }
    }

    func endWatching() {
        for watcher in watchers.values { watcher.finish() }
        for some in watchersOfOne.values { for watcher in some.values { watcher.finish() } }
        watchers = [:]
        watchersOfOne = [:]
    }
}
