/// Text in columns. A row is one line, whatever it holds.
package struct Table: Sendable {
    /// What a column is like.
    package struct Column: Sendable {
        /// The heading.
        package let title: String
        /// Whether its cells stand at its right edge, as numbers do.
        package var isRightAligned = false
        /// Whether its cells are free text, which is cut when the line would be too long.
        package var isFree = false

        /// Creates a column.
        package init(_ title: String, isRightAligned: Bool = false, isFree: Bool = false) {
            self.title = title
            self.isRightAligned = isRightAligned
            self.isFree = isFree
        }
    }

    /// What stands in a row and a column.
    package struct Cell: Sendable, ExpressibleByStringInterpolation {
        /// The text.
        package var text: String
        /// How it is set off.
        package var style: Style?
        /// Two characters in the gap before the cell: `↳ `.
        package var lead: String?

        /// Creates a cell.
        package init(_ text: String, _ style: Style? = nil, lead: String? = nil) {
            self.text = DisplayText.visible(text)
            self.style = style
            self.lead = lead
        }

        /// Creates a cell of plain text.
        package init(stringLiteral text: String) { self.init(text) }
    }

    /// The columns.
    package let columns: [Column]
    /// The rows; cells that are missing at a row's end are empty.
    package var rows: [[Cell]] = []

    /// Creates an empty table.
    package init(_ columns: [Column]) { self.columns = columns }

    /// The spaces between two columns.
    private static let gap = 2
    /// The fewest columns that free text is cut to.
    private static let least = 8
    /// The most columns of free text where no terminal sets a limit.
    private static let most = 80

    /// The table as lines that fit the stream, each with its end of line.
    package func text(for stream: ConsoleStream) -> String {
        let widths = widths(for: stream)
        return heading(widths, stream) + lines(widths, stream)
    }

    /// The line with the titles of the columns.
    package func heading(_ widths: [Int], _ stream: ConsoleStream) -> String {
        line(columns.map { Cell($0.title, .dim) }, widths, stream)
    }

    /// The lines of the rows, in columns of given widths, so that several tables can stand under one heading.
    package func lines(_ widths: [Int], _ stream: ConsoleStream) -> String { rows.map { line($0, widths, stream) }.joined() }

    /// The widths of the columns: what they hold, and then the widest free text cut first.
    ///
    /// - Parameter least: widths that the columns have whatever they hold, for rows that are still to come.
    package func widths(for stream: ConsoleStream, least: [Int] = []) -> [Int] {
        let limit = stream.width
        var widths = columns.map { DisplayText.width($0.title) }
        for (index, width) in least.enumerated() { widths[index] = max(widths[index], width) }
        for row in rows {
            for (index, cell) in row.enumerated() { widths[index] = max(widths[index], DisplayText.width(cell.text)) }
        }
        for index in columns.indices where columns[index].isFree && limit == nil { widths[index] = min(widths[index], Self.most) }
        guard let limit else { return widths }
        var excess = widths.reduce(Self.gap * (columns.count - 1) + 1, +) - limit
        while excess > 0 {
            let free = columns.indices.filter { columns[$0].isFree && widths[$0] > Self.least }
            guard let widest = free.max(by: { widths[$0] < widths[$1] }) else { break }
            let second = free.filter { $0 != widest }.map { widths[$0] }.max() ?? 0
            let target = max(Self.least, min(widths[widest] - 1, max(second, widths[widest] - excess)))
            excess -= widths[widest] - target
            widths[widest] = target
        }
        return widths
    }

    private func line(_ row: [Cell], _ widths: [Int], _ stream: ConsoleStream) -> String {
        var line = " "
        // Spaces wait until something follows, so that no line ends in them.
        var spaces = 0
        for (index, cell) in row.enumerated() {
            if index > 0 { spaces += Self.gap }
            if let lead = cell.lead {
                spaces = max(0, spaces - DisplayText.width(lead))
                line += String(repeating: " ", count: spaces) + lead
                spaces = 0
            }
            let text = DisplayText.cut(cell.text, to: widths[index])
            let rest = widths[index] - DisplayText.width(text)
            if columns[index].isRightAligned { spaces += rest }
            if !text.isEmpty {
                line += String(repeating: " ", count: spaces) + (cell.style.map { stream.paint(text, $0) } ?? text)
                spaces = 0
            }
            if !columns[index].isRightAligned { spaces += rest }
        }
        return line + "\n"
    }
}
