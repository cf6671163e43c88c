package import PawlKit

/// A state.
package struct State: Sendable {
    /// What a state is.
    package enum Kind: Sendable, Hashable {
        /// No states inside.
        case atomic
        /// One of its children is active.
        case compound
        /// All of its children are active.
        case parallel
        /// An end, good or bad.
        case final(failure: Bool)
        /// A stand-in for what was active when its parent was left.
        case history(deep: Bool)
    }

    /// The last part of the path.
    package var name: String
    /// The path from the root: `Connected.Idle`. The root's is empty.
    package var path: String
    /// What it is.
    package var kind: Kind
    /// The enclosing state; the root has none.
    package var parent: StateIndex?
    /// The states directly inside, in document order.
    package var children: [StateIndex]
    /// The last state inside at any depth, itself if none: states inside are `index + 1 ... last`.
    package var last: StateIndex
    /// The number of states around it.
    package var depth: Int
    /// The data it carries.
    package var data: RecordType
    /// What `state` means in its rows: its own fields, then those of enclosing states that are not shadowed.
    package var visible: VisibleData
    /// What is entered when nothing inside is named.
    package var initial: EntryRule?
    /// The output of a final state.
    package var output: Template?
    /// The payload of `done` when what is inside has come to its end: of a compound state what its final states give, of a parallel
    /// one a field for each region.
    package var doneType: RecordType
    /// Words for programs that show instances.
    package var tags: [String]
    /// Events that it silently drops.
    package var ignored: Set<EventIndex>
    /// Events kept until a state that handles them.
    package var deferred: Set<EventIndex>
    /// Events raised at entry.
    package var entryEmits: [Emit]
    /// Events raised at exit.
    package var exitEmits: [Emit]
    /// The fields that change at entry: its own, and those of enclosing states.
    package var entryData: [DataRule]
    /// The fields that change at exit.
    package var exitData: [DataRule]
    /// The rows for each event, in order.
    package var rows: [EventIndex: [RowIndex]]
    /// The rows of `on: "*"`, in order.
    package var anyEventRows: [RowIndex]
    /// The eventless rows, in order.
    package var alwaysRows: [RowIndex]
    /// The timers set at entry, in order.
    package var timers: [Int]
    /// The feedbacks started at entry, in order.
    package var feedbacks: [FeedbackIndex]
    /// One sentence for people.
    package var summary: String?
    /// Where it is declared.
    package var range: SourceRange

    /// The state around all others, before it has any.
    package static func root(at range: SourceRange = .start) -> State {
        State(
            name: "", path: "", kind: .compound, parent: nil, depth: 0, data: .empty, visible: VisibleData(of: 0, data: .empty),
            range: range)
    }

    /// A state directly below the root, with nothing inside.
    package static func flat(_ name: String, _ kind: Kind, data: RecordType, as index: StateIndex, at range: SourceRange = .start) -> State
    {
        var state = State(
            name: name, path: name, kind: kind, parent: 0, depth: 1, data: data, visible: VisibleData(of: index, data: data), range: range)
        state.last = index
        return state
    }

    package init(
        name: String, path: String, kind: Kind, parent: StateIndex?, depth: Int, data: RecordType, visible: VisibleData, range: SourceRange
    ) {
        self.name = name
        self.path = path
        self.kind = kind
        self.parent = parent
        self.depth = depth
        self.data = data
        self.visible = visible
        self.range = range
        children = []
        last = 0
        doneType = .empty
        tags = []
        ignored = []
        deferred = []
        entryEmits = []
        exitEmits = []
        entryData = []
        exitData = []
        rows = [:]
        anyEventRows = []
        alwaysRows = []
        timers = []
        feedbacks = []
    }

    /// Whether it is an end.
    package var isFinal: Bool { kind.isFinal }
    /// Whether it stands for what was active, and is never active itself.
    package var isHistory: Bool { kind.isHistory }
    /// Whether there are states inside.
    package var isComposite: Bool { kind.isComposite }
}

extension State.Kind {
    /// Whether it is an end.
    package var isFinal: Bool { if case .final = self { true } else { false } }
    /// Whether it stands for what was active, and is never active itself.
    package var isHistory: Bool { if case .history = self { true } else { false } }
    /// Whether there are states inside.
    package var isComposite: Bool { self == .compound || self == .parallel }
}

/// The fields that a state's rows see as `state`.
package struct VisibleData: Sendable {
    /// The type of `state`.
    package var type: RecordType
    /// Where each field is stored: the state, and the slot in its data.
    package var sources: [(state: StateIndex, slot: Int)]
    /// The state whose data is `state` as it is, when no enclosing state adds a field.
    package var direct: StateIndex?

    package init(type: RecordType, sources: [(state: StateIndex, slot: Int)], direct: StateIndex?) {
        self.type = type
        self.sources = sources
        self.direct = direct
    }

    /// The data of a state that stands alone.
    package init(of state: StateIndex, data: RecordType) {
        type = data
        sources = data.fields.indices.map { (state, $0) }
        direct = state
    }
}

/// What is entered, and with which data.
package struct EntryRule: Sendable {
    /// The states named; several only across regions.
    package var targets: [StateIndex]
    /// The data of the states entered, where not given by another rule.
    package var data: [DataRule]
    /// Where it is written.
    package var range: SourceRange

    package init(targets: [StateIndex], data: [DataRule], range: SourceRange) {
        self.targets = targets
        self.data = data
        self.range = range
    }
}
