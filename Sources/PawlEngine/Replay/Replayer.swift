package import PawlKit
package import PawlMachine

/// Folds entries through the step again, and compares every recorded decision byte for byte. It starts no effect and reads no clock.
///
/// Feed it entries in order of appending, of one instance or of all; it keeps the state of each.
package struct Replayer: ~Copyable {
    private let timeZones: any TimeZones
    private var steppers: [String: InstanceStepper] = [:]
    private var states: [InstanceID: InstanceState] = [:]
    /// The instances that went wrong: the rest of each is not compared, for it follows from the first difference.
    private var broken: Set<InstanceID> = []
    /// The number of entries looked at.
    package private(set) var entries = 0

    /// Creates a replayer.
    package init(timeZones: any TimeZones) { self.timeZones = timeZones }

    /// Whether the machine of a revision was added.
    package func knows(_ workflow: String, _ revision: Int) -> Bool { steppers[Self.key(workflow, revision)] != nil }

    /// Adds the machine of a revision.
    package mutating func add(_ machine: Machine) {
        steppers[Self.key(machine.workflow, machine.revision)] = InstanceStepper(machine, timeZones: timeZones)
    }

    private static func key(_ workflow: String, _ revision: Int) -> String { "\(revision)/\(workflow)" }

    /// The state of an instance after the last entry fed.
    package func state(of id: InstanceID) -> InstanceState? { states[id] }

    /// The number of instances seen.
    package var instanceCount: Int { states.count }

    /// Takes the next entry; returns what does not agree, if anything.
    package mutating func feed(_ stored: StoredEntry) -> ReplayMismatch? {
        entries += 1
        let entry = stored.entry
        guard !broken.contains(entry.instance) else { return nil }
        if let mismatch = compare(stored) {
            broken.insert(entry.instance)
            return mismatch
        }
        return nil
    }

    private mutating func compare(_ stored: StoredEntry) -> ReplayMismatch? {
        let entry = stored.entry
        func damage(_ field: String, _ recorded: String, _ problem: String) -> ReplayMismatch {
            ReplayMismatch(instance: entry.instance, position: entry.position, field: field, recorded: recorded, recomputed: problem)
        }
        if !stored.isIntact {
            return damage("checksum", String(stored.checksum, radix: 16), "the entry has been changed since it was written")
        }
        guard entry.format <= JournalEntry.currentFormat else {
            return damage("format", "\(entry.format)", "this release knows formats up to \(JournalEntry.currentFormat)")
        }
        let expected = (states[entry.instance]?.position ?? 0) + 1
        guard entry.position == expected else { return damage("position", "\(entry.position)", "position \(expected) should be here") }
        if let known = states[entry.instance]?.stored.instance {
            // An instance stays on its definition: the step of another one must not see this state.
            if entry.workflow != known.workflow { return damage("workflow", entry.workflow, known.workflow) }
            if entry.revision != known.revision { return damage("revision", "\(entry.revision)", "\(known.revision)") }
        }
        guard let stepper = steppers[Self.key(entry.workflow, entry.revision)] else {
            return damage("revision", "\(entry.revision)", "there is no such revision of \(entry.workflow)")
        }
        var surroundings = InstanceStepper.Surroundings(
            now: entry.time, settings: Self.settings(entry.body.settings, of: stepper.machine))
        surroundings.guards = entry.body.guards
        guard var state = states[entry.instance] else { return begin(stored, stepper, surroundings) }
        let again: JournalEntry
        switch ReplayStimulus(entry, state: state, machine: stepper.machine) {
        case .step(let stimulus):
            guard let first = stepper.advance(&state, stimulus, in: surroundings).entries.first else {
                return damage("kind", entry.kind.name, "nothing happens")
            }
            again = first
        case .note(let body):
            let states = state.stored.instance.states
            again = JournalEntry(
                instance: entry.instance, position: entry.position, kind: entry.kind, time: entry.time, workflow: entry.workflow,
                revision: entry.revision, event: entry.event, from: states, to: states, body: body)
            state.note(again)
        case .impossible(let field, let problem):
            return damage(field, EntryDifference.text(of: field, in: entry), problem)
        }
        if let difference = EntryDifference.first(entry, body: stored.body, SealedEntry(again)) { return difference }
        states[entry.instance] = state
        return nil
    }

    private mutating func begin(
        _ stored: StoredEntry, _ stepper: InstanceStepper, _ surroundings: InstanceStepper.Surroundings
    ) -> ReplayMismatch? {
        let entry = stored.entry
        func mismatch(_ field: String, _ problem: String) -> ReplayMismatch {
            ReplayMismatch(instance: entry.instance, position: entry.position, field: field, recorded: entry.kind.name, recomputed: problem)
        }
        guard entry.kind == .started, case .outside(let who) = entry.body.cause, let input = entry.body.input else {
            return mismatch("kind", "a journal begins with started")
        }
        do {
            let record = try stepper.machine.decodeRecord(input, stepper.machine.input, what: "the start payload")
            let (state, advance) = try stepper.start(entry.instance, key: entry.body.key, input: record, who: who, in: surroundings)
            guard let again = advance.entries.first else { return mismatch("kind", "nothing happens") }
            if let difference = EntryDifference.first(entry, body: stored.body, SealedEntry(again)) { return difference }
            states[entry.instance] = state
            return nil
        } catch let error as RestoreError {
            return mismatch("input", error.message)
        } catch let failure as StepFailure {
            return mismatch("data", failure.message)
        } catch {
            return mismatch("input", "\(error)")
        }
    }

    /// The settings that the step read, as recorded; the others are absent, for the step did not look at them.
    private static func settings(_ json: RawJSON?, of machine: Machine) -> Record {
        var fields = [Value?](repeating: nil, count: machine.settings.fields.count)
        for (name, value) in json?.members ?? [] {
            guard let slot = machine.settings.slot(of: name) else { continue }
            fields[slot] = try? JSONCodec.decode(value.bytes, as: machine.settings.fields[slot].type)
        }
        return Record(type: machine.settings, fields: fields)
    }
}
