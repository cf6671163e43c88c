public import PawlKit

/// A row that a deadline sets off, counted from the entering of the state. Give it conditions with ``when(_:fileID:line:column:_:)``.
public typealias After = On<Deadline>

/// A row that is tried after each step: `Always(transitionTo: Empty()).when { state.items.isEmpty }`.
public typealias Always = On<NoEvent>

/// What sets off an ``After`` row.
public struct Deadline: Sendable {}

/// What sets off an ``Always`` row: nothing.
public struct NoEvent: Sendable {}

extension On where Payload == Deadline {
    /// Leads to a state after a while.
    public init<T: SystemState>(
        _ delay: TimeAmount, transitionTo target: @escaping @autoclosure @Sendable () throws -> T, fileID: String = #fileID,
        line: Int = #line, column: Int = #column
    ) {
        self.init(
            .after(delay), { _ in Deadline() }, { _ in .enter { _ in try target() } }, Place(fileID: fileID, line: line, column: column))
    }

    /// Leads to a case of an enum after a while.
    public init<States>(
        _ delay: TimeAmount, to target: Case<States, Void>, fileID: String = #fileID, line: Int = #line, column: Int = #column
    ) {
        let encode = target.shape.encode
        self.init(
            .after(delay), { _ in Deadline() }, { _ in .state(target.shape.facts, { _ in try encode(()) }) },
            Place(fileID: fileID, line: line, column: column))
    }
}

extension On where Payload == NoEvent {
    /// Leads to a state as soon as the conditions hold.
    public init<T: SystemState>(
        transitionTo target: @escaping @autoclosure @Sendable () throws -> T, fileID: String = #fileID, line: Int = #line,
        column: Int = #column
    ) {
        self.init(.always, { _ in NoEvent() }, { _ in .enter { _ in try target() } }, Place(fileID: fileID, line: line, column: column))
    }
}

/// Events that a state drops on purpose: `Ignore(Next.self, Refresh.self)`.
public struct Ignore: TransitionElement {
    public let declarations: [TransitionDeclaration]

    /// Drops events.
    public init<each E: SystemEvent>(
        _ events: repeat (each E).Type, fileID: String = #fileID, line: Int = #line, column: Int = #column
    ) {
        var declarations: [TransitionDeclaration] = []
        let place = Place(fileID: fileID, line: line, column: column)
        repeat declarations.append(TransitionDeclaration(content: .ignore(.event(each events)), place: place))
        self.declarations = declarations
    }

    /// Drops a case of an enum.
    public init<Events, Values>(
        _ event: Case<Events, Values>, fileID: String = #fileID, line: Int = #line, column: Int = #column
    ) {
        declarations = [
            TransitionDeclaration(content: .ignore(event.shape.facts), place: Place(fileID: fileID, line: line, column: column))
        ]
    }
}

/// Events that a state keeps until one that takes them: `Defer(Cancel.self)`.
public struct Defer: TransitionElement {
    public let declarations: [TransitionDeclaration]

    /// Keeps events.
    public init<each E: SystemEvent>(
        _ events: repeat (each E).Type, fileID: String = #fileID, line: Int = #line, column: Int = #column
    ) {
        var declarations: [TransitionDeclaration] = []
        let place = Place(fileID: fileID, line: line, column: column)
        repeat declarations.append(TransitionDeclaration(content: .keep(.event(each events)), place: place))
        self.declarations = declarations
    }
}
