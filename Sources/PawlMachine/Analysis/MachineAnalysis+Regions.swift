import PawlKit

extension MachineAnalysis {
    /// Fields of enclosing states that two regions may change on one event: which change would last is left to the order of the file.
    static func regionConflicts(of machine: Machine) -> [Finding] {
        /// A field as the regions of one parallel state write it.
        struct Field: Hashable {
            let parallel: StateIndex
            let state: StateIndex
            let slot: Int
        }
        typealias Write = (trigger: Row.Trigger, region: StateIndex, row: RowIndex)
        guard machine.states.contains(where: { $0.kind == .parallel }) else { return [] }
        var writes: [Field: [Write]] = [:]
        for (index, row) in machine.rows.enumerated() {
            for rule in row.data where rule.state != row.source && (rule.isUpdate || row.targets.isEmpty) {
                var region = row.source
                while region != rule.state, let parallel = machine.states[region].parent {
                    if machine.states[parallel].kind == .parallel {
                        for field in rule.fields {
                            writes[Field(parallel: parallel, state: rule.state, slot: field.slot), default: []]
                                .append((row.trigger, region, index))
                        }
                    }
                    region = parallel
                }
            }
        }
        var findings: [Finding] = []
        for (field, writes) in writes where writes.count > 1 {
            // The first write of each trigger; another region's on the same trigger meets it.
            var first: [Row.Trigger: Write] = [:]
            for write in writes {
                let earlier: Write?
                switch write.trigger {
                // Each deadline is an event of its own.
                case .timer: continue
                case .always, .event: earlier = first[write.trigger] ?? (isExternal(write.trigger, machine) ? first[.anyEvent] : nil)
                case .anyEvent:
                    earlier = first.first { isExternal($0.key, machine) && $0.value.region != write.region }?.value ?? first[.anyEvent]
                }
                if let earlier, earlier.region != write.region {
                    let name = machine.states[field.state].data.fields[field.slot].name
                    findings.append(
                        Finding(
                            .regionConflict(
                                field: name, state: machine.states[field.state].path, trigger: machine.label(write.trigger),
                                regions: [machine.states[earlier.region].path, machine.states[write.region].path]),
                            at: machine.rows[write.row].range, related: machine.rows[earlier.row].range))
                }
                if first[write.trigger] == nil { first[write.trigger] = write }
            }
        }
        return findings.sorted { $0.range.start < $1.range.start }
    }

    private static func isExternal(_ trigger: Row.Trigger, _ machine: Machine) -> Bool {
        switch trigger {
        case .event(let event): machine.events[event].origin == .external
        case .anyEvent: true
        case .always, .timer: false
        }
    }
}
