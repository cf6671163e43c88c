extension RecordType {
    /// Reads a record type off a Swift type as ``init(of:)`` does, and gives a value made of placeholders.
    package static func reading<T: Decodable>(_ type: T.Type) throws -> (type: RecordType, sample: T) {
        let (read, sample) = try Probe(place: "", visiting: []).read(type)
        guard case .record(let record) = read else { throw PluginError("\(type) is not a struct with fields") }
        return (record, sample)
    }

    /// The type of one value, and a placeholder.
    package static func readingPart<T: Decodable>(_ type: T.Type) throws -> (type: ValueType, sample: T) {
        let (read, sample) = try Probe(place: "", visiting: []).read(type)
        return (read, sample)
    }
}
