package import PawlKit

/// A type in Swift that stands for a part of a workflow.
package struct SwiftDeclaration: Sendable {
    /// What it is.
    package enum Kind: Sendable {
        /// Holds other declarations.
        case namespace
        /// A struct with the fields of a record.
        case record(RecordType, properties: [Property])
        /// An enum of texts.
        case enumeration(EnumType, cases: [String])
        /// Another name for a type.
        case alias(SwiftType)
        /// A service, with its input and output inside.
        case service
    }

    /// A field as a property.
    package struct Property: Sendable {
        /// The name in Swift.
        package var name: String
        /// The name of the field.
        package var field: String
        /// The type without the `?` of one that may be absent.
        package var type: SwiftType
        /// Whether the field may be absent.
        package var isOptional: Bool
    }

    /// The name in Swift.
    package var name: String
    /// What it is.
    package var kind: Kind
    /// One sentence about it.
    package var comment: String
    /// The name that workflow files and the journal know it by.
    package var workflowName: String?
    /// The declarations inside.
    package var members: [SwiftDeclaration] = []

    /// All records and enums in here, by their names in Swift from the outside in.
    package var types: [(path: String, type: ValueType)] {
        let own: [(path: String, type: ValueType)] =
            switch kind {
            case .record(let record, _): [(SwiftName.escaped(name), .record(record))]
            case .enumeration(let type, _): [(SwiftName.escaped(name), .enumeration(type))]
            case .namespace, .alias, .service: []
            }
        return own + members.flatMap(\.types).map { ("\(SwiftName.escaped(name)).\($0.path)", $0.type) }
    }
}

/// A type as a property has it.
package indirect enum SwiftType: Sendable, Hashable {
    /// A type of Swift or PawlKit, or one that is declared in the same type.
    case plain(String)
    /// A type under `types` of the workflow.
    case named(String)
    /// A list.
    case list(SwiftType)
    /// A map with text keys.
    case map(SwiftType)
}
