package import PawlKit

/// One way from one state on one trigger.
///
/// A row of the file with several sources, events or targets becomes one of these for each; they keep the order of the file.
package struct Row: Sendable {
    /// What sets it off.
    package enum Trigger: Sendable, Hashable {
        /// An event.
        case event(EventIndex)
        /// Any declared outside event that the exact rows of the level left.
        case anyEvent
        /// Nothing: it is tried after each microstep.
        case always
        /// A timer of its source state, an index into ``Machine/timers``.
        case timer(Int)
    }

    /// The name in the journal: `Paying:failed[0]`, `*:Cancel`, `Paying:after 15m`.
    package var name: String
    /// The state it leads from; 0 for `from: "*"`.
    package var source: StateIndex
    /// What sets it off.
    package var trigger: Trigger
    /// Must be true.
    package var when: SourcedExpression?
    /// Must all be false: the row's own, then that of the section.
    package var disables: [SourcedExpression]
    /// The states it leads to; empty for an internal update.
    package var targets: [StateIndex]
    /// Whether a target inside the source leaves the source active.
    package var isInternal: Bool
    /// The data of the states entered; of an internal update, the fields changed.
    package var data: [DataRule]
    /// The events raised.
    package var emits: [Emit]
    /// Where it is written.
    package var range: SourceRange

    package init(
        name: String, source: StateIndex, trigger: Trigger, when: SourcedExpression? = nil, disables: [SourcedExpression] = [],
        targets: [StateIndex], isInternal: Bool = false, data: [DataRule] = [], emits: [Emit] = [], range: SourceRange
    ) {
        self.name = name
        self.source = source
        self.trigger = trigger
        self.when = when
        self.disables = disables
        self.targets = targets
        self.isInternal = isInternal
        self.data = data
        self.emits = emits
        self.range = range
    }

    /// Whether a condition can keep it from being taken.
    package var isGuarded: Bool { when != nil || !disables.isEmpty }
}

/// A deadline of a state.
package struct TimerRule: Sendable {
    /// When it is due.
    package enum Deadline: Sendable {
        /// So long after the state was entered.
        case after(Template)
        /// At a time.
        case at(Template)
    }

    /// The name in the journal: `Paying:after 15m`.
    package var name: String
    /// The state; 0 counts from the start of the instance.
    package var state: StateIndex
    /// When it is due.
    package var deadline: Deadline
    /// The rows it sets off, in order.
    package var rows: [RowIndex]
    /// Where it is written.
    package var range: SourceRange

    package init(name: String, state: StateIndex, deadline: Deadline, rows: [RowIndex], range: SourceRange) {
        self.name = name
        self.state = state
        self.deadline = deadline
        self.rows = rows
        self.range = range
    }
}

/// Where the data of one state comes from.
package struct DataRule: Sendable {
    /// The state.
    package var state: StateIndex
    /// One rule for each field that is set. On entry the fields not named are absent.
    package var fields: [FieldRule]
    /// Whether the state is active and stays so: then the fields not named keep their values.
    package var isUpdate: Bool

    package init(state: StateIndex, fields: [FieldRule], isUpdate: Bool = false) {
        self.state = state
        self.fields = fields
        self.isUpdate = isUpdate
    }
}

/// Where one field comes from.
package struct FieldRule: Sendable {
    /// The sources.
    package enum Source: Sendable {
        /// A value written in the file.
        case template(Template)
        /// No field but the whole record: the only rule of its place. The slot means nothing.
        case whole(Template)
        /// The field of `state`, by slot in the source's ``VisibleData``.
        case state(slot: Int)
        /// The field of `event`, by slot in its payload.
        case event(slot: Int)
        /// The field of the service's result, by slot in its output.
        case result(slot: Int)
    }

    /// The slot in the record that is made.
    package var slot: Int
    /// Where the value comes from.
    package var source: Source

    package init(slot: Int, source: Source) {
        self.slot = slot
        self.source = source
    }
}
