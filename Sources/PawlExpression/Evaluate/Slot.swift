import PawlKit

/// The place of a variable in a frame.
///
/// Beside the value it keeps, for a record, where its fields are. Reading a field through that counts no references up and down, which is
/// most of what a small guard would cost. The pointer stays good while the value stands here: the value holds the array of the fields, and
/// whoever changes an array that is also held elsewhere changes a copy.
struct Slot {
    private(set) var value: Value?
    private var type: UnsafeRawPointer?
    private var fields: UnsafePointer<Value?>?
    private var count = 0

    @inline(__always)
    mutating func set(_ new: consuming Value?) {
        if case .record(let record)? = new {
            type = UnsafeRawPointer(Unmanaged.passUnretained(record.type).toOpaque())
            count = record.fields.count
            fields = record.fields.withUnsafeBufferPointer { $0.baseAddress }
        } else {
            fields = nil
        }
        value = new
    }

    /// The fields, when this is a record of just that type with the field of that number.
    @inline(__always)
    func fields(of expected: RecordType, holding field: Int) -> UnsafePointer<Value?>? {
        guard let fields, type == UnsafeRawPointer(Unmanaged.passUnretained(expected).toOpaque()), field < count else { return nil }
        return fields
    }
}
