import PawlKit
import PawlYAML

/// The named types of a file, and how types are read.
final class TypeTable {
    /// A type with the size of all that is in it.
    struct Resolved {
        var type: ValueType
        /// The number of fields and elements inside, counted again for each use: what comparing it may cost.
        var size = 1
        /// Whether a part of it could not be read.
        var isBroken = false
        /// The places of a record's fields.
        var ranges: [SourceRange] = []

        static let broken = Resolved(type: .any, isBroken: true)
    }

    private enum Entry {
        case unread(YAMLNode, key: SourceRange)
        case reading
        case read(Resolved)
    }

    static let builtIn: [(name: String, type: ValueType)] = [
        ("bool", .bool), ("int", .int), ("uint", .uint), ("double", .double), ("string", .string), ("bytes", .bytes),
        ("timestamp", .timestamp), ("duration", .duration), ("any", .any),
    ]
    private static let sizeLimit = 4_000
    private static let depthLimit = 64

    let findings: Findings
    private var entries: [ByteString: Entry] = [:]
    private(set) var names: [String] = []

    init(_ node: YAMLNode?, _ findings: Findings) {
        self.findings = findings
        guard let node else { return }
        let pairs = findings.entries(node, of: "`types`")
        for pair in pairs {
            findings.checkName(pair.name, of: "a type", at: pair.key)
            if Self.builtIn.contains(where: { $0.name == pair.name }) || pair.name == "list" || pair.name == "map" {
                findings.report(DefinitionFact.reservedName(pair.name, of: "a type", why: "it is a built-in type"), at: pair.key.range)
                continue
            }
            entries[ByteString(pair.name)] = .unread(pair.value, key: pair.key.range)
            names.append(pair.name)
        }
        for name in names { _ = named(name, depth: 0) }
    }

    /// The types for expressions: `Item{…}`.
    var named: [String: ValueType] {
        var types: [String: ValueType] = [:]
        for (name, entry) in entries {
            if case .read(let resolved) = entry, !resolved.isBroken { types[name.text] = resolved.type }
        }
        return types
    }

    // MARK: Reading types

    /// Reads a record: inline or by name. Nothing at all is the record without fields.
    func record(_ node: YAMLNode, of what: String) -> DeclaredRecord {
        if node.isNull { return .empty }
        if node.elements != nil {
            findings.report(
                DefinitionFact.wrongShape(what: what, expected: "a record { field: type }", found: "a list"), at: node.headRange)
            return DeclaredRecord(type: .empty, isBroken: true)
        }
        let (resolved, isOptional) = type(node, depth: 0)
        guard case .record(let type) = resolved.type, !isOptional else {
            if !resolved.isBroken {
                findings.report(
                    DefinitionFact.notARecord(node.scalar?.text ?? "", of: what), at: node.range)
            }
            return DeclaredRecord(type: .empty, isBroken: true)
        }
        return DeclaredRecord(type: type, ranges: resolved.ranges, isBroken: resolved.isBroken)
    }

    /// Reads a type; the flag says whether it was written with a `?`.
    func type(_ node: YAMLNode, depth: Int, name: String? = nil) -> (Resolved, isOptional: Bool) {
        guard depth < Self.depthLimit else {
            findings.report(DefinitionFact.typeTooLarge, at: node.headRange)
            return (.broken, false)
        }
        switch node.content {
        case .scalar(let scalar):
            guard !node.isNull else {
                findings.report(DefinitionFact.missingValue(of: "a type"), at: node.range)
                return (.broken, false)
            }
            let (syntax, isOptional) = TypeSyntax.parse(scalar.text)
            return (resolve(syntax, in: scalar, depth: depth), isOptional)
        case .sequence(let elements): return (enumeration(elements, node: node, name: name), false)
        case .mapping(let pairs): return (fields(pairs, node: node, name: name, depth: depth), false)
        }
    }

    private func resolve(_ syntax: TypeSyntax, in scalar: YAMLScalar, depth: Int) -> Resolved {
        switch syntax {
        case .invalid(let range, let expected):
            findings.report(DefinitionFact.typeSyntax(scalar.text, expected: expected), at: scalar.range(of: range))
            return .broken
        case .list(let element):
            var resolved = resolve(element, in: scalar, depth: depth)
            resolved.type = .list(resolved.type)
            resolved.size += 1
            resolved.ranges = []
            return resolved
        case .map(let value):
            var resolved = resolve(value, in: scalar, depth: depth)
            resolved.type = .map(resolved.type)
            resolved.size += 1
            resolved.ranges = []
            return resolved
        case .name(let name, let offsets):
            if let type = Self.builtIn.first(where: { UTF8Order.equal($0.name, name) })?.type { return Resolved(type: type) }
            let range = scalar.range(of: offsets)
            if entries[ByteString(name)] != nil {
                guard let resolved = named(name, depth: depth) else {
                    findings.report(DefinitionFact.recursiveType(name), at: range)
                    return .broken
                }
                return resolved
            }
            let suggestion = findings.nearest(name, among: Self.builtIn.map(\.name) + names)
            findings.report(DefinitionFact.unknownType(name, suggestion: suggestion), at: range)
            // Go on with what was probably meant, so that one slip is one message.
            if let suggestion, let type = Self.builtIn.first(where: { $0.name == suggestion })?.type { return Resolved(type: type) }
            return suggestion.flatMap { named($0, depth: depth) } ?? .broken
        }
    }

    /// The type of that name; nil while it is being read, which means that it contains itself.
    private func named(_ name: String, depth: Int) -> Resolved? {
        let key = ByteString(name)
        switch entries[key] {
        case .read(let resolved): return resolved
        case .reading, nil: return nil
        case .unread(let node, _):
            entries[key] = .reading
            var resolved: Resolved
            if let scalar = node.scalar {
                if !node.isNull {
                    findings.report(DefinitionFact.typeIsNoRecord(name, found: scalar.text), at: node.range)
                } else {
                    findings.report(DefinitionFact.missingValue(of: "the type '\(name)'"), at: node.range)
                }
                resolved = .broken
            } else {
                resolved = type(node, depth: depth + 1, name: name).0
            }
            entries[key] = .read(resolved)
            return resolved
        }
    }

    private func fields(_ pairs: [YAMLPair], node: YAMLNode, name: String?, depth: Int) -> Resolved {
        var resolved = Resolved(type: .any)
        var fields: [RecordType.Field] = []
        for pair in pairs {
            findings.checkName(pair.name, of: "a field", at: pair.key)
            let (type, isOptional) = type(pair.value, depth: depth + 1)
            resolved.size += type.size
            if type.isBroken { resolved.isBroken = true }
            fields.append(.init(pair.name, type.type, isOptional: isOptional))
            resolved.ranges.append(pair.key.range)
        }
        if resolved.size > Self.sizeLimit {
            findings.report(DefinitionFact.typeTooLarge, at: node.headRange)
            return .broken
        }
        resolved.type = .record(RecordType(name: name, fields: fields))
        return resolved
    }

    private func enumeration(_ elements: [YAMLNode], node: YAMLNode, name: String?) -> Resolved {
        let members = findings.texts(node, of: "an enum")
        if members.isEmpty { return .broken }
        return Resolved(type: .enumeration(EnumType(name: name, members: members.map(\.text))), size: members.count)
    }
}
