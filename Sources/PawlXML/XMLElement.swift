package import PawlKit

/// An element with all that is in it.
package struct XMLElement: Sendable {
    /// The name without prefix.
    package let name: String
    /// The namespace that its prefix, or the lack of one, stands for; nil for none.
    package let namespace: String?
    /// The attributes in the order of the file, without the declarations of namespaces.
    package let attributes: [XMLAttribute]
    /// What is in it, in order. Comments and processing instructions are left out.
    package internal(set) var content: [XMLNode] = []
    /// Its name in the start tag.
    package let range: SourceRange

    /// The attribute of that name, of no namespace.
    package subscript(name: String) -> XMLAttribute? { attributes.first { $0.name == name && $0.namespace == nil } }

    /// The elements directly in it.
    package var elements: [XMLElement] { content.compactMap { if case .element(let element) = $0 { element } else { nil } } }

    /// The text directly in it, joined.
    package var text: String { content.map { if case .text(let text) = $0 { text.text } else { "" } }.joined() }
}

/// What may be in an element.
package enum XMLNode: Sendable {
    /// An element.
    case element(XMLElement)
    /// Text between elements; references are resolved, line breaks are line feeds.
    case text(XMLText)
}

/// A stretch of text.
package struct XMLText: Sendable {
    /// The text.
    package internal(set) var text: String
    /// Where it starts.
    package let start: SourcePosition
}

/// An attribute.
package struct XMLAttribute: Sendable {
    /// The name without prefix.
    package let name: String
    /// The namespace of its prefix; nil for none.
    package let namespace: String?
    /// The value, references resolved.
    package let value: String
    /// Its name in the file.
    package let range: SourceRange
    /// Its value in the file, without the quotes.
    package let valueRange: SourceRange
}

/// An XML document that was read.
package struct XMLDocument: Sendable {
    /// The outermost element.
    package let root: XMLElement
}

/// A document could not be read.
package struct XMLError: Error, Sendable, CustomStringConvertible {
    /// What ended the reading.
    package let diagnostic: Diagnostic

    /// The finding with its place.
    package var description: String {
        let start = diagnostic.range.start
        return "\(diagnostic.file):\(start.line):\(start.column): error[\(diagnostic.code)]: \(diagnostic.wording.message)"
    }
}

/// How much a document may ask for.
package struct XMLLimits: Sendable {
    /// The size of a file in bytes.
    package var bytes = 1 << 20
    /// How deep elements may be nested.
    package var depth = 64
    /// How many elements, attributes and texts a document may have.
    package var nodes = 100_000

    /// Creates the default limits.
    package init() {}
}
