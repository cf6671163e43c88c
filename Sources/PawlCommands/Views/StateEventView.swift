import PawlDefinition

/// Shows the table of states and events, in blocks of columns that fit the screen, with a word about the signs.
enum StateEventView {
    /// The fewest columns of the screen that a column of the table is cut to when it has more to say.
    private static let least = 14

    /// The table, as lines that fit the stream.
    static func text(_ table: StateEventTable, for stream: ConsoleStream) -> String {
        var blocks = blocks(table, width: stream.width).map { block(table, $0).text(for: stream) }
        if table.columns.isEmpty { blocks = ["no state takes any event\n"] }
        return blocks.joined(separator: "\n") + legend(table, width: stream.width)
    }

    /// The columns of each block: as many as fit when each is cut as far as it may be.
    private static func blocks(_ table: StateEventTable, width: Int?) -> [Range<Int>] {
        guard let width else { return [0..<table.columns.count] }
        let names = table.lines.map { DisplayText.width($0.name) }.max() ?? 0
        var blocks: [Range<Int>] = []
        var first = 0
        var used = names + 1
        for column in table.columns.indices {
            let widest = table.lines.map { DisplayText.width($0.cells[column]) }.max() ?? 0
            let needed = 2 + max(DisplayText.width(table.columns[column]), min(widest, least))
            if used + needed > width, column > first {
                blocks.append(first..<column)
                first = column
                used = names + 1
            }
            used += needed
        }
        return blocks + [first..<table.columns.count]
    }

    private static func block(_ table: StateEventTable, _ columns: Range<Int>) -> Table {
        var block = Table([Table.Column("")] + columns.map { Table.Column(table.columns[$0], isFree: true) })
        for line in table.lines {
            let cells = columns.map { column in
                let text = line.cells[column]
                return Table.Cell(text, ["–", "·"].contains(text) ? .dim : nil)
            }
            block.rows.append([Table.Cell(line.name, line.isGroup ? .dim : nil)] + cells)
        }
        return block
    }

    /// What the signs mean, as many in a line as fit.
    private static func legend(_ table: StateEventTable, width: Int?) -> String {
        let words = StateEventTable.Sign.allCases.filter(table.signs.contains).map { word($0, rejects: table.rejectsUnhandled) }
        var lines: [String] = []
        for word in words {
            if let last = lines.last, DisplayText.width(last) + 3 + DisplayText.width(word) < width ?? 120 {
                lines[lines.count - 1] = last + "   " + word
            } else {
                lines.append(word)
            }
        }
        return lines.map { " " + $0 + "\n" }.joined()
    }

    private static func word(_ sign: StateEventTable.Sign, rejects: Bool) -> String {
        switch sign {
        case .unhandled: rejects ? "– unhandled (rejected)" : "– unhandled (recorded)"
        case .impossible: "· cannot occur"
        case .guarded: "if …, unless … guarded"
        case .inherited: "↑ by a state around it"
        case .stays: "stays: no other state"
        case .blocks: "blocks: an incident"
        case .disabled: "disabled there"
        }
    }
}
