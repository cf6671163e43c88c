package import PawlKit
import PawlMachine

extension Engine {
    /// Takes up everything that an earlier process left: attempts that it cut off, queues, timers.
    package func recover() async throws(EngineError) {
        var last: InstanceID?
        while true {
            let page: [InstanceID]
            do { page = try await dependencies.store.recoverable(after: last, limit: 256) } catch { throw EngineError(error) }
            for id in page { try await recover(id) }
            guard let end = page.last else { break }
            last = end
        }
        do {
            if let first = try await dependencies.store.due(limit: 1).first { setAlarm(first.due) }
        } catch {
            throw EngineError(error)
        }
    }

    /// Takes up one instance.
    package func recover(_ id: InstanceID) async throws(EngineError) {
        let resident = try await takeTurn(id)
        defer { endTurn(resident) }
        for effect in resident.state.stored.effects where effect.phase == .running {
            // One that runs in this very process was not cut off.
            if attempts[effect.id.idempotencyKey(in: id)] == nil { _ = try await apply(.interrupted(effect.id), resident) }
        }
        await drain(resident)
        for timer in resident.state.stored.timers { setAlarm(timer.due) }
        for effect in resident.state.stored.effects {
            if effect.phase == .waiting, let due = effect.due { setAlarm(due) }
        }
    }

    /// Stops: nothing new is taken, running attempts may end within the grace period, the rest goes on at the next start.
    package func stop(grace: TimeAmount) async {
        isStopping = true
        alarm?.task.cancel()
        alarm = nil
        let running = attempts.values.map(\.task)
        if !running.isEmpty, grace > .zero {
            let clock = dependencies.ports.clock
            let deadline = clock.now.advanced(by: grace)
            await withTaskGroup(of: Bool.self) { group in
                group.addTask {
                    try? await clock.sleep(until: deadline)
                    return true
                }
                group.addTask {
                    for task in running { await task.value }
                    return false
                }
                _ = await group.next()
                for task in running { task.cancel() }
                group.cancelAll()
            }
        }
        for attempt in attempts.values { attempt.task.cancel() }
        for watcher in watchers.values { watcher.finish() }
        watchers = [:]
    }
}
