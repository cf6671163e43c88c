import PawlDefinition
import PawlKit
import PawlMachine

/// How long it takes to load machines of thousands of states: the time for each state must not grow with their number.
enum ValidateBenchmark {
    static func run() {
        print("validate: reading, checking and analysing a file; milliseconds, and microseconds for each state")
        for (name, text) in [("flat", flat), ("nested, four levels and regions", nested)] {
            for count in [1_000, 3_000, 10_000] { measure(name, count, Array(text(count).utf8)) }
        }
    }

    private static func measure(_ name: String, _ count: Int, _ bytes: [UInt8]) {
        var seconds: [Double] = []
        for _ in 0..<5 {
            let start = Measure.now()
            let loaded = DefinitionLoader.load(bytes, file: "\(name).yaml", catalog: ServiceCatalog())
            seconds.append(Measure.now() - start)
            guard let machine = loaded.machine else {
                print(
                    "  \(name): \(loaded.diagnostics.first { $0.severity == .error }.map { "\($0.range.start.line): \($0.wording.message)" } ?? "nothing")"
                )
                return
            }
            precondition(machine.states.count > count, "all states are there")
        }
        let best = seconds.min() ?? 0
        let columns = [
            "\(count) states", "\(bytes.count / 1_000) kB", "\((best * 10_000).rounded() / 10) ms",
            "\((best / Double(count) * 1e7).rounded() / 10) µs",
        ]
        print("  " + name + columns.map { String(repeating: " ", count: max(1, 14 - $0.count)) + $0 }.joined())
    }

    private static let events = (0..<20).map { "E\($0): { n: int }" }.joined(separator: ", ")

    /// A ring of states with data, conditions and deadlines, and a way out of each.
    static func flat(_ count: Int) -> String {
        var states = ""
        var rows = ""
        for index in 0..<count {
            states += "  S\(index): { data: { n: int } }\n"
            let next = (index + 1) % count
            rows +=
                index % 4 == 0
                ? "  - { from: S\(index), on: E\(index % 20), when: state.n < 9, to: S\(next), data: { n: \"${ state.n + 1 }\" } }\n"
                : "  - { from: S\(index), \(index % 4 == 1 ? "after: 5m" : "on: E\(index % 20), data: { n: 1 }"), to: S\(next) }\n"
        }
        return
            "workflow: flat\nevents: { \(events), Stop: }\nstates:\n\(states)  Done: { final: true }\ninitial: { state: S0, data: { n: 0 } }\n"
            + "transitions:\n\(rows)  - { from: \"*\", on: Stop, to: Done }\n"
    }

    /// Parts of twenty states: a parallel state of two regions, one of them with states of three levels.
    static func nested(_ count: Int) -> String {
        var states = ""
        var rows = ""
        let parts = count / 20
        for part in 0..<parts {
            states += "  P\(part):\n    parallel: true\n    data: { n: int }\n    states:\n"
            states +=
                "      L\(part): { initial: L\(part)a, states: { L\(part)a: {}, L\(part)b: {}, L\(part)c: {}, L\(part)d: { final: true } } }\n"
            states += "      R\(part):\n        initial: R\(part)x\n        states:\n"
            for group in ["x", "y"] {
                let name = "R\(part)\(group)"
                states += "          \(name): { initial: { state: \(name)1, data: { m: 1 } }, states: { \(name)1: { data: { m: int } }, "
                states += (2...5).map { "\(name)\($0): {}" }.joined(separator: ", ") + ", \(name)6: { final: true } } }\n"
                for step in 1...5 { rows += "  - { from: \(name)\(step), on: E\(step), to: \(name)\(step + 1) }\n" }
            }
            rows += "  - { from: L\(part)a, on: E1, to: L\(part)b }\n  - { from: L\(part)b, after: 1m, to: L\(part)c }\n"
            rows += "  - { from: L\(part)c, on: E3, when: state.n > 2, to: L\(part)d }\n"
            rows += "  - { from: R\(part)x, on: done, to: R\(part)y, data: { m: 2 } }\n"
            rows += "  - { from: P\(part), on: E7, to: P\((part + 1) % parts), data: { n: 1 } }\n"
        }
        return
            "workflow: nested\nevents: { \(events), Stop: }\nstates:\n\(states)  Done: { final: true }\ninitial: { state: P0, data: { n: 0 } }\n"
            + "transitions:\n\(rows)  - { from: \"*\", on: Stop, to: Done }\n"
    }
}
