package import PawlKit

/// A text in a YAML document, as written and not yet read as anything.
package struct YAMLScalar: Sendable {
    /// How a scalar is written.
    package enum Style: Sendable, Hashable {
        /// Without quotes.
        case plain
        /// In single quotes.
        case singleQuoted
        /// In double quotes.
        case doubleQuoted
        /// A block after `|`.
        case literal
        /// A block after `>`.
        case folded
    }

    /// The text, with escapes and folded lines resolved.
    package let text: String
    /// How it is written.
    package let style: Style
    /// The type its tag names, if one is written.
    package let coreTag: CoreTag?
    /// Where it stands, without anchor and tag, with its quotes.
    package let range: SourceRange
    let source: YAMLSource

    /// Whether it is null in the core schema: plain and `~`, `null`, `Null`, `NULL` or nothing.
    package var isNull: Bool {
        switch coreTag {
        case .null: true
        case nil: style == .plain && CoreSchema.isNull(text)
        default: false
        }
    }

    /// The comment that ends a plain scalar on its line, without its `#`: what a careless ` #` cut off.
    package var trailingComment: String? {
        guard style == .plain, !text.isEmpty else { return nil }
        var offset = range.end.offset
        while source.byte(at: offset)?.isBlank == true { offset += 1 }
        guard offset > range.end.offset, source.byte(at: offset) == UInt8(ascii: "#") else { return nil }
        let end = source.bytes[offset...].firstIndex(where: \.isLineBreak) ?? source.bytes.count
        return source.slice(offset + 1..<end)
    }
}
