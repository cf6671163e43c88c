/// Texts in quotes, as the source of a program has them.
package enum QuotedText {
    /// A text between two quotes.
    ///
    /// The quote itself, `\`, line feed, carriage return and tab are written as most languages do.
    /// - Parameter escape: How a language writes a character that it writes in another way; nil for all others.
    package static func text(_ text: String, in quote: Unicode.Scalar, escape: (Unicode.Scalar) -> String? = { _ in nil }) -> String {
        var quoted = String(quote)
        for scalar in text.unicodeScalars {
            if let special = escape(scalar) {
                quoted += special
                continue
            }
            switch scalar {
            case quote, "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        quoted.unicodeScalars.append(quote)
        return quoted
    }
}
