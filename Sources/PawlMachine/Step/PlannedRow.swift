import PawlExpression
import PawlKit

/// A row with all that can be known of it before any step.
///
/// A class that never changes, so that a step passes rows on by reference and copies nothing of them.
final class PlannedRow {
    let name: String
    let source: StateIndex
    let when: SourcedExpression?
    /// The expression of ``when``, when that is the only condition and surely gives a truth value.
    let truth: Expression?
    let disables: [SourcedExpression]
    let isDisabling: Bool
    let targets: [StateIndex]
    let isInternal: Bool
    let data: [DataRule]
    let emits: [Emit]
    /// The innermost state that stays active while it is taken; -1 where that depends on what history remembers.
    let domain: StateIndex
    /// What is done when it is no more than a hop; nil for all other rows.
    let hop: Hop?

    /// From a state without states inside to one beside it, where nothing else happens on the way: no data of other states, no events
    /// raised, nothing at exit or entry, no history, no `done`. Most rows of most machines are of this kind.
    struct Hop {
        let target: StateIndex
        /// The data of the target; nil when it has none.
        let data: PlannedRecord?
    }

    init(_ row: Row, of machine: Machine) {
        name = row.name
        source = row.source
        when = row.when
        truth = row.disables.isEmpty && row.when?.expression.isTruth == true ? row.when?.expression : nil
        disables = row.disables
        isDisabling = !row.disables.isEmpty
        targets = row.targets
        isInternal = row.isInternal
        data = row.data
        emits = row.emits
        domain =
            row.targets.contains { machine.states[$0].isHistory }
            ? -1 : machine.states.domain(from: row.source, to: row.targets, isInternal: row.isInternal)
        hop = Self.hop(row, of: machine)
    }

    private static func hop(_ row: Row, of machine: Machine) -> Hop? {
        let source = machine.states[row.source]
        guard row.targets.count == 1, let index = row.targets.first, let parent = source.parent, row.emits.isEmpty, source.kind == .atomic,
            source.exitData.isEmpty, source.exitEmits.isEmpty, parent == 0 || machine.states[parent].kind == .compound
        else { return nil }
        let target = machine.states[index]
        guard target.parent == parent, target.kind == .atomic || target.isFinal && parent == 0, target.entryData.isEmpty,
            target.entryEmits.isEmpty, row.data.allSatisfy({ $0.state == index && !$0.isUpdate }), row.data.count <= 1
        else { return nil }
        let rules = row.data.first?.fields ?? []
        return Hop(target: index, data: rules.isEmpty ? nil : PlannedRecord(target.data, rules, place: row.name))
    }
}
