import PawlKit

/// Texts as Swift source.
package enum SwiftLiteral {
    /// A text in quotes.
    package static func text(_ text: String) -> String {
        QuotedText.text(text, in: "\"") { scalar in
            // Control and format characters cannot be seen, or are not allowed in source.
            let isInvisible = [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
            return isInvisible && !["\n", "\r", "\t"].contains(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : nil
        }
    }
}
