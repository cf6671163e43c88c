/// Reads and writes values as JSON.
///
/// Written text is canonical: one value of one type has one text. Fields stand in declared order and absent ones are left
/// out; the keys of a map are sorted by UTF-8 bytes; a double always has a point or an exponent.
public enum JSONCodec {
    /// Writes a value of a type.
    ///
    /// A map or a record of another layout is first converted, see ``ValueType/convert(_:)``.
    /// - Throws: ``JSONError`` when the value is not one of the type or holds something that is never data.
    public static func encode(
        _ value: Value, as type: ValueType, dialect: JSONDialect = .canonical
    ) throws(JSONError) -> [UInt8] {
        var writer = JSONWriter(dialect: dialect)
        writer.reserveCapacity(240)
        try writer.write(value, as: type)
        return writer.bytes
    }

    /// Writes a record as its own type.
    ///
    /// - Throws: ``JSONError`` when a field does not hold a value of its type.
    public static func encode(_ record: Record, dialect: JSONDialect = .canonical) throws(JSONError) -> [UInt8] {
        try encode(.record(record), as: .record(record.type), dialect: dialect)
    }

    /// Reads a value of a type, records straight into their slots.
    ///
    /// Read what comes from outside with the dialect ``JSONDialect/plain``: the canonical one can name secrets.
    /// A whole number is read where a double is declared; an int is never read from `5.0` or `"5"`; null is an absent field.
    /// - Throws: ``JSONError`` with the path and position of the first problem.
    public static func decode(
        _ bytes: [UInt8], as type: ValueType, dialect: JSONDialect = .canonical
    ) throws(JSONError) -> Value {
        var reader = JSONReader(bytes: bytes, dialect: dialect)
        do {
            return try reader.document(as: type)
        } catch {
            throw error.located(in: bytes)
        }
    }

    /// Reads a value as its text says: an `any` place.
    ///
    /// Read what comes from outside with the dialect ``JSONDialect/plain``: the canonical one can name secrets.
    /// - Throws: ``JSONError`` with the path and position of the first problem.
    public static func decodeAny(_ bytes: [UInt8], dialect: JSONDialect = .canonical) throws(JSONError) -> Value {
        try decode(bytes, as: .any, dialect: dialect)
    }
}

extension JSONError {
    /// Fills in line and column, which nobody counts while all is well.
    func located(in bytes: [UInt8]) -> JSONError {
        guard let offset = position?.offset else { return self }
        var located = SourcePosition(line: 1, column: 1, offset: offset)
        for byte in bytes.prefix(offset) {
            if byte == UInt8(ascii: "\n") {
                located.line += 1
                located.column = 1
            } else if byte & 0xC0 != 0x80 {
                located.column += 1
            }
        }
        var copy = self
        copy.position = located
        return copy
    }
}
