/// A value of a record type: one slot for each declared field.
///
/// A field that is absent has nil in its slot; only a field whose type ends in `?` may be absent.
public struct Record: Sendable {
    /// The type, which gives the slots their names.
    public let type: RecordType
    /// The fields in declared order.
    public var fields: [Value?]

    /// Creates a record from its slots.
    ///
    /// - Precondition: there are as many slots as the type has fields.
    public init(type: RecordType, fields: [Value?]) {
        precondition(fields.count == type.fields.count, "a record of \(type.fields.count) fields got \(fields.count)")
        self.type = type
        self.fields = fields
    }

    /// The field of that name, nil when it is absent or unknown.
    public subscript(name: String) -> Value? {
        guard let slot = type.slot(of: name) else { return nil }
        return fields[slot]
    }

    /// The record as a map of the fields that are there.
    public var asMap: ValueMap {
        var map = ValueMap()
        for (field, value) in zip(type.fields, fields) {
            if let value { map[field.name] = value }
        }
        return map
    }
}

extension Record: Hashable {
    /// Compares fields by name; records are structural, so the name of the type does not count.
    public static func == (left: Record, right: Record) -> Bool {
        if left.type.hasSameLayout(as: right.type) { return left.fields == right.fields }
        return left.asMap == right.asMap
    }

    /// Hashes the fields that are there.
    public func hash(into hasher: inout Hasher) { hasher.combine(asMap) }
}
