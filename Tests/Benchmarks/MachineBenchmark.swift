import Foundation
import PawlDefinition
import PawlKit
import PawlMachine

/// The pure step of a machine with four levels and three regions, beside other engines on the same machine and events, in one run.
enum MachineBenchmark {
    private static let workflow = """
        workflow: plant
        events: { tick: {}, one: {}, reset: {} }
        states:
          On:
            initial: Run
            states:
              Run:
                parallel: true
                states:
                  R1: { initial: A, states: { A: {}, B: {} } }
                  R2: { initial: A, states: { A: {}, B: {} } }
                  R3: { initial: A, states: { A: {}, B: {} } }
        initial: On
        transitions:
          - { from: R1.A, on: [tick, one], to: R1.B }
          - { from: R1.B, on: [tick, one], to: R1.A }
          - { from: R2.A, on: tick, to: R2.B }
          - { from: R2.B, on: tick, to: R2.A }
          - { from: R3.A, on: tick, to: R3.B }
          - { from: R3.B, on: tick, to: R3.A }
          - { from: On, on: reset, to: On }
        """

    static func run() throws {
        let loaded = DefinitionLoader.load(Array(workflow.utf8), file: "plant.yaml", catalog: ServiceCatalog())
        guard let machine = loaded.machine else {
            return print("machine: the workflow does not load: \(loaded.diagnostics.map(\.wording.message))")
        }
        let events = ["tick", "one", "tick", "reset"].compactMap { machine.event(named: $0) }
        let stepper = Stepper(machine, timeZones: nil)
        let context = StepContext(
            instance: InstanceID(rawValue: "bench"), key: nil, input: Record(type: machine.input, fields: []),
            settings: Record(type: machine.settings, fields: []), now: .epoch, position: 2)
        var state = try stepper.step(MachineState(), StepEvent(.start), in: context).state
        func send(_ event: EventIndex) {
            if let result = try? stepper.step(state, StepEvent(.event(event)), in: context) { state = result.state }
        }
        for event in events.dropLast() { send(event) }
        let moved = machine.leafPaths(of: state)
        guard moved == ["On.Run.R1.B", "On.Run.R2.A", "On.Run.R3.A"] else { return print("machine: it went wrong: \(moved)") }
        let rate = Measure.perSecond { for event in events { send(event) } }
        print(
            "machine: Pawl: \(Int(rate * Double(events.count))) events per second, \(Measure.allocations { send(events[0]) }) allocations a tick"
        )
        try peers(rate * Double(events.count))
    }

    /// The other engines in the same run, when they are installed, and how many times as much Pawl does.
    private static func peers(_ own: Double) throws {
        let python = ".build/peers/bin/python"
        guard FileManager.default.isExecutableFile(atPath: python) else {
            return print("machine: no other engines: `make peers` installs them")
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = ["Tests/Benchmarks/peers/machine.py", "\(own)"]
        fflush(nil)
        try process.run()
        process.waitUntilExit()
    }
}
