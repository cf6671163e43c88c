/// The rows that lead from one state, from each of several, or from any.
///
///     From(Loading.self) { state in
///         On(LoadingIsComplete.self) { event in Loaded(items: event.items, page: state.page) }
///         On(LoadingHasFailed.self, transitionTo: Failed())
///     }
///
/// Several `From` of one state add up. The closure runs once, when the system is made; see ``Current``.
public struct From<Payload: Sendable>: TransitionsElement {
    private var group: TransitionGroup

    public var groups: [TransitionGroup] { [group] }

    private init(
        _ sources: [ShapeFacts]?, _ elements: [any TransitionElement], _ state: FrameCode<Payload>?, readTooEarly: Bool = false,
        _ place: Place
    ) {
        var declarations = elements.flatMap(\.declarations)
        if let state {
            for index in declarations.indices {
                guard case .row(let row) = declarations[index].content else { continue }
                declarations[index].content = .row(row.seeing { try state($0) })
            }
        }
        group = TransitionGroup(
            sources: sources, elements: declarations, disables: [], readTooEarly: readTooEarly, place: place)
    }

    private init(_ shape: Shape<Payload>, _ place: Place, _ rows: (Current<Payload>) -> [any TransitionElement]) {
        let decode = shape.decode
        let reading = EarlyReading()
        // Without a sample the type was not understood, which is said where the state stands.
        let elements = shape.sample.map { rows(Current(sample: $0, reading: reading)) } ?? []
        self.init(
            [shape.facts], elements, { try decode($0.record(VariableSlot.state)) }, readTooEarly: reading.finish(), place)
    }

    /// Rows from a case of an enum.
    public init<States>(
        _ source: Case<States, Payload>, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        @ListBuilder<any TransitionElement> rows: (Current<Payload>) -> [any TransitionElement]
    ) {
        self.init(source.shape, Place(fileID: fileID, line: line, column: column), rows)
    }

    /// Rows from a case of an enum that do not look at it.
    public init<States>(
        _ source: Case<States, Payload>, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        @ListBuilder<any TransitionElement> rows: () -> [any TransitionElement]
    ) {
        self.init([source.shape.facts], rows(), nil, Place(fileID: fileID, line: line, column: column))
    }

    /// Switches all of its rows off while the condition is true.
    public func disable(
        _ label: String? = nil, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        _ condition: @escaping @Sendable () throws -> Bool
    ) -> From {
        disabled(ConditionDeclaration(label: label, place: Place(fileID: fileID, line: line, column: column)) { _ in try condition() })
    }

    private func disabled(_ condition: ConditionDeclaration) -> From {
        var from = self
        from.group.disables.append(condition)
        return from
    }
}

extension From where Payload: SystemState {
    /// Rows from a state.
    public init(
        _ source: Payload.Type, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        @ListBuilder<any TransitionElement> rows: (Current<Payload>) -> [any TransitionElement]
    ) {
        self.init(.state(source), Place(fileID: fileID, line: line, column: column), rows)
    }

    /// Rows from a state that do not look at it.
    public init(
        _ source: Payload.Type, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        @ListBuilder<any TransitionElement> rows: () -> [any TransitionElement]
    ) {
        self.init([.state(source)], rows(), nil, Place(fileID: fileID, line: line, column: column))
    }

    /// Rows from a state, as an array.
    public init(
        _ source: Payload.Type, _ rows: [any TransitionElement], fileID: String = #fileID, line: Int = #line, column: Int = #column
    ) {
        self.init(source, fileID: fileID, line: line, column: column, rows: { rows })
    }

    /// Switches all of its rows off while the condition on the state is true.
    public func disable(
        _ label: String? = nil, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        _ condition: @escaping @Sendable (Payload) throws -> Bool
    ) -> From {
        let decode = Shape<Payload>.state(Payload.self).decode
        return disabled(
            ConditionDeclaration(label: label, place: Place(fileID: fileID, line: line, column: column)) {
                try condition(try decode($0.record(VariableSlot.state)))
            })
    }
}

extension From where Payload == AnyState {
    /// Rows from whatever state is active; those of the state itself are asked first.
    public init(
        _ source: AnyState.Type, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        @ListBuilder<any TransitionElement> rows: () -> [any TransitionElement]
    ) {
        self.init(nil, rows(), nil, Place(fileID: fileID, line: line, column: column))
    }

    /// Rows from each of several states: `From(Loading.self, Showing.self) { … }`.
    public init<First: SystemState, Second: SystemState, each More: SystemState>(
        _ first: First.Type, _ second: Second.Type, _ more: repeat (each More).Type, fileID: String = #fileID, line: Int = #line,
        column: Int = #column, @ListBuilder<any TransitionElement> rows: () -> [any TransitionElement]
    ) {
        var sources: [ShapeFacts] = [.state(first), .state(second)]
        repeat sources.append(.state(each more))
        self.init(sources, rows(), nil, Place(fileID: fileID, line: line, column: column))
    }
}

/// Rows, and rows from elsewhere.
public struct Transitions: TransitionsElement {
    public private(set) var groups: [TransitionGroup]

    /// Lists rows.
    public init(@ListBuilder<any TransitionsElement> _ content: () -> [any TransitionsElement]) { self.init(content()) }

    /// Rows as an array.
    public init(_ content: [any TransitionsElement]) { groups = content.flatMap(\.groups) }

    /// Switches all of the rows off while the condition is true.
    public func disable(
        _ label: String? = nil, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        _ condition: @escaping @Sendable () throws -> Bool
    ) -> Transitions {
        var transitions = self
        let disable = ConditionDeclaration(label: label, place: Place(fileID: fileID, line: line, column: column)) { _ in try condition() }
        for index in groups.indices { transitions.groups[index].disables.append(disable) }
        return transitions
    }
}
