import PawlExpression
package import PawlKit

/// Decides what becomes of a stimulus: which entries the journal gets, and which effects are to be started.
///
/// The one function that live runs, tests and replay call: `(definition, instance, stimulus) -> entries`. It is pure; the
/// time and the settings come in with the stimulus. Not `Sendable`: one at a time may use it.
package final class InstanceStepper {
    package let machine: Machine
    let stepper: Stepper
    let recording: StepRecording

    package init(_ machine: Machine, timeZones: (any TimeZones)?) {
        self.machine = machine
        stepper = Stepper(machine, timeZones: timeZones)
        recording = StepRecording(machine: machine, stepper: stepper)
    }

    /// What surrounds one stimulus.
    package struct Surroundings: Sendable {
        /// The time.
        package var now: Timestamp
        /// The outside facts, a record of ``Machine/settings``.
        package var settings: Record
        /// In a replay, what the conditions written in Swift said; nil when they are asked.
        package var guards: [GuardOutcome]?

        package init(now: Timestamp, settings: Record) {
            self.now = now
            self.settings = settings
        }
    }

    /// Begins an instance.
    ///
    /// - Throws: ``StepFailure`` when the data of the first state cannot be computed: then there is no instance.
    package func start(
        _ id: InstanceID, key: String?, input: Record, who: String, in surroundings: Surroundings
    ) throws(StepFailure) -> (state: InstanceState, advance: Advance) {
        stepper.frame.guards.begin(journal: surroundings.guards)
        let encodedInput = try encoding("input") { () throws(JSONError) in RawJSON(try JSONCodec.encode(input)) }
        let row = InstanceRow(
            id: id, workflow: machine.workflow, revision: machine.revision, key: key, status: .active, position: 0, arrival: 0, states: [],
            data: RawJSON("{}"), history: nil, input: encodedInput, output: nil, incident: nil, created: surroundings.now,
            updated: surroundings.now)
        var state = InstanceState(stored: StoredInstance(instance: row), machine: MachineState(), input: input)
        var body = EntryBody(cause: .outside(who))
        body.key = key
        body.input = encodedInput
        let beginning = Occurrence(event: StepEvent(.start), name: nil, body: body)
        let result = try stepper.step(state.machine, beginning.event, in: context(state, surroundings))
        let advance = try record(result, .started, beginning, state, surroundings)
        commit(advance, machine: result.state, to: &state)
        return (state, advance)
    }

    /// Decides what becomes of a stimulus, and takes the entries into the state.
    package func advance(_ state: inout InstanceState, _ stimulus: Stimulus, in surroundings: Surroundings) -> Advance {
        stepper.frame.guards.begin(journal: surroundings.guards)
        return switch stimulus {
        case .send(let event): send(event, &state, surroundings)
        case .answer(let id, let attempt, let outcome): answer(id, attempt: attempt, outcome, &state, surroundings)
        case .element(let id, let attempt, let value): element(id, attempt: attempt, value, &state, surroundings)
        case .fire(let id): fire(id, &state, surroundings)
        case .attempt(let id): startAttempt(id, &state, surroundings)
        case .interrupted(let id): interrupted(id, &state, surroundings)
        case .next: next(&state, surroundings)
        case .person(let action, let who): act(action, who: who, &state, surroundings)
        }
    }

    // MARK: Shared pieces

    func context(_ state: InstanceState, _ surroundings: Surroundings) -> StepContext {
        StepContext(
            instance: state.id, key: state.stored.instance.key, input: state.input, settings: surroundings.settings,
            now: surroundings.now, position: state.position + 1)
    }

    func entry(
        _ kind: EntryKind, event: String?, _ state: InstanceState, to: [String]? = nil, _ body: EntryBody, _ surroundings: Surroundings
    ) -> JournalEntry {
        var body = body
        body.guards = stepper.frame.guards.outcomes
        return JournalEntry(
            instance: state.id, position: state.position + 1, kind: kind, time: surroundings.now, workflow: machine.workflow,
            revision: machine.revision, event: event, from: state.stored.instance.states, to: to ?? state.stored.instance.states, body: body
        )
    }

    func commit(_ advance: Advance, machine: MachineState?, to state: inout InstanceState) {
        for entry in advance.entries { state.apply(entry, machine: machine) }
    }

    /// An entry that changes nothing in the machine.
    func note(
        _ kind: EntryKind, event: String?, _ body: EntryBody, reply: Reply, launches: [EffectID] = [], _ state: inout InstanceState,
        _ surroundings: Surroundings
    ) -> Advance {
        var body = body
        body.begun = successors(kind, body, state, surroundings.now)
        let advance = Advance(
            entries: [entry(kind, event: event, state, body, surroundings)], reply: reply, launches: launches + body.begun.map(\.id))
        commit(advance, machine: nil, to: &state)
        return advance
    }

    /// Runs an encoding; a value that JSON cannot hold is one that does not fit its place.
    func encoding<Result>(
        _ place: @autoclosure () -> String, _ body: () throws(JSONError) -> Result
    ) throws(StepFailure) -> Result {
        do { return try body() } catch { throw StepFailure(.type, error.message, place: place()) }
    }

    /// Whether an event has to wait: the instance is paused or blocked, or others wait already.
    func mustQueue(_ state: InstanceState) -> Bool {
        state.status != .active || state.stored.queue.contains { !$0.isDeferred }
    }
}
