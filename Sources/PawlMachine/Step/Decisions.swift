import PawlKit

/// What was decided about rows in one selection, so that each is evaluated once, however many leaves pass it.
struct Decisions {
    private var rows: ContiguousArray<(selection: UInt32, refusal: RowRecord.Refusal?)>
    private var selection: UInt32 = 0

    init(rows count: Int) { rows = ContiguousArray(repeating: (0, nil), count: count) }

    /// Begins a selection: nothing is decided.
    mutating func begin() {
        // After four thousand million selections the numbers begin again.
        if selection == .max { self = Decisions(rows: rows.count) }
        selection += 1
    }

    /// What was decided about a row: nil for nothing, else why it was refused, if it was.
    subscript(row: RowIndex) -> RowRecord.Refusal?? { rows[row].selection == selection ? .some(rows[row].refusal) : nil }

    mutating func decide(_ row: RowIndex, _ refusal: RowRecord.Refusal?) { rows[row] = (selection, refusal) }
}
