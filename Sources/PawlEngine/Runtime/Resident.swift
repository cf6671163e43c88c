import PawlKit
import PawlMachine

/// An instance that the engine has at hand, and the line of those who want to change it.
final class Resident {
    /// What is not known of an instance.
    enum Doubt {
        /// A commit failed, and it may be on disk all the same: what was decided, the state after it, and what an effect brought with it.
        case unsettled(Advance, after: InstanceState, Delivery?)
        /// Somebody else has changed it.
        case outdated
    }

    let stepper: InstanceStepper
    var state: InstanceState
    /// Whether somebody changes it now.
    var isBusy = false
    /// What has to be found out before anybody changes it again.
    var doubt: Doubt?
    /// Those who wait for their turn, in order.
    var line: [CheckedContinuation<Void, Never>] = []
    /// Its neighbours among the idle ones.
    fileprivate unowned var older: Resident?
    fileprivate unowned var newer: Resident?
    fileprivate var isListed = false

    init(stepper: InstanceStepper, state: InstanceState) {
        self.stepper = stepper
        self.state = state
    }
}

/// The instances at hand. Of those that are idle the ones used last are kept, up to a limit.
struct Residents {
    private var table: [InstanceID: Resident] = [:]
    private var oldest: Resident?
    private var newest: Resident?
    private var idleCount = 0
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    var count: Int { table.count }
    var all: Dictionary<InstanceID, Resident>.Values { table.values }

    subscript(id: InstanceID) -> Resident? { table[id] }

    /// Takes an instance in.
    mutating func insert(_ resident: Resident) { table[resident.state.id] = resident }

    /// Forgets an instance.
    mutating func remove(_ resident: Resident) {
        unlist(resident)
        if table[resident.state.id] === resident { table[resident.state.id] = nil }
    }

    /// Somebody changes the instance from now on.
    mutating func becomesBusy(_ resident: Resident) {
        resident.isBusy = true
        unlist(resident)
    }

    /// Nobody changes the instance any more. One in doubt is kept until that is settled.
    mutating func becomesIdle(_ resident: Resident) {
        resident.isBusy = false
        guard !resident.isListed, resident.doubt == nil, table[resident.state.id] === resident else { return }
        resident.older = newest
        newest?.newer = resident
        newest = resident
        if oldest == nil { oldest = resident }
        resident.isListed = true
        idleCount += 1
        while idleCount > limit, let last = oldest { remove(last) }
    }

    private mutating func unlist(_ resident: Resident) {
        guard resident.isListed else { return }
        if oldest === resident { oldest = resident.newer }
        if newest === resident { newest = resident.older }
        resident.older?.newer = resident.newer
        resident.newer?.older = resident.older
        resident.older = nil
        resident.newer = nil
        resident.isListed = false
        idleCount -= 1
    }
}
