import PawlKit

/// A row: on an event, to a state.
///
///     On(LoadingIsComplete.self) { event in Loaded(items: event.items, page: state.page) }
///     On(LoadingHasFailed.self, transitionTo: Failed())
///
/// A row that leads to the state it comes from enters that state again, and starts its feedbacks again; `On(updating:)` changes data only.
public struct On<Payload: Sendable>: TransitionElement {
    var row: RowDeclaration
    let payload: FrameCode<Payload>

    public var declarations: [TransitionDeclaration] { [TransitionDeclaration(content: .row(row), place: row.place)] }

    init(_ shape: Shape<Payload>, _ target: (@escaping FrameCode<Payload>) -> RowDeclaration.Target, _ place: Place) {
        let decode = shape.decode
        self.init(.event(shape.facts), { try decode($0.record(VariableSlot.event)) }, target, place)
    }

    init(
        _ trigger: RowDeclaration.Trigger, _ payload: @escaping FrameCode<Payload>,
        _ target: (@escaping FrameCode<Payload>) -> RowDeclaration.Target, _ place: Place
    ) {
        self.payload = payload
        row = RowDeclaration(trigger: trigger, target: target(payload), place: place)
    }
}

extension RowDeclaration.Target {
    /// Enters a state that code makes.
    static func enter<T: SystemState>(_ type: T.Type = T.self, _ make: @escaping FrameCode<T>) -> Self {
        let shape = Shape<T>.state(type)
        return .state(shape.facts, { try shape.encode(try make($0)) })
    }

    /// Changes the data of a state to what code makes.
    static func change<T: SystemState>(_ type: T.Type = T.self, _ make: @escaping FrameCode<T>) -> Self {
        let shape = Shape<T>.state(type)
        return .update(shape.facts, { try shape.encode(try make($0)) })
    }
}

extension On where Payload: SystemEvent {
    /// Leads to the state that the closure makes of the event.
    public init<T: SystemState>(
        _ event: Payload.Type, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        _ make: @escaping @Sendable (Payload) throws -> T
    ) {
        self.init(
            .event(event), { payload in .enter { try make(try payload($0)) } }, Place(fileID: fileID, line: line, column: column))
    }

    /// Leads to a state. The expression is evaluated when the row is taken.
    public init<T: SystemState>(
        _ event: Payload.Type, transitionTo target: @escaping @autoclosure @Sendable () throws -> T, fileID: String = #fileID,
        line: Int = #line, column: Int = #column
    ) {
        self.init(.event(event), { _ in .enter { _ in try target() } }, Place(fileID: fileID, line: line, column: column))
    }

    /// Changes the data of the state, which stays active: its feedbacks and timers go on.
    public init<T: SystemState>(
        updating event: Payload.Type, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        _ make: @escaping @Sendable (Payload) throws -> T
    ) {
        self.init(
            .event(event), { payload in .change { try make(try payload($0)) } }, Place(fileID: fileID, line: line, column: column))
    }

    /// Takes the event and leaves everything as it is; what the row emits, and feedbacks of the event, happen.
    public init(staying event: Payload.Type, fileID: String = #fileID, line: Int = #line, column: Int = #column) {
        self.init(.event(event), { _ in .stay }, Place(fileID: fileID, line: line, column: column))
    }
}

extension On where Payload == AnyEvent {
    /// Leads to a state on any event from outside that the rows beside it leave.
    public init<T: SystemState>(
        _ event: AnyEvent.Type, transitionTo target: @escaping @autoclosure @Sendable () throws -> T, fileID: String = #fileID,
        line: Int = #line, column: Int = #column
    ) {
        self.init(
            .anyEvent, { _ in AnyEvent() }, { _ in .enter { _ in try target() } }, Place(fileID: fileID, line: line, column: column))
    }
}

extension On {
    /// Leads to a case of an enum, with the values that the closure makes of those of the event.
    public init<Event, States, Values>(
        _ event: Case<Event, Payload>, to target: Case<States, Values>, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        _ make: @escaping @Sendable (Payload) throws -> Values
    ) {
        let encode = target.shape.encode
        self.init(
            event.shape, { payload in .state(target.shape.facts, { try encode(try make(try payload($0))) }) },
            Place(fileID: fileID, line: line, column: column))
    }

    /// Leads to a case of an enum that carries nothing.
    public init<Event, States>(
        _ event: Case<Event, Payload>, to target: Case<States, Void>, fileID: String = #fileID, line: Int = #line, column: Int = #column
    ) {
        let encode = target.shape.encode
        self.init(
            event.shape, { _ in .state(target.shape.facts, { _ in try encode(()) }) }, Place(fileID: fileID, line: line, column: column))
    }
}
