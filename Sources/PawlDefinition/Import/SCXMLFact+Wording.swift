package import PawlKit

extension SCXMLFact {
    /// The fact in words.
    package var wording: Wording {
        switch self {
        case .notSCXML(let name):
            Wording(
                "this is '\(name)', not an SCXML document",
                help: "the outermost element is <scxml xmlns=\"http://www.w3.org/2005/07/scxml\">")
        case .element(let name, let reason):
            Wording("<\(name)> cannot be translated: \(reason)")
        case .attribute(let name, let element):
            Wording("'\(name)' of <\(element)> cannot be translated")
        case .missingAttribute(let name, let element):
            Wording("<\(element)> needs '\(name)'")
        case .badValue(let value, let attribute, let expected):
            Wording("'\(value)' is no value of '\(attribute)'", help: "it is \(expected)")
        case .unknownState(let id, let suggestion):
            Wording("there is no state '\(id)'", help: suggestion.map { "did you mean '\($0)'?" })
        case .duplicateState(let id):
            Wording("the id '\(id)' is taken", label: "again here", relatedLabel: "first here")
        case .expression(let text, let problem):
            Wording(
                "the expression '\(text)' cannot be translated: \(problem)",
                help: "comparisons, arithmetic, texts, In('state'), _event.name, _event.data.x and variables of the data model can be")
        case .dataModel(let name):
            Wording("the data model '\(name)' cannot be translated", help: "'null' and 'ecmascript' can be")
        case .actionsThere(let place):
            Wording(
                "what a transition of <\(place)> does cannot be translated",
                help: "move it into <onentry> of the state that is entered")
        case .sendTarget(let target):
            Wording(
                "an event for '\(target)' cannot be translated: a workflow raises events only for itself",
                help: "call a service with a feedback instead")
        case .location(let text):
            Wording("'\(text)' is not a variable of the data model", help: "declare it: <data id=\"…\"/>")
        case .nothingToEnter(let name):
            Wording("<\(name)> has no state to enter")
        case .readAfterChange(let name):
            Wording(
                "'\(name)' is changed in <onexit> and read by a transition behind it",
                help: "a row of a workflow sees the data as it was before; move the change into the transition")
        case .neverRaised(let name):
            Wording(
                "'\(name)' never comes, so its transition is left out: a failing expression blocks the instance instead, and nothing else "
                    + "raises it")
        case .sharedVariable(let name):
            Wording(
                "'\(name)' is read here after another region changed it on the same event", label: "sees the value before",
                relatedLabel: "changed here", help: "give each region a variable of its own, or change it in one of them")
        case .resultDoesNotLoad(let message):
            Wording("the workflow that this becomes does not load: \(message)", help: "change the file, or write the workflow by hand")
        }
    }
}
