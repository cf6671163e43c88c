/// A line of a file as it can be shown, with a map from its scalars to columns on the screen.
struct SourceLine {
    /// The shown form of each scalar.
    private let cells: [String]
    /// The column on the screen at which each scalar starts, from 0, and at the end the width of all.
    private let starts: [Int]

    /// The shown width of a tab.
    private static let tab = "    "

    init(_ text: some Sequence<Unicode.Scalar>) {
        var cells: [String] = []
        var starts = [0]
        for scalar in text {
            let shown =
                scalar == "\t" ? Self.tab : DisplayText.isHidden(scalar) ? "\u{FFFD}" : String(scalar)
            cells.append(shown)
            starts.append(starts[starts.count - 1] + DisplayText.width(shown))
        }
        self.cells = cells
        self.starts = starts
    }

    /// The number of scalars.
    var count: Int { cells.count }

    /// The line and the marks under it, cut around the marks to fit so many columns.
    ///
    /// - Parameters:
    ///   - range: the marked scalars, from 0; an empty range or one past the end marks one place.
    ///   - mark: the character that marks.
    func excerpt(marking range: Range<Int>, with mark: Character, columns: Int) -> (text: String, marks: String) {
        let first = min(range.lowerBound, count)
        let last = max(first, min(range.upperBound, count))
        let window = window(around: first..<last, columns: columns)
        var text = cells[window].joined()
        var indent = starts[first] - starts[window.lowerBound]
        if window.lowerBound > 0 {
            text = "…" + text
            indent += 1
        }
        if window.upperBound < count { text += "…" }
        let end = min(last, window.upperBound)
        let length = max(1, starts[end] - starts[first])
        return (text, String(repeating: " ", count: indent) + String(repeating: mark, count: length))
    }

    /// The scalars to show: all if they fit, else those from a third of the columns before the marks on.
    private func window(around marked: Range<Int>, columns: Int) -> Range<Int> {
        if starts[count] <= columns { return 0..<count }
        let room = max(columns - 2, 10)
        var lower = marked.lowerBound
        let wanted = starts[marked.upperBound] - starts[marked.lowerBound] > room * 2 / 3 ? room / 3 : room - room / 3
        // So much stays before the marks that they and some of what follows fit behind.
        let before = max(0, min(starts[marked.lowerBound], wanted))
        while lower > 0, starts[marked.lowerBound] - starts[lower - 1] <= before { lower -= 1 }
        if starts[marked.upperBound] - starts[0] <= room { lower = 0 }
        var upper = lower
        while upper < count, starts[upper + 1] - starts[lower] <= room { upper += 1 }
        while upper == count, lower > 0, starts[upper] - starts[lower - 1] <= room { lower -= 1 }
        return lower..<upper
    }
}
