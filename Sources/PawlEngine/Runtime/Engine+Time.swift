import PawlKit
import PawlMachine

extension Engine {
    /// Makes sure that the engine wakes at a time. Between alarms nothing runs and nothing polls.
    func setAlarm(_ due: Timestamp) {
        guard !isStopping else { return }
        if let alarm, alarm.due <= due { return }
        alarm?.task.cancel()
        let clock = dependencies.ports.clock
        let task = Task { [weak self] in
            do { try await clock.sleep(until: due) } catch { return }
            await self?.wake()
        }
        alarm = (due, task)
    }

    /// Fires what is due, in order of deadline, and sets the next alarm.
    private func wake() async {
        alarm = nil
        while !isStopping {
            let items: [DueItem]
            do {
                items = try await dueItems()
            } catch {
                dependencies.ports.log.write(.error, "timers wait: \(error.message)")
                setAlarm(dependencies.ports.clock.now.advanced(by: .seconds(1)))
                return
            }
            let now = dependencies.ports.clock.now
            let ripe = items.filter { $0.due <= now }
            if let next = items.first(where: { $0.due > now }) { setAlarm(next.due) }
            if ripe.isEmpty { return }
            guard await fire(ripe) else {
                // The journal did not take them: they are still there, and are tried again shortly.
                setAlarm(now.advanced(by: .seconds(1)))
                return
            }
        }
    }

    private func dueItems() async throws(JournalError) -> [DueItem] {
        guard scope == .named else { return try await dependencies.store.due(limit: 256) }
        var items: [DueItem] = []
        for (id, resident) in residents {
            items += resident.state.stored.timers.map { DueItem(due: $0.due, instance: id, what: .timer($0.id)) }
            for effect in resident.state.stored.effects where effect.phase == .waiting {
                if let due = effect.due { items.append(DueItem(due: due, instance: id, what: .attempt(effect.id))) }
            }
        }
        return items.sorted { $0.due < $1.due }
    }

    /// Brings ripe items to their instances: in order within each, side by side across them. Returns whether all went in.
    private func fire(_ items: [DueItem]) async -> Bool {
        var byInstance: [InstanceID: [DueItem.What]] = [:]
        var order: [InstanceID] = []
        for item in items {
            if byInstance[item.instance] == nil { order.append(item.instance) }
            byInstance[item.instance, default: []].append(item.what)
        }
        return await withTaskGroup(of: Bool.self) { group in
            for id in order {
                let whats = byInstance[id] ?? []
                group.addTask { await self.fire(whats, of: id) }
            }
            var isAllIn = true
            for await isIn in group where !isIn { isAllIn = false }
            return isAllIn
        }
    }

    private func fire(_ whats: [DueItem.What], of id: InstanceID) async -> Bool {
        for what in whats {
            do {
                switch what {
                case .timer(let timer): _ = try await submit(.fire(timer), to: id)
                case .attempt(let effect): _ = try await submit(.attempt(effect), to: id)
                }
            } catch {
                dependencies.ports.log.write(.error, "a timer of \(id) waits: \(error.message)")
                return false
            }
        }
        return true
    }
}
