package import PawlKit

extension Engine {
    /// Stops: nothing new is taken, running attempts may end within the grace period, the rest goes on at the next start.
    ///
    /// A handler that ignores its cancellation is not waited for. Commits that are on their way are, so that those who watch
    /// hear of all that is in the journal.
    package func stop(grace: TimeAmount) async {
        guard life == .running else { return }
        life = .draining
        alarm?.task.cancel()
        alarm = nil
        for launch in places.withdrawAll() { attempts[launch.key] = nil }
        if grace > .zero { await waitUntilQuiet(atMost: grace) }
        life = .stopped
        for attempt in attempts.values { attempt.task?.cancel() }
        await waitUntilQuiet()
        endWatching()
    }

    private func waitUntilQuiet(atMost grace: TimeAmount) async {
        let clock = dependencies.ports.clock
        let deadline = clock.now.advanced(by: grace)
        let end = Task {
            try? await clock.sleep(until: deadline)
            if life == .draining { quiet?.finish() }
        }
        await waitUntilQuiet()
        end.cancel()
    }

    private func waitUntilQuiet() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        quiet = continuation
        noteQuiet()
        for await _ in stream {}
        quiet = nil
    }

    /// Ends the wait of a stop when nothing that it waits for goes on any more.
    func noteQuiet() {
        if turns == 0, life == .stopped || attempts.isEmpty { quiet?.finish() }
    }
}
