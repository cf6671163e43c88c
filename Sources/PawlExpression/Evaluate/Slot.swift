import PawlKit

/// The place of a variable in a frame.
///
/// Beside the value it keeps, for a record, where its fields are. Reading a field through that counts no references up and down, which is
/// most of what a small guard would cost. The pointer stays good while the value stands here: the value holds the array of the fields, and
/// whoever changes an array that is also held elsewhere changes a copy.
struct Slot {
    private var own: Value?
    /// What was lent.
    private var lent: UnsafePointer<Value>?
    /// The list of the fields of a record that was lent by ``lend(_:)-(Record)``, as a reference that is not counted.
    private var lentFields: UnsafeRawPointer?
    private var type: UnsafeRawPointer?
    private var layout: UnsafeRawPointer?
    private var fields: UnsafePointer<Value?>?
    private var count = 0

    /// The value.
    var value: Value? {
        @inline(__always) get {
            if let lent { return lent.pointee }
            return lentFields == nil ? own : .record(lentRecord)
        }
    }

    /// The record that was lent, with its references counted from here on.
    private var lentRecord: Record {
        guard let type, let lentFields else { return Record(type: .empty, fields: []) }
        let fields = withUnsafePointer(to: lentFields) { UnsafeRawPointer($0).assumingMemoryBound(to: [Value?].self).pointee }
        return Record(type: Unmanaged<RecordType>.fromOpaque(type).takeUnretainedValue(), fields: fields)
    }

    @inline(__always)
    mutating func set(_ new: consuming Value?) {
        if case .record(let record)? = new { point(to: record) } else { fields = nil }
        lent = nil
        lentFields = nil
        own = new
    }

    /// Empties it; most of those that are emptied are empty already.
    @inline(__always)
    mutating func clear() {
        fields = nil
        lent = nil
        lentFields = nil
        if own != nil { own = nil }
    }

    /// Shows a value that someone else holds until it is set to another or to nil: no references are counted.
    @inline(__always)
    mutating func lend(_ value: UnsafePointer<Value>) {
        if case .record(let record) = value.pointee { point(to: record) } else { fields = nil }
        lent = value
        lentFields = nil
    }

    /// Shows a record that someone else holds until it is set to another or to nil: no references are counted.
    @inline(__always)
    mutating func lend(_ record: borrowing Record) {
        point(to: record)
        lent = nil
        lentFields = unsafeBitCast(record.fields, to: UnsafeRawPointer.self)
    }

    @inline(__always)
    private mutating func point(to record: borrowing Record) {
        type = UnsafeRawPointer(Unmanaged.passUnretained(record.type).toOpaque())
        layout = UnsafeRawPointer(Unmanaged.passUnretained(record.type.layout).toOpaque())
        count = record.fields.count
        fields = record.fields.withUnsafeBufferPointer { $0.baseAddress }
    }

    /// The fields, when this is a record of just that layout with the field of that number.
    @inline(__always)
    func fields(of expected: RecordType.Layout, holding field: Int) -> UnsafePointer<Value?>? {
        guard let fields, layout == UnsafeRawPointer(Unmanaged.passUnretained(expected).toOpaque()), field < count else { return nil }
        return fields
    }
}
