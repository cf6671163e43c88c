import PawlExpression
import PawlKit

extension MachineAnalysis {
    /// Conditions that leave out values, or that rows before them make needless. Only fields whose values can be counted are
    /// looked at: enums, truth values, and ints compared with constants.
    static func guards(of machine: Machine, _ reach: Reachability) -> [Finding] {
        var findings: [Finding] = []
        for state in machine.states.indices where state == 0 || reach.isReachable[state] {
            for group in machine.rowGroups(of: state)
            where group.count <= 128 && group.contains(where: { machine.rows[$0].when != nil }) {
                let rows = group.map { machine.rows[$0] }
                let conditions = rows.map { $0.when.map { $0.isNative ? .other : Condition.read($0.expression) } }
                findings += impossible(rows, conditions, machine)
                if group.count < 2 { continue }
                findings += needless(rows, conditions, state, machine)
                if let gap = gap(rows, conditions, state, machine) { findings.append(gap) }
            }
        }
        return findings
    }

    /// Rows whose condition is a constant false, or false for each value of the one field that it asks about.
    private static func impossible(_ rows: [Row], _ conditions: [Condition?], _ machine: Machine) -> [Finding] {
        zip(rows, conditions).compactMap { row, condition in
            guard let when = row.when, let condition else { return nil }
            var isImpossible = when.expression.constantValue == false
            if let path = condition.onlyPath, let type = machine.type(of: path, seenBy: row),
                let domain = GuardDomain(type, comparedWith: condition.constants)
            {
                isImpossible = isImpossible || !domain.parts.contains { condition.holds(for: $0.sample) }
            }
            return isImpossible ? Finding(.guardNeverHolds(when.expression.text), at: row.range) : nil
        }
    }

    /// Rows that take only what rows before them take already.
    private static func needless(_ rows: [Row], _ conditions: [Condition?], _ state: StateIndex, _ machine: Machine) -> [Finding] {
        var findings: [Finding] = []
        var texts: [ByteString: Int] = [:]
        for index in rows.indices {
            // A constant also stands for a condition that was reported.
            guard let when = rows[index].when, !when.expression.isConstant, !when.isNative, let condition = conditions[index] else {
                continue
            }
            if let earlier = texts[ByteString(when.expression.text)] {
                findings.append(
                    Finding(.guardRepeated(when.expression.text), at: rows[index].range, related: rows[earlier].range))
                continue
            }
            // What `disable` may switch off takes nothing for certain.
            if rows[index].disables.isEmpty { texts[ByteString(when.expression.text)] = index }
            guard let path = condition.onlyPath else { continue }
            let earlier = (0..<index).filter { rows[$0].disables.isEmpty && conditions[$0]?.onlyPath == path }
            guard let first = earlier.first, earlier.count <= 64 else { continue }
            let before = earlier.compactMap { conditions[$0] }
            guard let type = machine.type(of: path, seenBy: rows[index]),
                let domain = GuardDomain(type, comparedWith: (before + [condition]).flatMap(\.constants))
            else { continue }
            let held = domain.parts.filter { condition.holds(for: $0.sample) }
            if !held.isEmpty, held.allSatisfy({ part in before.contains { $0.holds(for: part.sample) } }) {
                findings.append(
                    Finding(.guardTaken(path: path.joined(separator: ".")), at: rows[index].range, related: rows[first].range))
            }
        }
        return findings
    }

    /// Values of the one field that all rows ask about, and that none of them takes.
    private static func gap(_ rows: [Row], _ conditions: [Condition?], _ state: StateIndex, _ machine: Machine) -> Finding? {
        guard case .event(let event) = rows[0].trigger, !hasFallback(event, state, machine) else { return nil }
        let known = conditions.compactMap { $0 }
        guard known.count == rows.count, let path = known[0].onlyPath, known.allSatisfy({ $0.onlyPath == path }),
            let type = machine.type(of: path, seenBy: rows[0]), let domain = GuardDomain(type, comparedWith: known.flatMap(\.constants))
        else { return nil }
        let left = domain.parts.filter { part in !known.contains { $0.holds(for: part.sample) } }
        guard !left.isEmpty, let last = rows.last else { return nil }
        return Finding(
            .guardGap(path: path.joined(separator: "."), values: GuardDomain.texts(of: left), state: machine.label(state)), at: last.range)
    }

    /// Whether something else takes what the rows of a level leave.
    private static func hasFallback(_ event: EventIndex, _ state: StateIndex, _ machine: Machine) -> Bool {
        machine.levels(of: state).contains { level in
            let own = machine.states[level]
            return own.ignored.contains(event) || own.deferred.contains(event) || !own.anyEventRows.isEmpty
                || (level != state && own.rows[event] != nil)
        }
    }
}

extension Machine {
    /// The type of a field as the conditions of a row see it; nil when it may be absent or is not known.
    fileprivate func type(of path: [String], seenBy row: Row) -> ValueType? {
        var record: RecordType
        switch path.first {
        case "state": record = states[row.source].visible.type
        case "input": record = input
        case "settings": record = settings
        case "event":
            guard case .event(let event) = row.trigger, event != Event.done else { return nil }
            record = events[event].payload
        default: return nil
        }
        var type: ValueType?
        for name in path.dropFirst() {
            if let outer = type {
                guard case .record(let inner) = outer else { return nil }
                record = inner
            }
            guard let field = record.field(name), !field.isOptional else { return nil }
            type = field.type
        }
        return type
    }
}
