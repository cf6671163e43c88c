import PawlKit
import PawlMachine

extension Engine {
    /// How many items are read at one time, at least.
    private static let page = 256

    /// Makes sure that the engine wakes at a time. Between alarms nothing runs and nothing polls.
    func setAlarm(_ due: Timestamp) {
        guard life == .running else { return }
        if let alarm, alarm.due <= due { return }
        alarm?.task.cancel()
        let clock = dependencies.ports.clock
        let task = Task { [weak self] in
            do { try await clock.sleep(until: due) } catch { return }
            await self?.wake()
        }
        alarm = (due, task)
    }

    /// Does what is due. One round at a time: what comes due meanwhile has another.
    private func wake() async {
        alarm = nil
        guard !isAwake else {
            mustWakeAgain = true
            return
        }
        isAwake = true
        defer { isAwake = false }
        repeat {
            mustWakeAgain = false
            await takeUpTroubled()
            failOverdueLaunches()
            await fireDue()
        } while mustWakeAgain && life == .running
    }

    /// Fires what is due, in order of deadline, and sets the next alarm.
    private func fireDue() async {
        var limit = Self.page
        while life == .running {
            let items: [DueItem]
            do {
                items = try await dueItems(limit)
                scanWait = BackOff()
            } catch {
                dependencies.ports.log.write(.error, "timers wait: \(error.message)")
                setAlarm(dependencies.ports.clock.now.advanced(by: scanWait.wait))
                scanWait.double()
                return
            }
            let isComplete = scope == .named || items.count < limit
            if isComplete { ghosts.formIntersection(items) }
            let now = dependencies.ports.clock.now
            let overdue = items.prefix { $0.due <= now }
            if overdue.count < items.count { setAlarm(items[overdue.count].due) }
            let ripe = overdue.filter { !ghosts.contains($0) && troubles[$0.instance] == nil && broken[$0.instance] == nil }
            if ripe.isEmpty, isComplete || overdue.count < items.count { return }
            await fire(ripe)
            // What is set aside stays listed, and must not hide what comes after it.
            limit = Self.page + 2 * (overdue.count - ripe.count)
        }
    }

    private func dueItems(_ limit: Int) async throws(JournalError) -> [DueItem] {
        guard scope == .named else { return try await dependencies.store.due(limit: limit) }
        var items: [DueItem] = []
        for resident in residents.all {
            let (id, stored) = (resident.state.id, resident.state.stored)
            items += stored.timers.map { DueItem(due: $0.due, instance: id, what: .timer($0.id)) }
            for effect in stored.effects where effect.phase == .waiting {
                if let due = effect.due { items.append(DueItem(due: due, instance: id, what: .attempt(effect.id))) }
            }
        }
        return items.sorted(by: DueItem.happensBefore)
    }

    /// Brings ripe items to their instances: in order within each, side by side across them.
    private func fire(_ items: [DueItem]) async {
        var byInstance: [InstanceID: [DueItem]] = [:]
        for item in items { byInstance[item.instance, default: []].append(item) }
        await withTaskGroup(of: Void.self) { group in
            for (id, own) in byInstance { group.addTask { await self.fire(own, of: id) } }
        }
    }

    private func fire(_ items: [DueItem], of id: InstanceID) async {
        for item in items {
            do {
                let reply: SentReply
                switch item.what {
                case .timer(let timer): reply = try await bring(.fire(timer), to: id)
                case .attempt(let effect): reply = try await bring(.attempt(effect), to: id)
                }
                // Most often it was switched off a moment ago. If the store goes on listing it, its tables are damaged.
                if reply.position == nil { ghosts.insert(item) }
            } catch {
                give(id, error)
                // It would be due again at once, and fail again.
                if troubles[id] == nil, broken[id] == nil { ghosts.formUnion(items) }
                return
            }
        }
    }
}
