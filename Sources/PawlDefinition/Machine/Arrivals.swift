import PawlKit
import PawlMachine

/// What the events carry by which states are entered whose inside is not named: the fields that all of them have.
struct Arrivals {
    /// The fields by state.
    private(set) var fields: [StateIndex: [RecordType.Field]] = [:]
    private var seen: Set<Arrival> = []
    private var open: [StateIndex] = []

    private struct Arrival: Hashable {
        let state: StateIndex
        let payload: ObjectIdentifier
    }

    /// Notes that a state is entered by an event with such a payload.
    mutating func add(_ state: StateIndex, _ payload: RecordType) {
        guard seen.insert(Arrival(state: state, payload: ObjectIdentifier(payload))).inserted else { return }
        add(state, payload.fields)
    }

    private mutating func add(_ state: StateIndex, _ new: [RecordType.Field]) {
        guard let old = fields[state] else {
            fields[state] = new
            open.append(state)
            return
        }
        if old.isEmpty { return }
        let other = Dictionary(new.map { (ByteString($0.name), $0) }, uniquingKeysWith: { first, _ in first })
        let common = old.compactMap { field -> RecordType.Field? in
            guard let twin = other[ByteString(field.name)], twin.type == field.type else { return nil }
            return .init(field.name, field.type, isOptional: field.isOptional || twin.isOptional)
        }
        if common != old {
            fields[state] = common
            open.append(state)
        }
    }

    /// Passes on what arrives to the states that are entered inside.
    mutating func spread(_ plan: EntrancePlan) {
        while let state = open.popLast() {
            let arriving = fields[state] ?? []
            if plan.states[state].kind == .parallel {
                for region in plan.states.regions(of: state) where plan.states[region].isComposite { add(region, arriving) }
            } else if let inner = plan.inner[state] {
                for next in plan.followed(inner.targets, below: inner.base) { add(next, arriving) }
            }
        }
    }
}

/// Which states get too little data where nothing inside a state is named.
struct HungryStates {
    /// By the state whose `initial` should feed them: the first required field that it does not give.
    var unfed: [StateIndex: [StateIndex: RecordType.Field]] = [:]
    /// By the state whose `initial` it is: the states further inside that it feeds.
    var explicit: [StateIndex: Set<StateIndex>] = [:]
    /// The entrances: the states whose inside they do not name, and those inside that they feed all the same.
    var entrances: [(followed: [StateIndex], explicit: Set<StateIndex>)] = []

    /// The unfed states, with the state whose `initial` should feed them, that some entrance relies on.
    func reliedOn(_ plan: EntrancePlan) -> [(owner: StateIndex, state: StateIndex)] {
        var known: [StateIndex: [StateIndex: StateIndex]] = [:]
        /// By unfed state inside: its owner.
        func inside(_ state: StateIndex) -> [StateIndex: StateIndex] {
            if let found = known[state] { return found }
            var found: [StateIndex: StateIndex] = [:]
            if plan.states[state].kind == .parallel {
                for region in plan.states.regions(of: state) where plan.states[region].isComposite {
                    found.merge(inside(region)) { first, _ in first }
                }
            } else if let inner = plan.inner[state] {
                for next in plan.followed(inner.targets, below: inner.base) { found.merge(inside(next)) { first, _ in first } }
                for fed in explicit[state] ?? [] { found[fed] = nil }
                for hungry in unfed[state]?.keys.map({ $0 }) ?? [] { found[hungry] = state }
            }
            known[state] = found
            return found
        }
        var relied: [StateIndex: StateIndex] = [:]
        for entrance in entrances {
            for state in entrance.followed {
                for (hungry, owner) in inside(state) where !entrance.explicit.contains(hungry) { relied[hungry] = owner }
            }
        }
        return relied.map { ($0.value, $0.key) }
    }
}
