import PawlKit

/// Values as expressions that have them, so that `1`, `1.0`, `1u` and `'1'` can be told apart.
enum LiteralText {
    static func text(_ value: Value) -> String {
        switch value {
        case .null: "null"
        case .bool(let truth): truth ? "true" : "false"
        case .int(let number): String(number)
        case .uint(let number): "\(number)u"
        case .double(let number): double(number)
        case .string(let text): quoted(text)
        case .bytes(let bytes): "b'" + bytes.map { "\\x" + hex(UInt32($0), 2) }.joined() + "'"
        case .timestamp(let time): "timestamp('\(time.text)')"
        case .duration(let amount): "duration('\(amount.celText)')"
        case .list(let elements): "[" + elements.map(text).joined(separator: ", ") + "]"
        case .map(let map): "{" + map.entries.map { "\(text($0.key.value)): \(text($0.value))" }.joined(separator: ", ") + "}"
        case .record(let record): self.record(record)
        case .optional(let wrapped): wrapped.map { "optional.of(\(text($0)))" } ?? "optional.none()"
        case .type(let name): name
        case .secret: "secret"
        }
    }

    private static func record(_ record: Record) -> String {
        guard let name = record.type.name else { return text(.map(record.asMap)) }
        let fields = zip(record.type.fields, record.fields).compactMap { field, value in value.map { "\(field.name): \(text($0))" } }
        return "\(name){\(fields.joined(separator: ", "))}"
    }

    /// A literal with a point or an exponent, so that it does not read back as an int.
    private static func double(_ number: Double) -> String {
        guard number.isFinite else { return "double('\(NumberText.text(number))')" }
        let text = NumberText.text(number)
        return text.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "-") } ? text + ".0" : text
    }

    private static func quoted(_ text: String) -> String {
        QuotedText.text(text, in: "'") { scalar in
            let isControl = scalar.value < 0x20 || scalar.value == 0x7F
            return isControl && scalar != "\n" && scalar != "\t" ? "\\x" + hex(scalar.value, 2) : nil
        }
    }

    private static func hex(_ number: UInt32, _ width: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
