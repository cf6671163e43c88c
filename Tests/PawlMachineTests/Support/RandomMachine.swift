import PawlKit
import PawlMachine

/// SplitMix64 (https://prng.di.unimi.it/splitmix64.c): small, and the same everywhere.
struct Dice: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    mutating func roll(_ sides: Int) -> Int { Int(next() % UInt64(sides)) }
    mutating func pick<Element>(_ list: [Element]) -> Element { list[roll(list.count)] }
}

extension MachineSketch {
    static let randomEvents = ["E1", "E2", "E3", "E4"]

    /// A machine of nested and parallel states with history, and rows between them at random. Parallel states inside parallel states
    /// are left out where SCXML and Pawl differ on `done`.
    ///
    /// With `later` states defer events and rows raise some for later, which SCXML's algorithm does not know. With `counts` states without
    /// states inside carry a number, which rows read and pass on.
    static func random(_ dice: inout Dice, later: Bool = false, counts: Bool = false) -> MachineSketch {
        var sketch = MachineSketch(events: randomEvents)
        sketch.event("R1", origin: .internal)
        sketch.event("R2", origin: .internal)
        var targets: [String] = []
        var sources: [String] = []
        var tops: [String] = []
        for number in 0..<(2 + dice.roll(3)) {
            let path = "S\(number)"
            tops.append(path)
            sketch.addRandom(path, depth: 0, isRegion: false, later, counts, &dice, &targets, &sources)
        }
        let counters = counts ? Set(sketch.states.filter { $0.kind == .atomic }.map(\.path)) : []
        sketch.start(dice.pick(tops))
        let delays = ["R1 after duration('40s')", "R2 after duration('5s')", "R1 never", "R2 never"]
        for source in sources + ["*"] {
            for event in randomEvents + ["R1", "R2", "done"] where dice.roll(3) == 0 {
                for _ in 0...dice.roll(2) {
                    let target = dice.roll(6) == 0 ? [] : [dice.pick(targets)]
                    let isCounter = counters.contains(source)
                    var when = dice.roll(3) == 0 ? (dice.roll(2) == 0 ? "true" : "false") : nil
                    if isCounter, dice.roll(2) == 0 { when = "has(state.n) && state.n % 2 == 0" }
                    var data: [String: [String: String]] = [:]
                    if let target = target.first, counters.contains(target), dice.roll(4) > 0 {
                        data[target] = ["n": isCounter ? "has(state.n) ? state.n + 1 : 0" : "7"]
                    }
                    sketch.row(
                        source, .on(event), to: target, when: when, isInternal: dice.roll(3) == 0, data: data,
                        emit: dice.roll(5) == 0 ? [dice.pick(["R1", "R2"])] : later && dice.roll(3) == 0 ? [dice.pick(delays)] : [])
                }
            }
            if dice.roll(12) == 0 { sketch.row(source, .always, to: [dice.pick(targets)]) }
        }
        return sketch
    }

    private mutating func addRandom(
        _ path: String, depth: Int, isRegion: Bool, _ later: Bool, _ counts: Bool, _ dice: inout Dice, _ targets: inout [String],
        _ sources: inout [String]
    ) {
        targets.append(path)
        sources.append(path)
        switch depth >= 3 ? 0 : dice.roll(4) {
        case 2:
            state(path, .compound, initial: "\(path).C0")
            addHistory(path, default: "\(path).C0", &dice, &targets)
            for number in 0..<(1 + dice.roll(3)) {
                addRandom("\(path).C\(number)", depth: depth + 1, isRegion: false, later, counts, &dice, &targets, &sources)
            }
            if dice.roll(2) == 0 {
                state("\(path).F", .final(failure: false))
                targets.append("\(path).F")
            }
        case 3 where !isRegion:
            state(path, .parallel)
            addHistory(path, default: "\(path).R0", &dice, &targets)
            for number in 0..<(2 + dice.roll(2)) {
                addRandom("\(path).R\(number)", depth: depth + 1, isRegion: true, later, counts, &dice, &targets, &sources)
            }
        default:
            state(
                path, .atomic, counts ? [("n", .int)] : [], defers: later && dice.roll(3) == 0 ? [dice.pick(["E1", "R1", "R2"])] : [])
        }
    }

    private mutating func addHistory(_ path: String, default fallback: String, _ dice: inout Dice, _ targets: inout [String]) {
        guard dice.roll(3) == 0 else { return }
        state("\(path).H", .history(deep: dice.roll(2) == 0), initial: fallback)
        targets.append("\(path).H")
    }
}
