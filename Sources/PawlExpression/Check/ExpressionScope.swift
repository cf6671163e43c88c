package import PawlKit

/// Which functions a place in a file allows beyond CEL's own.
package struct ExpressionCapabilities: OptionSet, Sendable, Hashable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// `secret('NAME')`
    package static let secret = ExpressionCapabilities(rawValue: 1)
    /// `active('State')`
    package static let active = ExpressionCapabilities(rawValue: 2)
    /// `uuid()`
    package static let uuid = ExpressionCapabilities(rawValue: 4)
}

/// What a name given to `active()` stands for.
package enum StateLookup: Sendable, Hashable {
    /// The state with that number.
    case found(Int)
    /// Several states; the names that would be unique.
    case ambiguous([String])
    /// None.
    case unknown(nearest: String?)
}

/// Names and types an expression may use. Immutable once set up, and cheap to copy.
package struct ExpressionScope: Sendable {
    /// A variable.
    package struct Variable: Sendable {
        /// The name; it may hold dots.
        package let name: String
        /// The type; a record's fields are known by name.
        package let type: ValueType
        /// Where the frame holds the value.
        package let slot: Int
        /// The type where the workflow language has no word for it.
        let staticType: StaticType

        /// Creates a variable.
        package init(name: String, type: ValueType, slot: Int) {
            self.name = name
            self.type = type
            self.slot = slot
            staticType = StaticType(type)
        }

        init(name: String, staticType: StaticType, slot: Int) {
            self.name = name
            type = staticType.valueType
            self.slot = slot
            self.staticType = staticType
        }
    }

    /// The variables by name.
    let variables: [ByteString: Variable]
    /// Whether a name with a dot can be a variable.
    let hasDottedVariables: Bool
    /// The named records and enums.
    package let types: [String: ValueType]
    /// What the place allows.
    package var capabilities: ExpressionCapabilities
    /// Finds the state that `active()` names.
    package var states: @Sendable (String) -> StateLookup = { _ in .unknown(nearest: nil) }
    /// The optional fields that are known to be present: `state.note`.
    package var presentPaths: Set<String> = []
    /// What the text may be.
    package var limits = ExpressionLimits.standard
    /// CEL's container: names are looked up inside it first. Workflows have none.
    var container = ""
    /// The functions.
    var table = FunctionTable.standard

    /// Creates a scope. Of two variables with one name the later one counts.
    package init(variables: [Variable], types: [String: ValueType] = [:], capabilities: ExpressionCapabilities = []) {
        self.variables = Dictionary(variables.map { (ByteString($0.name), $0) }, uniquingKeysWith: { $1 })
        self.types = types
        self.capabilities = capabilities
        hasDottedVariables = variables.contains { $0.name.utf8.contains(UInt8(ascii: ".")) }
    }

    /// The number of slots that a frame for these variables needs.
    package var slotCount: Int { (variables.values.map(\.slot).max() ?? -1) + 1 }

    /// The names that a name may stand for in the container, the innermost first.
    func candidates(_ name: String, isAbsolute: Bool) -> [String] {
        guard !isAbsolute, !container.isEmpty else { return [name] }
        var candidates: [String] = []
        var parts = container.split(separator: ".")
        while !parts.isEmpty {
            candidates.append(parts.joined(separator: ".") + "." + name)
            parts.removeLast()
        }
        return candidates + [name]
    }
}
