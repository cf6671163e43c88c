package import PawlKit

/// A node of a YAML document with the place where it stands.
///
/// What an alias stands for is there in its place, with the range of the anchored text.
package struct YAMLNode: Sendable {
    /// What a node is.
    package enum Content: Sendable {
        /// A text, read by the type its place declares.
        case scalar(YAMLScalar)
        /// A list.
        case sequence([YAMLNode])
        /// Keys with values, in the order of the file; no key comes twice.
        case mapping([YAMLPair])
    }

    /// What it is.
    package let content: Content
    /// From its first character, with anchor and tag, to the end of its last one.
    package let range: SourceRange
    /// The resolved tag if one is written: `tag:yaml.org,2002:str`.
    package let tag: String?
    /// Whether it is written in brackets or, for a scalar, stands inside of some.
    package let isFlow: Bool

    /// The scalar, nil if it is a collection.
    package var scalar: YAMLScalar? { if case .scalar(let scalar) = content { scalar } else { nil } }
    /// The elements, nil if it is no list.
    package var elements: [YAMLNode]? { if case .sequence(let elements) = content { elements } else { nil } }
    /// The pairs, nil if it is no mapping.
    package var pairs: [YAMLPair]? { if case .mapping(let pairs) = content { pairs } else { nil } }
    /// Whether it is a plain null or nothing at all.
    package var isNull: Bool { scalar?.isNull ?? false }
}

/// A key with its value.
package struct YAMLPair: Sendable {
    /// The key, always a scalar.
    package let key: YAMLNode
    /// The value; an empty plain scalar where none is written.
    package let value: YAMLNode

    /// The text of the key.
    package var name: String { key.scalar?.text ?? "" }
}
