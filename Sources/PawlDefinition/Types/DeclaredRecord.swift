import PawlKit

/// A record type with the places where its fields are declared.
struct DeclaredRecord {
    /// The type.
    var type: RecordType
    /// Where each field's name stands, by slot; empty when the file does not declare the type.
    var ranges: [SourceRange] = []
    /// Whether a field was left out or has a type nobody knows, so that a missing field proves nothing.
    var isBroken = false

    static let empty = DeclaredRecord(type: .empty)

    /// Where a field is declared.
    func range(of slot: Int) -> SourceRange? { ranges.indices.contains(slot) ? ranges[slot] : nil }
}
