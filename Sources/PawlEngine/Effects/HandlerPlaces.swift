import PawlKit

/// An attempt that has its entry on disk and is to run here.
struct Launch: Sendable {
    /// Tells it from other attempts at the same effect.
    let serial: Int
    let key: EffectKey
    let attempt: EffectAttempt

    var service: String { attempt.effect.service }
}

/// Who may run now, and who waits: a bounded number of places, of which each service has its share.
///
/// Those who wait go in order of arrival, except that a service that has its share lets others by.
struct HandlerPlaces {
    private let share: FairShare
    private(set) var running = 0
    private(set) var waitingCount = 0
    private var runningByService: [String: Int] = [:]
    /// Those who wait, by service, in order.
    private var waiting: [String: [Launch]] = [:]

    init(limit: Int) { share = FairShare(limit: limit) }

    /// Asks for a place; whether there is one at once.
    mutating func enter(_ launch: Launch) -> Bool {
        if waiting[launch.service] == nil, mayRun(launch.service) {
            occupy(launch.service)
            return true
        }
        waiting[launch.service, default: []].append(launch)
        waitingCount += 1
        return false
    }

    /// Gives a place back; those who have one now.
    mutating func leave(_ service: String) -> [Launch] {
        running -= 1
        runningByService[service, default: 1] -= 1
        if runningByService[service] == 0 { runningByService[service] = nil }
        var next: [Launch] = []
        while waitingCount > 0, let launch = takeFirst() { next.append(launch) }
        return next
    }

    private mutating func takeFirst() -> Launch? {
        var first: Launch?
        for (service, line) in waiting where mayRun(service) {
            if let launch = line.first, launch.serial < first?.serial ?? .max { first = launch }
        }
        guard let first else { return nil }
        withdraw(first)
        occupy(first.service)
        return first
    }

    private func mayRun(_ service: String) -> Bool { share.allows(holding: runningByService[service] ?? 0, of: running) }

    private mutating func occupy(_ service: String) {
        running += 1
        runningByService[service, default: 0] += 1
    }

    /// Takes one who waits out of the line.
    mutating func withdraw(_ launch: Launch) {
        guard let place = waiting[launch.service]?.firstIndex(where: { $0.serial == launch.serial }) else { return }
        waiting[launch.service]?.remove(at: place)
        if waiting[launch.service]?.isEmpty == true { waiting[launch.service] = nil }
        waitingCount -= 1
    }

    /// Empties the line.
    mutating func withdrawAll() -> [Launch] {
        defer {
            waiting = [:]
            waitingCount = 0
        }
        return waiting.values.flatMap { $0 }
    }

    /// Takes those out of the line whose time is over, and says when that of the next one is.
    mutating func withdraw(overdueAt now: Timestamp) -> (overdue: [Launch], next: Timestamp?) {
        var overdue: [Launch] = []
        var next: Timestamp?
        for launch in waiting.values.joined() {
            guard let deadline = launch.attempt.effect.deadline else { continue }
            if deadline <= now { overdue.append(launch) } else { next = min(deadline, next ?? deadline) }
        }
        for launch in overdue { withdraw(launch) }
        return (overdue, next)
    }
}
