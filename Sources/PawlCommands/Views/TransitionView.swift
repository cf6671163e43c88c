import PawlDefinition

/// Shows the transitions of a machine to people.
enum TransitionView {
    /// Headings, the table of the transitions, and that of what happens in states.
    static func text(_ table: TransitionTable, of picture: MachinePicture, for stream: ConsoleStream) -> String {
        var text = ""
        if let caption = picture.caption { text += DisplayText.visible("\(picture.title) · \(caption)") + "\n" }
        text += ways(table, isOfInstance: picture.caption != nil).text(for: stream)
        if !table.activities.isEmpty {
            var activities = Table([.init("STATE"), .init("DOES", isFree: true), .init("", isFree: true)])
            for activity in table.activities {
                activities.rows.append([Table.Cell(activity.state), Table.Cell(activity.text), Table.Cell(activity.detail, .dim)])
            }
            text += "\n" + activities.text(for: stream)
        }
        return text
    }

    /// Columns that nothing stands in are left out.
    private static func ways(_ table: TransitionTable, isOfInstance: Bool) -> Table {
        typealias Part = (column: Table.Column, text: (TransitionTable.Way) -> String)
        var parts: [Part] = [
            (.init("FROM"), { $0.from }), (.init("ON", isFree: true), { $0.on }), (.init("CONDITION", isFree: true), { $0.condition }),
            (.init("TO"), { $0.to }), (.init("ALSO", isFree: true), { $0.effects }), (.init("TAKEN", isFree: true), { $0.taken }),
        ]
        parts.removeAll { part in !["FROM", "TO"].contains(part.column.title) && table.ways.allSatisfy { part.text($0).isEmpty } }
        if isOfInstance { parts.insert((.init(""), { $0.mark }), at: 0) }
        var ways = Table(parts.map(\.column))
        for way in table.ways { ways.rows.append(parts.map { Table.Cell($0.text(way)) }) }
        return ways
    }
}
