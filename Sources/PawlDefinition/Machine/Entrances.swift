import PawlKit
import PawlMachine

/// A way into states: that of a row, of `initial`, or of `default`.
struct Entrance {
    /// The states named; several only across regions.
    var targets: [StateIndex]
    /// The innermost state that is active already.
    var domain: StateIndex
    /// Where it is written.
    var range: SourceRange
    /// The states further inside that it gives data to, instead of the `initial` there.
    var explicit: Set<StateIndex> = []
}

/// Which states an entrance enters, and who gives them their data.
///
/// An entrance feeds the states on the way to its targets, the targets, and the regions that are entered with them. What a compound
/// state enters by its own `initial` is fed there, unless the entrance names the state or a field of it in `data`.
struct EntrancePlan {
    /// What a compound state enters when nothing inside is named, and a history state when nothing is remembered.
    struct Inner {
        var targets: [StateIndex]
        /// The state around the targets.
        var base: StateIndex
    }

    let states: [State]
    let inner: [StateIndex: Inner]
    private var regions: [StateIndex: [(region: StateIndex, states: [StateIndex])]] = [:]
    private var inside: [StateIndex: [StateIndex]] = [:]

    init(states: [State], inner: [StateIndex: Inner]) {
        self.states = states
        self.inner = inner
    }

    /// The states that an entrance must give data to, in document order. Of regions only those that have data.
    mutating func fed(by targets: [StateIndex], below domain: StateIndex) -> [StateIndex] {
        if targets.count == 1, states[targets[0]].parent == domain, states[targets[0]].kind != .parallel { return [targets[0]] }
        let named = self.named(targets, below: domain)
        var fed = named
        for parallel in named where states[parallel].kind == .parallel {
            for (region, states) in regions(of: parallel) where !named.contains(region) { fed.formUnion(states) }
        }
        return fed.sorted()
    }

    /// The states with data that are entered without being fed by the entrance, in document order.
    mutating func further(_ targets: [StateIndex], below domain: StateIndex) -> [StateIndex] {
        followed(targets, below: domain).flatMap { inside(of: $0) }
    }

    /// The states that an entrance enters without saying what of their inside.
    func followed(_ targets: [StateIndex], below domain: StateIndex) -> [StateIndex] {
        let named = self.named(targets, below: domain)
        var followed = targets.filter { states[$0].isComposite || states[$0].isHistory }
        for parallel in named where states[parallel].kind == .parallel && !targets.contains(parallel) {
            followed += states.regions(of: parallel).filter { !named.contains($0) && states[$0].isComposite }
        }
        return followed
    }

    private func named(_ targets: [StateIndex], below domain: StateIndex) -> Set<StateIndex> {
        var named: Set<StateIndex> = []
        for target in targets { named.formUnion(states.path(below: domain, to: target)) }
        return named
    }

    /// The regions of a parallel state with the states of each that are entered with it and have data.
    private mutating func regions(of parallel: StateIndex) -> [(region: StateIndex, states: [StateIndex])] {
        if let known = regions[parallel] { return known }
        var found: [(region: StateIndex, states: [StateIndex])] = []
        for region in states.regions(of: parallel) {
            var own = states[region].data.fields.isEmpty ? [] : [region]
            if states[region].kind == .parallel { own += regions(of: region).flatMap(\.states) }
            if !own.isEmpty { found.append((region, own)) }
        }
        regions[parallel] = found
        return found
    }

    /// The states with data that are entered inside a state when nothing there is named.
    private mutating func inside(of state: StateIndex) -> [StateIndex] {
        if let known = inside[state] { return known }
        var found: [StateIndex] = []
        if states[state].kind == .parallel {
            for region in states.regions(of: state) where states[region].isComposite { found += inside(of: region) }
        } else if states[state].kind == .compound, let inner = inner[state] {
            found = fed(by: inner.targets, below: state).filter { !states[$0].data.fields.isEmpty }
            found += further(inner.targets, below: state)
        }
        inside[state] = found
        return found
    }
}
