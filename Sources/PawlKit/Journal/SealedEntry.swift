/// An entry with its encoded body and checksum, ready to be written.
public struct SealedEntry: Sendable, Hashable {
    /// The entry.
    public let entry: JournalEntry
    /// The canonical JSON of the body.
    public let body: [UInt8]
    /// The checksum over the columns and the body.
    public let checksum: UInt64
    /// What it changes in the derived tables.
    package let changes: [RowChange]

    /// Encodes, sums and projects an entry.
    public init(_ entry: JournalEntry) {
        self.entry = entry
        body = entry.body.encoded
        checksum = EntryChecksum.compute(entry, body: body)
        changes = project(entry)
    }
}

/// An entry as it came from a store: the columns and the text of the body, not yet trusted.
public struct StoredEntry: Sendable, Hashable {
    /// The columns; its ``JournalEntry/body`` is decoded from ``body``.
    public let entry: JournalEntry
    /// The text of the body as stored.
    public let body: [UInt8]
    /// The checksum as stored.
    public let checksum: UInt64
    /// The place in the order of appending.
    public let place: JournalPlace

    /// Creates a stored entry.
    public init(entry: JournalEntry, body: [UInt8], checksum: UInt64, place: JournalPlace) {
        self.entry = entry
        self.body = body
        self.checksum = checksum
        self.place = place
    }

    /// Whether the checksum is that of the columns and the body.
    public var isIntact: Bool { EntryChecksum.compute(entry, body: body) == checksum }
}

/// The checksum of an entry.
///
/// XXH64 with seed 0 over the columns and the body in this order, each text with a zero byte behind it, numbers as eight
/// little-endian bytes: instance, position, kind, time in nanoseconds since 1970, workflow, revision, format, event (a
/// byte 1 before it, or only a byte 0), from and to (joined with `, `), body.
public enum EntryChecksum {
    /// Computes the checksum.
    public static func compute(_ entry: JournalEntry, body: [UInt8]) -> UInt64 {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(body.count + 160)
        func add(_ text: String) {
            bytes.append(contentsOf: text.utf8)
            bytes.append(0)
        }
        func add(_ number: Int64) {
            var rest = UInt64(bitPattern: number)
            for _ in 0..<8 {
                bytes.append(UInt8(truncatingIfNeeded: rest))
                rest >>= 8
            }
        }
        add(entry.instance.rawValue)
        add(entry.position)
        add(Int64(entry.kind.rawValue))
        add(entry.time.nanosecondsSince1970)
        add(entry.workflow)
        add(Int64(entry.revision))
        add(Int64(entry.format))
        bytes.append(entry.event == nil ? 0 : 1)
        if let event = entry.event { add(event) }
        add(StateList.text(entry.from))
        add(StateList.text(entry.to))
        bytes.append(contentsOf: body)
        return XXH64.hash(bytes)
    }
}

/// A list of state paths as one text.
public enum StateList {
    /// `Paying` or `Connected.Idle, Updating`.
    public static func text(_ paths: [String]) -> String { paths.count == 1 ? paths[0] : paths.joined(separator: ", ") }

    /// The paths of a text.
    public static func paths(_ text: String) -> [String] {
        var paths: [String] = []
        var rest = text[...]
        while let comma = rest.firstIndex(of: ",") {
            paths.append(String(rest[..<comma]))
            rest = rest[comma...].dropFirst(2)
        }
        if !rest.isEmpty { paths.append(String(rest)) }
        return paths
    }
}
