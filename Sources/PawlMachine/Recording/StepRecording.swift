import PawlExpression
import PawlKit

/// Turns what a step decided into what the journal records.
struct StepRecording {
    let machine: Machine
    let stepper: Stepper

    /// The microsteps of a step from a state on an event, with the values that conditions read.
    func microsteps(
        of result: borrowing StepResult, from before: MachineState, on event: StepEvent, settings: inout [String: Value]
    ) throws(JSONError) -> [MicrostepRecord] {
        var own = MicrostepRecord()
        try note(result.met, in: before, event.payload, &own, &settings)
        var records = [own]
        for step in result.settling {
            // Where the one before it led to.
            records[records.count - 1].to = machine.leafPaths(of: step.before)
            var record = MicrostepRecord()
            if let event = step.event, case .event(let index) = event.trigger {
                record.event = machine.events[index].name
                if let payload = event.payload, !payload.type.fields.isEmpty { record.payload = RawJSON(try JSONCodec.encode(payload)) }
            }
            try note(step.met, in: step.before, step.event?.payload, &record, &settings)
            records.append(record)
        }
        // The beginning and a plain settling have nothing to tell.
        return records.filter { $0 != MicrostepRecord() }
    }

    private func note(
        _ met: [MetRow], in state: MachineState, _ payload: Record?, _ record: inout MicrostepRecord, _ settings: inout [String: Value]
    ) throws(JSONError) {
        for met in met {
            let reads = try reads(of: met, in: state, payload, settings: &settings)
            let row = RowRecord(row: machine.rows[met.row].name, refusal: met.refusal, reads: reads)
            if met.refusal == nil { record.taken.append(row) } else { record.refused.append(row) }
        }
    }

    /// The values that a row's conditions read, once each in order of appearance.
    private func reads(
        of met: MetRow, in state: MachineState, _ payload: Record?, settings: inout [String: Value]
    ) throws(JSONError) -> RawJSON? {
        let shape = stepper.plan.shapes[met.row]
        guard shape.isGuarded else { return nil }
        let row = stepper.plan.rows[met.row]
        let frame = stepper.frame
        frame[VariableSlot.state] = stepper.visible(of: row.source, in: state).map { .record($0) }
        frame[VariableSlot.event] = shape.seesEvent ? payload.map { .record($0) } : nil
        var values: [(path: String, value: Value?)] = []
        for condition in row.disables + (row.when.map { [$0] } ?? []) {
            for reading in condition.readings(frame) where !values.contains(where: { $0.path == reading.path }) {
                values.append(reading)
            }
        }
        note(values, in: &settings)
        return try Self.object(values)
    }

    /// Keeps the settings that were read, whole top-level fields.
    func note(_ readings: [(path: String, value: Value?)], in settings: inout [String: Value]) {
        for reading in readings where reading.path.hasPrefix("settings.") {
            let field = String(reading.path.dropFirst("settings.".count).prefix { $0 != "." })
            if let value = stepper.context.settings[field] { settings[field] = value }
        }
    }

    /// An object of paths and values; an absent value is null. Nil when nothing was read.
    static func object(_ values: [(path: String, value: Value?)]) throws(JSONError) -> RawJSON? {
        if values.isEmpty { return nil }
        var json = JSONWriter()
        json.beginObject()
        for (path, value) in values {
            json.key(path)
            if let value { try json.write(value, as: .any) } else { json.null() }
        }
        json.endObject()
        return RawJSON(json.bytes)
    }

    /// The settings that a step read, in declared order; nil when it read none.
    func settingsRecord(_ settings: [String: Value]) throws(JSONError) -> RawJSON? {
        if settings.isEmpty { return nil }
        var json = JSONWriter()
        json.beginObject()
        for field in machine.settings.fields {
            guard let value = settings[field.name] else { continue }
            json.key(field.name)
            try json.write(value, as: field.type)
        }
        json.endObject()
        return RawJSON(json.bytes)
    }

    /// The incident that a failed step becomes.
    func incident(_ failure: StepFailure, effect: EffectID? = nil) -> Incident {
        Incident(
            code: failure.code.rawValue, message: failure.message, place: failure.place, expression: failure.expression?.recordedText,
            source: failure.expression.flatMap { $0.isNative ? nil : "\($0.position.line):\($0.position.column)" },
            values: failure.values.isEmpty ? nil : (try? Self.object(failure.values)) ?? nil, effect: effect)
    }
}
