/// A workflow as it is to be written: names and expressions as text.
struct WorkflowOutline {
    var comments: [String] = []
    var workflow: String
    var output: [(name: String, type: String)] = []
    var events: [EventOutline] = []
    /// What is entered at the start, with the data of what is entered.
    var initial: [String] = []
    var initialData: [FieldOutline] = []
    var states: [StateOutline] = []
    var rows: [RowOutline] = []
}

/// An event.
struct EventOutline {
    var name: String
    /// The fields with their types.
    var fields: [(name: String, type: String)] = []
    /// What the file calls it, when that is no name here.
    var note: String?
}

/// A state.
struct StateOutline {
    enum Kind: Hashable {
        case plain
        case parallel
        case final
        case history(String)
    }

    var name: String
    var note: String?
    var kind = Kind.plain
    /// What is entered with it; of a history state, its default.
    var initial: [String] = []
    var data: [(name: String, type: String)] = []
    var output: [FieldOutline] = []
    var ignored: [String] = []
    var entry = EffectsOutline()
    var exit = EffectsOutline()
    var children: [StateOutline] = []
}

/// A field with its value.
struct FieldOutline: Hashable {
    var name: String
    var value: ValueOutline
}

/// A value.
enum ValueOutline: Hashable {
    /// A number, a truth value or `~`, as it is written.
    case literal(String)
    case text(String)
    case expression(String)
}

/// What happens beside a change of state.
struct EffectsOutline: Hashable {
    var data: [FieldOutline] = []
    var emits: [EmitOutline] = []

    var isEmpty: Bool { data.isEmpty && emits.isEmpty }
}

/// An entry of an `emit`.
struct EmitOutline: Hashable {
    var event: String
    var data: [FieldOutline] = []
    var after: String?
    var when: String?
    /// Whether the event is called off instead.
    var isCancel = false
}

/// The rows of one state.
struct RowOutline {
    enum Trigger: Hashable {
        case event(String)
        case after(String)
        case always
    }

    var from: String
    /// The triggers in order, with what each may lead to.
    var triggers: [(trigger: Trigger, targets: [TargetOutline])] = []
}

/// One target with its conditions.
struct TargetOutline: Hashable {
    var to: [String] = []
    var when: String?
    var effects = EffectsOutline()
    var isInternal = false

    /// Whether it is nothing but a state.
    var isPlain: Bool { to.count == 1 && when == nil && effects.isEmpty && !isInternal }
}
