import Foundation
import Glibc
import PawlControl
import TestSupport
import Testing

/// A `pawl serve` in a workplace of its own.
struct Serving {
    static let configuration = """
        store: sqlite:pawl.db
        workflows: flows
        plugins: [log, exec, mock]
        services:
          work.do: { use: mock.delay, with: { duration: 30ms, value: { text: done } } }
          work.slow: { use: exec.run, with: { program: /bin/sh, arguments: [-c, "touch started; while [ ! -e go ]; do sleep 0.05; done; echo 7; touch ended"] } }
        """

    /// Works, waits for people, works again.
    static let job = """
        workflow: job
        input: { number: int }
        key: "${ 'J-' + string(input.number) }"
        services:
          work.do: { output: { text: string } }
        events:
          Go: { by: string }
          Note: { text: string }
          Never: {}
        states:
          First: {}
          Waiting: { data: { notes: int } }
          Last: {}
          Done: { final: true }
        initial: First
        feedbacks:
          - { on: First, perform: work.do }
          - { on: Last, perform: work.do }
        transitions:
          - { from: First, on: { done: { to: Waiting, data: { notes: 0 } } } }
          - { from: Waiting, on: { Go: Last, Note: { data: { notes: "${ state.notes + 1 }" } } } }
          - { from: Last, on: { done: Done, Never: Done } }
        """

    static func write(in work: Workplace) throws {
        try work.write(configuration, to: "pawl.yaml")
        try work.write(job, to: "flows/job.yaml")
    }

    /// Starts it, and waits until it is ready.
    static func start(in work: Workplace, _ words: String..., patience: Duration = .seconds(120)) async throws -> RunningProgram {
        let program = try work.start(["serve"] + words, patience: patience)
        try await says("ready", program)
        return program
    }

    /// Waits until its log has a text.
    static func says(_ text: String, _ program: RunningProgram) async throws {
        for _ in 0..<1_500 {
            if program.messages.contains(text) { return }
            if kill(program.pid, 0) != 0 { break }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("it never says '\(text)': \(program.messages)")
    }

    /// Stops it, and expects a good end.
    static func stop(_ program: RunningProgram, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        program.signal(SIGTERM)
        let end = try await program.outcome()
        #expect(end.code == 0, "\(end)", sourceLocation: sourceLocation)
    }

    /// A connection of its own to the engine of a workplace.
    static func client(in work: Workplace) async throws -> ControlClient {
        try #require(try await ControlClient.connect(try SocketPath(store: work.folder + "/pawl.db", runtimeFolder: nil), patience: 300))
    }
}
