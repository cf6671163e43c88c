/// What names are made of, in files and in Swift: a letter or `_`, then letters, digits and `_`, all ASCII.
package enum Identifier {
    /// Whether a text is an identifier.
    ///
    /// - Parameter others: What may stand after the first character besides.
    package static func isValid(_ text: some StringProtocol, and others: String = "") -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || $0.isDigit || others.utf8.contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_") }
}
