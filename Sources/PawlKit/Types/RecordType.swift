/// The fields of a record, in declared order.
///
/// A class, so that records share it and comparing two layouts is often one pointer comparison; it never changes.
public final class RecordType: Sendable {
    /// One field.
    public struct Field: Sendable, Hashable {
        /// The name.
        public let name: String
        /// The type.
        public let type: ValueType
        /// Whether the field may be absent: its type was written with a `?`.
        public let isOptional: Bool

        /// Creates a field.
        public init(_ name: String, _ type: ValueType, isOptional: Bool = false) {
            self.name = name
            self.type = type
            self.isOptional = isOptional
        }

        /// The type as written, with its `?`.
        public var typeText: String { isOptional ? "\(type)?" : "\(type)" }
    }

    /// The name under `types:`, nil for an inline record.
    public let name: String?
    /// The fields in declared order.
    public let fields: [Field]
    private let slots: [ByteString: Int]
    /// What this type shares with those that are the same under another name: to know that fields are where they should be takes one
    /// comparison then.
    package let layout: Layout
    /// The names as JSON keys, each with its quotes and colon, made once because each record is written and read with them.
    let jsonKeys: [[UInt8]]

    /// Creates a record type.
    ///
    /// - Precondition: no two fields have one name.
    public init(name: String? = nil, fields: [Field]) {
        self.name = name
        self.fields = fields
        slots = Dictionary(uniqueKeysWithValues: fields.enumerated().map { (ByteString($1.name), $0) })
        jsonKeys = fields.map { JSONWriter.key($0.name) }
        layout = Layout()
    }

    private init(_ other: RecordType, name: String) {
        self.name = name
        fields = other.fields
        slots = other.slots
        jsonKeys = other.jsonKeys
        layout = other.layout
    }

    /// The same type under another name, such as messages use.
    package func named(_ name: String) -> RecordType { RecordType(self, name: name) }

    /// Stands for fields in an order; two are alike when they are one.
    package final class Layout: Sendable {
        fileprivate init() {}
    }

    /// The record without fields.
    public static let empty = RecordType(fields: [])

    /// The slot of a field in a record of this type.
    public func slot(of name: String) -> Int? {
        // A scan beats hashing for the few fields that records have.
        if fields.count <= 8 { return fields.firstIndex { UTF8Order.equal($0.name, name) } }
        return slots[ByteString(name)]
    }

    /// The field of that name.
    public func field(_ name: String) -> Field? { slot(of: name).map { fields[$0] } }

    /// The type written out: `{ sku: string, quantity: int }`.
    public var structure: String {
        fields.isEmpty ? "{}" : "{ " + fields.map { "\($0.name): \($0.typeText)" }.joined(separator: ", ") + " }"
    }

    /// Whether both have the same field names in the same order.
    public func hasSameLayout(as other: RecordType) -> Bool {
        layout === other.layout
            || (fields.count == other.fields.count && zip(fields, other.fields).allSatisfy { UTF8Order.equal($0.name, $1.name) })
    }

    /// Whether each record of this type is one of the other; see ``ValueType/fits(_:)``.
    public func fits(_ other: RecordType) -> Bool {
        if layout === other.layout { return true }
        for field in other.fields {
            guard let own = self.field(field.name) else {
                if field.isOptional { continue }
                return false
            }
            if own.isOptional && !field.isOptional || !own.type.fits(field.type) { return false }
        }
        return fields.allSatisfy { other.field($0.name) != nil }
    }
}

extension RecordType: Hashable {
    /// Compares fields; the name of a type does not count.
    public static func == (left: RecordType, right: RecordType) -> Bool { left.layout === right.layout || left.fields == right.fields }

    /// Hashes the fields.
    public func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}

/// A closed set of texts.
public final class EnumType: Sendable, Hashable {
    /// The name under `types:`, nil for an inline enum.
    public let name: String?
    /// The members in declared order.
    public let members: [String]

    /// Creates an enum type.
    public init(name: String? = nil, members: [String]) {
        self.name = name
        self.members = members
    }

    /// Whether a text is a member.
    public func contains(_ text: String) -> Bool { members.contains { UTF8Order.equal($0, text) } }

    /// Compares members in order; the name does not count.
    public static func == (left: EnumType, right: EnumType) -> Bool { left === right || left.members == right.members }

    /// Hashes the members.
    public func hash(into hasher: inout Hasher) { hasher.combine(members) }
}
