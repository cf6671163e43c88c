import PawlKit

/// A text of the file with its place.
struct Sourced: Hashable {
    let text: String
    let range: SourceRange
}

/// An SCXML document with its names looked up.
struct SCXMLDocument {
    /// The `name` of the machine.
    var name: String?
    /// The states in document order; 0 is the document itself.
    var states: [SCXMLState] = []
    /// The variables of the data model, with their initial values.
    var variables: [SCXMLVariable] = []
    /// The delayed sends, numbered.
    var sends: [SCXMLSend] = []
    /// What has no effect on the machine and was left out, for a comment.
    var leftOut: [String] = []

    /// Whether a state is inside another at any depth.
    func isInside(_ inner: Int, _ outer: Int) -> Bool {
        var current = states[inner].parent
        while let index = current {
            if index == outer { return true }
            current = states[index].parent
        }
        return false
    }

    /// The children that can be active.
    func realChildren(_ index: Int) -> [Int] { states[index].children.filter { !states[$0].isHistory } }

    /// Whether a `done` of a state can come.
    func canBeDone(_ index: Int) -> Bool {
        let children = realChildren(index)
        if states[index].kind == .parallel { return !children.isEmpty && children.allSatisfy(canBeDone) }
        return children.contains { states[$0].kind == .final }
    }

    /// Whether two states can be active at the same time.
    func canCoexist(_ one: Int, _ other: Int) -> Bool {
        if one == other || isInside(one, other) || isInside(other, one) { return true }
        var current = states[one].parent
        while let index = current {
            if isInside(other, index) { return states[index].kind == .parallel }
            current = states[index].parent
        }
        return false
    }

    /// All transitions with the state each belongs to, those of history states and initial elements left out.
    var transitions: [(source: Int, transition: SCXMLTransition)] {
        states.indices.flatMap { index in states[index].isHistory ? [] : states[index].transitions.map { (index, $0) } }
    }
}

/// A state, or the document itself.
struct SCXMLState {
    enum Kind: Hashable {
        case state
        case parallel
        case final
        case history(isDeep: Bool)
    }

    let kind: Kind
    /// The id in the file; nil when it has none.
    let id: String?
    let parent: Int?
    let range: SourceRange
    /// The states directly in it, history states too, in document order.
    var children: [Int] = []
    /// What is entered with it; of a history state, what is entered when there is nothing to remember.
    var initial: [Int] = []
    var transitions: [SCXMLTransition] = []
    var entry: [SCXMLAction] = []
    var exit: [SCXMLAction] = []
    /// What `done` of the parent carries.
    var doneData: [SCXMLParameter] = []

    var isHistory: Bool { if case .history = kind { true } else { false } }
}

/// A transition.
struct SCXMLTransition {
    /// The event descriptors without `.*` at their end; nil for an eventless one.
    let events: [Sourced]?
    let condition: Sourced?
    let targets: [Int]
    let isInternal: Bool
    let actions: [SCXMLAction]
    let range: SourceRange
}

/// A piece of executable content.
indirect enum SCXMLAction {
    case raise(Sourced)
    case send(Int)
    case cancel(Sourced)
    case assign(name: Sourced, value: ECMAExpression, text: Sourced)
    case choose([(condition: Sourced?, actions: [SCXMLAction])])
}

/// An event sent to the machine itself.
struct SCXMLSend {
    /// When it comes.
    enum Moment: Hashable {
        /// Before everything from outside.
        case now
        /// As if it came from outside, without delay.
        case next
        /// So long after.
        case later(TimeAmount)
    }

    let event: Sourced
    let id: String?
    let moment: Moment
    let parameters: [SCXMLParameter]
    let range: SourceRange
}

/// A named value.
struct SCXMLParameter {
    /// The name of what is all that an event carries: `_event.data` itself.
    static let whole = ""

    let name: String
    let value: Sourced
}

/// A variable of the data model.
struct SCXMLVariable {
    let name: String
    let initial: ECMAExpression
    let text: Sourced
}
