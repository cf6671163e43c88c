import PawlKit

/// The state that an instance begins in: `InitialState { Loading(page: 1) }`.
public struct InitialState: Sendable {
    let state: ShapeFacts
    let input: ShapeFacts?
    let data: FrameCode<Value>
    let key: FrameCode<Value>?
    let place: Place

    /// Begins without a start payload.
    public init<S: SystemState>(
        fileID: String = #fileID, line: Int = #line, column: Int = #column, _ make: @escaping @Sendable () throws -> S
    ) {
        let shape = Shape<S>.state(S.self)
        state = shape.facts
        input = nil
        data = { _ in try shape.encode(try make()) }
        key = nil
        place = Place(fileID: fileID, line: line, column: column)
    }

    /// Begins with a start payload: a struct whose properties are its fields.
    ///
    ///     InitialState(from: Request.self, key: { $0.list }) { request in Loading(list: request.list, page: 1) }
    ///
    /// - Parameter key: The business key; one unfinished instance at a time has it.
    public init<Input: Codable & Sendable, S: SystemState>(
        from type: Input.Type, key: (@Sendable (Input) -> String)? = nil, fileID: String = #fileID, line: Int = #line,
        column: Int = #column, _ make: @escaping @Sendable (Input) throws -> S
    ) {
        let shape = Shape<S>.state(S.self)
        let given = Shape(of: type, name: "input")
        state = shape.facts
        input = given.facts
        data = { try shape.encode(try make(try given.decode($0.record(VariableSlot.input)))) }
        if let key {
            self.key = { frame in .string(key(try given.decode(frame.record(VariableSlot.input)))) }
        } else {
            self.key = nil
        }
        place = Place(fileID: fileID, line: line, column: column)
    }

    /// Begins in a case of an enum: `InitialState(Case(Screen.loading)) { 1 }`.
    public init<States, Values>(
        _ initial: Case<States, Values>, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        _ make: @escaping @Sendable () throws -> Values
    ) {
        let encode = initial.shape.encode
        state = initial.shape.facts
        input = nil
        data = { _ in try encode(try make()) }
        key = nil
        place = Place(fileID: fileID, line: line, column: column)
    }
}
