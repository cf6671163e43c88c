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
        case .doneImpossible(let state, let why): Self.neverDone(state, why)
        case .doneOfMachine:
            Wording("`done` belongs to the state whose feedback succeeded", label: "cannot occur here", help: "write the state in `from`")
        case .raisedEngineEvent(let name):
            Wording("only the engine raises '\(name)'", label: "reserved", help: "declare an event of your own under `events:`")
        case .starInList: Wording("\"*\" stands alone: it is the whole machine", label: "not beside others")
        case .tooManyRows(let limit): Wording("the rows of this file are more than \(limit), one for each state, event and target")
        default: wayWording
        }
    }

    private static func neverDone(_ state: String, _ why: NeverDone) -> Wording {
        var wording = Wording("`done` is never raised in state '\(state)'", label: "cannot occur", relatedLabel: "declared here")
        switch why {
        case .noFeedback, .namedOutcome:
            wording.message += ": it has no feedback without `success`"
            wording.help =
                why == .namedOutcome
                ? "take the event that its feedback names under `success`" : "add a feedback that is started `on: \(state)`"
        case .noFinal:
            wording.message += ": no state inside is final"
            wording.help = "mark the state that it ends with: `final: true`"
        case .region(let region):
            wording.message += ": its region '\(region)' never comes to an end"
            wording.help = "every region needs a final state, and an atomic one has none"
        }
        return wording
    }

    /// Facts of ways between nested states.
    private var wayWording: Wording {
        switch self {
        case .targetsNotInRegions(let one, let other):
            Wording(
                "'\(one)' and '\(other)' are not in different regions of a parallel state, so both cannot be entered",
                label: "cannot be active together", relatedLabel: "with this one", help: "name one state for each region")
        case .acrossRegions(let source, let target, let parallel):
            Wording(
                "this row leads from one region of '\(parallel)' into another ('\(source)' to '\(target)'): all regions would start anew",
                label: "in another region", relatedLabel: "the regions",
                help: "emit an event that a row of the other region takes, or name a target in both regions: `to: [ … ]`")
        case .internalImpossible:
            Wording(
                "`internal` is for rows from a state with states inside to one of these", label: "has no meaning here",
                help: "remove it; a row without `to` stays as it is")
        case .fieldOfSeveralStates(let name, let states):
            Wording(
                "several of the states entered have a field '\(name)': \(Names.list(states))", label: "whose?",
                help: "write it below the state: { \(states.first.map(Self.lastPart) ?? ""): { \(name): … } }")
        case .fieldOfActiveState(let name, let state):
            Wording(
                "'\(name)' belongs to state '\(state)', which is active already", label: "not entered",
                relatedLabel: "stays active",
                help: "give it in the row that enters '\(state)'")
        case .besideCancel(let key):
            Wording("`\(key)` cannot stand beside `cancel`", label: "not here", relatedLabel: "calls events off")
        default: stateWording
        }
    }

    private static func lastPart(_ path: String) -> String { path.split(separator: ".").last.map(String.init) ?? path }

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
        case .passedByFinal(let state, let key):
            Wording("state '\(state)' is final, so it can \(key) no event", label: "has no effect")
        case .keysClash(let key, let other, let state):
            Wording("state '\(state)' cannot have both `\(other)` and `\(key)`", label: "not beside `\(other)`", relatedLabel: "`\(other)`")
        case .strayKey(let key, let state, let needs):
            Wording("state '\(state)' has `\(key)` and no \(needs)", label: "has no meaning alone", help: "add \(needs), or remove it")
        case .failureInside(let state, let parent):
            Wording(
                "state '\(state)' ends '\(parent)', not the machine, so it cannot be its failure", label: "`true` here",
                help: "write `final: true`, and lead to a final state of the machine with a row `from: \(parent)`, `on: done`")
        case .historyWithoutDefault(let state, let parent):
            Wording(
                "the history state '\(state)' does not say what is entered when '\(parent)' was never active", label: "needs `default`",
                help: "add `default: State`, a state inside '\(parent)'")
        case .historyOfMachine(let state):
            Wording(
                "'\(state)' stands for what was active in the machine itself, which is never left", label: "not here",
                help: "write it under `states` of the state whose past is meant")
        case .fromHistory(let state, let what):
            Wording("'\(state)' is a history state and never active, so no \(what) can be on it", relatedLabel: "declared here")
        case .initialOutside(let key, let state, let outer):
            Wording(
                "`\(key)` must be a state inside '\(outer)', and '\(state)' is not", label: "outside", relatedLabel: "the state around it")
        case .defaultIsHistory(let state):
            Wording("`default` must be a state, and '\(state)' is a history state itself", label: "not a state that can be active")
        case .outputsDiffer(let field, let state, let one, let other):
            Wording(
                "'\(field)' in the outputs of '\(state)' is \(one) here and \(other) there", label: "is \(other)",
                relatedLabel: "is \(one)",
                help: "give both the same type, or other names")
        case .deferredEngineEvent(let name):
            Wording("'\(name)' cannot be kept for later: it is about what is active now", label: "raised by the engine")
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
                "a feedback that may outlive state '\(state)' must name `success`", label: "runs on when the state is left",
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
            Wording(
                "'\(code)' is never retried", label: "has no effect",
                help: code == EngineErrorCode.invalidOutput.rawValue
                    ? "the same result would not fit again" : "an attempt that fails with it is the last one")
        case .outcomeBehindUnguarded(let key):
            Wording(
                "this part of `\(key)` is never reached", label: "never reached", relatedLabel: "this one always holds",
                help: "add `when` to the first, or change the order")
        case .compositeWithoutSuccess(let state):
            Wording(
                "a feedback on '\(state)', which has states inside, must name `success`",
                label: "its `done` is that of what is inside", relatedLabel: "declared here",
                help: "write `success: Event` or `success: ignore`")
        case .eventWithoutSuccess(let event):
            Wording(
                "a feedback that event '\(event)' starts must name `success`", label: "belongs to no state",
                help: "write `success: Event` or `success: ignore`")
        case .nextWithoutElements(let service):
            Wording(
                "service '\(service)' gives no elements on its way", label: "never raised", relatedLabel: "declared here",
                help: "declare `elements: { … }` under `services:` if it is a streaming service")
        case .onBesideEvent:
            Wording(
                "a feedback is started by states or by events, not both", label: "and by an event", relatedLabel: "by a state",
                help: "write a feedback for each")
        case .startedByDone:
            Wording(
                "`done` starts no feedback: it belongs to one state", label: "not here", help: "start it on the state that `done` leads to")
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
        case .cancelsNothing(let event):
            Wording(
                "no row emits '\(event)' with `after`, so there is nothing to call off", label: "never delayed",
                help: "emit it as { event: \(event), after: … }")
        case .ignoredAndDeferred(let event):
            Wording("'\(event)' is ignored by this state, so it is never deferred", label: "has no effect", relatedLabel: "ignored here")
        default: Wording("\(code)")
        }
    }
}
