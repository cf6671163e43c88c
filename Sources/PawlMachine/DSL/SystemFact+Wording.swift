package import PawlKit

extension SystemFact {
    /// The fact in words.
    package var wording: Wording {
        switch self {
        case .duplicateName(let name, let kind, let types):
            Wording(
                "two types are \(kind) '\(name)': \(types.joined(separator: " and "))", label: "used here",
                relatedLabel: "the first", help: "give one of them another static name")
        case .badName(let name, let kind):
            Wording(
                "'\(name)' is no name of \(kind)", label: "named here",
                help: "a name begins with a letter and has letters, digits and _; the name of a system may have - too")
        case .unreadableType(let type, let reason):
            Wording("the fields of \(type) cannot be read off its Swift type: \(reason)", label: "used here")
        case .stateReadTooEarly(let state):
            Wording(
                "which rows there are depends on the data of '\(state)', and there is none when rows are made", label: "reads the state",
                help: "read the state inside the closures of On, .when and .disable only; turn an if around On into .when")
        case .fromFinal(let state, let what):
            Wording("'\(state)' is final: nothing happens in it any more, so that \(what) means nothing", label: "a final state")
        case .updateOfOther(let state, let source):
            Wording(
                "a row from \(source) cannot update '\(state)'", label: "another state",
                help: "return the state that the row is from, or write On instead of On(updating:) to enter the other one")
        case .feedbackTwice(let name):
            Wording(
                "two feedbacks are '\(name)'", label: "the second", relatedLabel: "the first",
                help: "give one of them an id: .id(\"other\")")
        case .retryAtMostOnce(let name):
            Wording("'\(name)' is run at most once, so that it cannot be retried", label: "both", help: "leave out .retry or .atMostOnce")
        case .doneMismatch(let type, let state):
            Wording(
                "no feedback of '\(state)' gives \(type) and leaves its result to EffectDone", label: "never comes",
                help: "take the output of the feedback of this state, or give the feedback no .success")
        case .unreadableTable(let problem):
            Wording(
                "the table of this system, as the journal has it, cannot be read: \(problem)",
                help: "pawl replay --all --verify looks for damage")
        case .noOutcome(let service):
            Wording(
                "the feedback of an event has no state that its result could be for: say what '\(service)' raises",
                label: "no .success", help: "add .success { … } or .ignoringSuccess()")
        }
    }
}
