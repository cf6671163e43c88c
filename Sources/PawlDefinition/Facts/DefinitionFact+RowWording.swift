import PawlKit

extension DefinitionFact {
    /// Facts of rows, states and feedbacks in words.
    var rowWording: Wording {
        switch self {
        case .rowWithoutTrigger:
            Wording("a row needs a trigger", label: "nothing sets it off", help: "add `on`, `after`, `at` or `always`")
        case .besideMap(let key, let trigger):
            Wording(
                "`\(key)` cannot stand beside `\(trigger)` with targets of its own", label: "which target is it for?",
                relatedLabel: "has its own targets",
                help: "move it into the target: { to: State, \(key): … }")
        case .severalTriggers(let triggers):
            Wording(
                "\(triggers.map { "`\($0)`" }.joined(separator: " and ")) in one row cannot share a target", label: "a second trigger",
                relatedLabel: "the first one", help: "write a row for each, or give each its targets: `on: { Event: State }`")
        case .updateOfSeveralStates:
            Wording(
                "a target without `to` needs a single state in `from`", label: "no `to`", help: "write a row for each state, or add `to`")
        case .fieldNotGiven(let field, let owner, let giver, let hint, let sources):
            Wording(
                "\(owner) needs '\(field.name)' (\(field.typeText)), and \(giver) does not give it", label: "entered here",
                relatedLabel: "declared here",
                help: Self.help(field, hint, sources))
        case .fieldFromBoth(let name, let owner, _, let labels, let expressions):
            Wording(
                "'\(name)' of \(owner) could come from \(labels.joined(separator: " and from "))", label: "which one?",
                relatedLabel: "declared here",
                help:
                    "write data: { \(name): \"${ \(expressions.first ?? "") }\" } or data: { \(name): \"${ \(expressions.last ?? "") }\" }")
        case .fieldOfOtherType(let field, let owner, _, let source, let found, let expression):
            Wording(
                "\(owner) needs '\(field.name)' (\(field.typeText)), and that of \(source) is \(found)", label: "entered here",
                relatedLabel: "declared here",
                help: expression.map { "write data: { \(field.name): \"${ \($0).orValue(…) }\" }" }
                    ?? "give it in data: { \(field.name): … }")
        case .rowFromFinal(let state): Wording("state '\(state)' is final, so no row can lead from it", relatedLabel: "declared here")
        case .doneImpossible(let state, let hasFeedbacks):
            Wording(
                "`done` is never raised in state '\(state)': it has no feedback without `success`", label: "cannot occur",
                relatedLabel: "declared here",
                help: hasFeedbacks
                    ? "take the event that its feedback names under `success`" : "add a feedback that is started `on: \(state)`")
        case .doneOfMachine:
            Wording("`done` belongs to the state whose feedback succeeded", label: "cannot occur here", help: "write the state in `from`")
        case .raisedEngineEvent(let name):
            Wording("only the engine raises '\(name)'", label: "reserved", help: "declare an event of your own under `events:`")
        case .starInList: Wording("\"*\" stands alone: it is the whole machine", label: "not beside others")
        case .tooManyRows(let limit): Wording("the rows of this file are more than \(limit), one for each state, event and target")
        default: stateWording
        }
    }

    private static func help(_ field: RecordType.Field, _ hint: FieldHint?, _ sources: [String]) -> String {
        if let hint {
            let source = hint.expression.hasPrefix("event.") ? "the event" : hint.source
            return
                "\(source) has no field '\(field.name)'; it has '\(hint.field)'. Write data: { \(field.name): \"${ \(hint.expression) }\" }"
        }
        let lead = sources.isEmpty ? "" : "neither of its sources has it (\(sources.joined(separator: ", "))); "
        return (sources.count == 1 ? "\(sources[0]) has no such field; " : lead) + "write data: { \(field.name): … }"
    }

    private var stateWording: Wording {
        switch self {
        case .outputOfNonFinal(let state):
            Wording(
                "state '\(state)' is not final, so it has no `output`", label: "not here", help: "add `final: true`, or remove `output`")
        case .outputMissing(let state, let fields, let has):
            Wording(
                "the final state '\(state)' must give \(Self.list(fields))", label: "has no `output`", relatedLabel: "declared here",
                help: "write output: { "
                    + fields.map { "\($0.name): " + (has.contains($0.name) ? "\"${ state.\($0.name) }\"" : "…") }.joined(separator: ", ")
                    + " }")
        case .ignoreOfFinal(let state): Wording("state '\(state)' is final, so no event reaches it", label: "has no effect")
        default: feedbackWording
        }
    }

    private var feedbackWording: Wording {
        switch self {
        case .feedbackOnFinal(let state): Wording("state '\(state)' is final, so nothing runs in it", relatedLabel: "declared here")
        case .twoWithoutSuccess(let state):
            Wording(
                "state '\(state)' has two feedbacks without `success`", label: "the second", relatedLabel: "the first",
                help: "name the event of each with `success: Event`, or write `success: ignore`")
        case .outlivesWithoutSuccess(let state):
            Wording(
                "a feedback that outlives state '\(state)' must name `success`", label: "runs on when the state is left",
                help: "write `success: Event` or `success: ignore`")
        case .feedbackNamedTwice(let name):
            Wording(
                "two feedbacks are named '\(name)' in the journal", label: "again here", relatedLabel: "first here",
                help: "give one of them an `id`")
        case .missingInput(let fields, let service):
            Wording(
                "service '\(service)' needs \(Self.list(fields))", label: "not given", relatedLabel: "declared here",
                help: "write with: { \(fields.prefix(4).map { "\($0.name): …" }.joined(separator: ", ")) }")
        case .outputUnknown(let service):
            Wording(
                "what service '\(service)' gives has no type of its own", label: "gives anything",
                help: "declare under `services:` a service with the output you expect, and bind it to '\(service)' in pawl.yaml")
        case .retryOfAtMostOnce:
            Wording(
                "a feedback that is delivered at most once cannot be retried", label: "never more than one attempt",
                relatedLabel: "at most once")
        case .unknownErrorCode(let code, let suggestion, let known):
            Wording(
                "'\(code)' is no error code of this service", label: suggestion.map { "did you mean '\($0)'?" } ?? "not known",
                help: suggestion == nil ? "there are \(Names.list(known, limit: 16))" : nil)
        case .neverRetried(let code):
            Wording("'\(code)' is never retried", label: "has no effect", help: "the same result would not fit again")
        case .outcomeBehindUnguarded(let key):
            Wording(
                "this part of `\(key)` is never reached", label: "never reached", relatedLabel: "this one always holds",
                help: "add `when` to the first, or change the order")
        default: warningWording
        }
    }

    private var warningWording: Wording {
        switch self {
        case .yaml11Word(let name, let what):
            Wording(
                "older readers of YAML take '\(name)' for something else than the name of \(what)", label: "not a text in YAML 1.1",
                help: "quote it, or choose another name")
        case .rowDoesNothing:
            Wording(
                "this row takes its event and does nothing", label: "no `to`, `data` or `emit`",
                help: "to keep an event silent, list it under `ignore:` of the state")
        case .staysAbsent(let field, let owner, let source, let found):
            Wording(
                "'\(field.name)' of \(owner) stays absent: that of \(source) is \(found), not \(field.type)", label: "entered here",
                relatedLabel: "declared here", help: "give it in data: { \(field.name): … }")
        case .commentBehindExpression(let what, let quoted):
            Wording(
                "` #` ends the expression of \(what); what follows is a comment", label: "ends here",
                help: "if it belongs to the expression, quote the whole: \(quoted); else put the comment on a line of its own")
        default: Wording("\(code)")
        }
    }
}
