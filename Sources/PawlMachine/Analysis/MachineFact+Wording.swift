package import PawlKit

extension MachineFact {
    /// The fact in words.
    package var wording: Wording {
        switch self {
        case .duplicateRows(let trigger, let state):
            Wording(
                "two rows of \(state) take \(trigger), and neither has a condition", label: "never reached", relatedLabel: "always taken",
                help: "remove one, or give the first a `when`")
        case .rowBehindUnguarded(let trigger, let state):
            Wording(
                "this row of \(state) is never reached: the one before it always takes \(trigger)", label: "never reached",
                relatedLabel: "always taken", help: "put it first, or give the other one a `when`")
        case .alwaysCycle(let states):
            Wording(
                states.count == 1
                    ? "the `always` row of \(states[0]) runs for ever: nothing stops it"
                    : "the `always` rows of \(Self.list(states)) lead round in a circle for ever", label: "leads back",
                help: "give one of them a `when`")
        case .unreachableState(let state):
            Wording("state '\(state)' cannot be reached", label: "no row leads here", help: "add a row that leads to it, or remove it")
        case .deadEnd(let state):
            Wording("state '\(state)' is not final and no row leads out of it", label: "no way out", help: "add a row, or `final: true`")
        case .noWayToEnd(let states):
            Wording(
                "from \(Self.list(states.map { "'\($0)'" })) no final state can be reached", label: "no way to an end",
                help: "add a row that leads on to one that has an end")
        case .eventNotTaken(let event, let isInternal):
            Wording(
                isInternal ? "event '\(event)' is raised, and no row takes it" : "no row takes event '\(event)'", label: "never taken",
                help: isInternal
                    ? "add a row, or write `ignore` where it is raised"
                    : "add a row `on: \(event)`, list it under `ignore` of a state, or remove it")
        case .failureImpossible(let state):
            Wording("`failed` is never raised in \(state)", label: "cannot occur", help: "only a feedback without `failure` raises it")
        case .deadlineNeverSet(let state):
            Wording("state '\(state)' is left at once by its `always` row, so this deadline is never set", label: "has no effect")
        case .feedbackNeverStarts(let state):
            Wording("state '\(state)' is left at once by its `always` row, so this feedback never starts", label: "has no effect")
        case .outcomeNotTaken(let event, let state):
            Wording(
                "when this feedback succeeds, nothing in state '\(state)' takes '\(event)'; it is recorded as unhandled",
                label: "outcome not taken",
                help: event == "done"
                    ? "add a row `on: done`, or write `success: ignore`"
                    : "add a row `on: \(event)`, or list it under `ignore` of the state")
        case .rowShadowed(let trigger):
            Wording("this row is never reached: every state takes \(trigger) itself", label: "never reached")
        case .eventTakenOnlyIn(let event, let states, let isRejected):
            Wording(
                "event '\(event)' is taken only in \(Self.list(states)); elsewhere it is \(isRejected ? "rejected" : "recorded as unhandled")",
                help: "where that is wanted, list it under `ignore` of the state")
        case .regionConflict(let field, let state, let trigger, let regions):
            Wording(
                "two regions change '\(field)' of state '\(state)' on \(trigger): \(Self.list(regions.map { "'\($0)'" }))",
                label: "changes it too", relatedLabel: "changes it first",
                help: "let one region change it, or keep a field in each region")
        case .silenceImpossible(let event, let state, let isDeferred):
            Wording(
                "this row always takes '\(event)', so \(state) never \(isDeferred ? "keeps" : "ignores") it", label: "always taken",
                relatedLabel: isDeferred ? "defers it" : "ignores it", help: "give the row a `when`, or remove one of the two")
        case .looseEnd(let state, let parent):
            Wording(
                "when '\(state)' ends '\(parent)', nothing leads on: no row takes its `done`", label: "stays here for ever",
                help: "add a row `from: \(parent)`, `on: done`")
        case .guardGap(let path, let values, let state):
            Wording(
                "the conditions on \(path) in \(state) leave out \(Self.list(values, and: "or"))", label: "the last of them",
                help: "add a row without `when`, or one for what is left out")
        case .guardRepeated(let text):
            Wording(
                "this row is never reached: one before it has the same condition, '\(text)'", label: "never reached",
                relatedLabel: "the first")
        case .guardNeverHolds(let text):
            Wording("this row is never reached: its condition, '\(text)', is false for every value", label: "never reached")
        case .guardTaken(let path):
            Wording(
                "this row is never reached: the rows before it take every \(path) that it takes", label: "never reached",
                relatedLabel: "the first of them")
        }
    }

    private static func list(_ names: [String], and word: String = "and") -> String {
        var shown = Array(names.prefix(8))
        if names.count > 8 { shown.append("\(names.count - 8) more") }
        guard shown.count > 1, let last = shown.last else { return shown.first ?? "" }
        return shown.dropLast().joined(separator: ", ") + " \(word) " + last
    }
}
