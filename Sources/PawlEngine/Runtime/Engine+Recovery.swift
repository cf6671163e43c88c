package import PawlKit
import PawlMachine

extension Engine {
    /// Takes up everything that an earlier process left: attempts that it cut off, queues, timers.
    ///
    /// An instance that cannot be driven is logged and left alone; one that the journal does not give is tried again.
    package func recover() async throws(EngineError) {
        var last: InstanceID?
        while true {
            let page: [InstanceID]
            do { page = try await dependencies.store.recoverable(after: last, limit: 256) } catch { throw EngineError(error) }
            await takeUp(page)
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
        guard life == .running else { throw refusal() }
        let resident = try await takeTurn(id)
        do throws(EngineError) {
            // The engine may have been told to stop while this one waited; what was running then was not cut off.
            guard life == .running else { throw refusal() }
            for effect in resident.state.stored.effects where effect.phase == .running {
                // One that runs in this very process was not cut off.
                let current = attempts[EffectKey(instance: id, effect: effect.id)]?.launch.attempt.effect.attempt
                if dependencies.startsEffects, current != effect.attempt { _ = try await apply(.interrupted(effect.id), resident) }
            }
        } catch {
            endTurn(resident)
            throw error
        }
        for timer in resident.state.stored.timers { setAlarm(timer.due) }
        for effect in resident.state.stored.effects {
            if effect.phase == .waiting, let due = effect.due { setAlarm(due) }
        }
        goOn(resident)
    }
}
