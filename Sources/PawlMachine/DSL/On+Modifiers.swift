public import PawlKit

extension On {
    /// Takes the row only when the condition is true; several must all be.
    ///
    /// It is asked once for an event, and what it said is in the journal; a replay does not ask again.
    /// - Parameter label: The condition for people: in pictures, tables and the journal.
    public func when(
        _ label: String? = nil, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        _ condition: @escaping @Sendable (Payload) throws -> Bool
    ) -> On {
        let payload = payload
        return whenever(
            ConditionDeclaration(label: label, place: Place(fileID: fileID, line: line, column: column)) { try condition(try payload($0)) })
    }

    /// Takes the row only when the condition is true.
    public func when(
        _ label: String? = nil, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        _ condition: @escaping @Sendable () throws -> Bool
    ) -> On {
        whenever(ConditionDeclaration(label: label, place: Place(fileID: fileID, line: line, column: column)) { _ in try condition() })
    }

    /// Switches the row off while the condition is true.
    public func disable(
        _ label: String? = nil, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        _ condition: @escaping @Sendable (Payload) throws -> Bool
    ) -> On {
        let payload = payload
        var row = self
        row.row.disables.append(
            ConditionDeclaration(label: label, place: Place(fileID: fileID, line: line, column: column)) { try condition(try payload($0)) })
        return row
    }

    /// Switches the row off while the condition is true.
    public func disable(
        _ label: String? = nil, fileID: String = #fileID, line: Int = #line, column: Int = #column,
        _ condition: @escaping @Sendable () throws -> Bool
    ) -> On {
        var row = self
        row.row.disables.append(
            ConditionDeclaration(label: label, place: Place(fileID: fileID, line: line, column: column)) { _ in try condition() })
        return row
    }

    /// Raises an event inside the machine, now or after a while.
    public func emit<E: SystemEvent>(
        _ event: @escaping @autoclosure @Sendable () throws -> E, after delay: TimeAmount? = nil, fileID: String = #fileID,
        line: Int = #line, column: Int = #column
    ) -> On {
        let shape = Shape<E>.event(E.self)
        return emitting(
            EmitDeclaration(
                event: shape.facts, moment: delay.map { .after($0) } ?? .now, code: { _ in try shape.encode(try event()) },
                place: Place(fileID: fileID, line: line, column: column)))
    }

    /// Calls off the events of this kind that are still to come.
    public func callOff<E: SystemEvent>(
        _ event: E.Type, fileID: String = #fileID, line: Int = #line, column: Int = #column
    ) -> On {
        emitting(
            EmitDeclaration(
                event: .event(event), moment: .never, code: { _ in .map(ValueMap()) },
                place: Place(fileID: fileID, line: line, column: column)))
    }

    private func whenever(_ condition: ConditionDeclaration) -> On {
        var row = self
        row.row.when = self.row.when.map { $0.and(condition) } ?? condition
        return row
    }

    private func emitting(_ emit: EmitDeclaration) -> On {
        var row = self
        row.row.emits.append(emit)
        return row
    }
}
