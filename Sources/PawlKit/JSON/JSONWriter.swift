/// Appends JSON to bytes: no spaces, commas where they belong, minimal escapes.
///
/// The caller keeps the structure right: each `begin` has its `end`, and in an object each value has its key.
public struct JSONWriter: Sendable {
    /// What was written so far.
    public private(set) var bytes: [UInt8] = []
    /// How values of `any` places and secrets are written.
    public let dialect: JSONDialect
    private var needsComma = false

    /// Creates an empty writer.
    public init(dialect: JSONDialect = .canonical) { self.dialect = dialect }

    /// Makes room for what will come.
    public mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }

    /// Empties the writer and keeps its storage.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Starts an object.
    public mutating func beginObject() { open(UInt8(ascii: "{")) }
    /// Ends an object.
    public mutating func endObject() { close(UInt8(ascii: "}")) }
    /// Starts a list.
    public mutating func beginArray() { open(UInt8(ascii: "[")) }
    /// Ends a list.
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Writes the key of the value that follows.
    public mutating func key(_ name: String) {
        separate()
        quote(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// A key as it stands in an object, with its colon.
    static func key(_ name: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.key(name)
        return writer.bytes
    }

    /// Writes the key of the value that follows, as ``key(_:)`` made it.
    mutating func key(encoded key: [UInt8]) {
        separate()
        bytes.append(contentsOf: key)
        needsComma = false
    }

    /// Writes a string.
    public mutating func string(_ text: String) {
        separate()
        quote(text)
    }

    /// Writes a whole number.
    public mutating func int(_ number: Int64) {
        separate()
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        appendDigits(number.magnitude)
    }

    /// Writes a whole number.
    public mutating func uint(_ number: UInt64) {
        separate()
        appendDigits(number)
    }

    /// Writes a double in the shortest form that reads back the same, NaN and the infinities as strings.
    public mutating func double(_ number: Double) {
        // Swift's description is the shortest that round-trips, and always has a point or an exponent.
        if number.isFinite { raw(number.description.utf8) } else { string(Self.name(ofNonFinite: number)) }
    }

    /// Writes a truth value.
    public mutating func bool(_ truth: Bool) { raw(truth ? "true".utf8 : "false".utf8) }

    /// Writes null.
    public mutating func null() { raw("null".utf8) }

    /// Writes a value that is JSON already.
    public mutating func raw(_ json: some Sequence<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
    }

    static func name(ofNonFinite number: Double) -> String { number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity" }

    /// Writes a string that needs no escape.
    mutating func plainString(_ text: some Sequence<UInt8>) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: text)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func appendDigits(_ number: UInt64) {
        if number < 10 {
            bytes.append(UInt8(truncatingIfNeeded: number) + 0x30)
            return
        }
        // The digits come out last first; 20 hold the largest number.
        let end = bytes.count
        var rest = number
        while rest > 0 {
            bytes.append(UInt8(truncatingIfNeeded: rest % 10) + 0x30)
            rest /= 10
        }
        bytes[end...].reverse()
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { appendEscaped($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Escapes only what JSON forbids in a string (https://www.rfc-editor.org/rfc/rfc8259#section-7).
    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        for index in text.indices {
            let byte = text[index]
            if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { continue }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
            start = index + 1
            appendEscape(of: byte)
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }

    private mutating func appendEscape(of byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        default:
            let hex = Array("0123456789abcdef".utf8)
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(hex[Int(byte >> 4)])
            bytes.append(hex[Int(byte & 15)])
        }
    }
}
