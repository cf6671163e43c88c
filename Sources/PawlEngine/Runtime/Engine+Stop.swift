package import PawlKit

extension Engine {
    /// Stops: nothing new is taken, running attempts may end within the grace period, the rest goes on at the next start.
    ///
    /// A handler that ignores its cancellation is not waited for, and neither is a commit that is on its way: those who watch
    /// hear of it, and then their streams end.
    ///
    /// Whoever calls it while it goes on waits for the same end.
    package func stop(grace: TimeAmount) async {
        if let stopping { return await stopping.value }
        life = grace > .zero ? .draining : .stopped
        alarm?.task.cancel()
        alarm = nil
        withdrawLaunches()
        // In a task of its own: the caller's may be cancelled, and would not wait for anything.
        let task = Task { await end(after: grace) }
        stopping = task
        await task.value
    }

    /// Takes back the attempts that wait for a place; they begin at the next start.
    private func withdrawLaunches() { for launch in places.withdrawAll() { attempts[launch.key] = nil } }

    private func end(after grace: TimeAmount) async {
        if grace > .zero { await waitUntilQuiet(atMost: grace) }
        life = .stopped
        // What was answered meanwhile may have started others.
        withdrawLaunches()
        for attempt in attempts.values { attempt.task?.cancel() }
        noteQuiet()
    }

    private func waitUntilQuiet(atMost grace: TimeAmount) async {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        quiet = continuation
        noteQuiet()
        let clock = dependencies.ports.clock
        let deadline = clock.now.advanced(by: grace)
        let end = Task {
            try? await clock.sleep(until: deadline)
            continuation.finish()
        }
        for await _ in stream {}
        end.cancel()
        quiet = nil
    }

    /// Ends the wait of a stop when nothing goes on any more, and what is watched once nothing more can be committed.
    func noteQuiet() {
        guard turns == 0 else { return }
        if attempts.isEmpty { quiet?.finish() }
        if life == .stopped { endWatching() }
    }
}
