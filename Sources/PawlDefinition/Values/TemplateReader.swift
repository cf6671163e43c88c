import PawlExpression
import PawlKit
import PawlMachine
import PawlYAML

/// Reads value places: literals of the declared type, `${ … }`, and text with `${ … }` in it.
struct TemplateReader {
    /// What a node came to.
    enum Reading {
        case template(Template)
        /// `~` in a place that may be absent.
        case absent
        /// Reported already.
        case failed

        /// The template; nil when it is absent or was reported.
        var template: Template? { if case .template(let template) = self { template } else { nil } }
    }

    let findings: Findings
    /// What expressions see; nil where only literals may stand.
    let scope: ScopedCompiler?

    /// Reads a node as a value of a type.
    func read(_ node: YAMLNode, as type: ValueType, isOptional: Bool = false, field: String? = nil) -> Reading {
        switch node.content {
        case .scalar(let scalar): return self.scalar(scalar, node: node, as: type, isOptional: isOptional, field: field)
        case .sequence(let elements):
            switch type {
            case .list(let element): return list(elements, of: element)
            case .any: return list(elements, of: .any)
            default: return mismatch("a list", at: node.headRange, type, field)
            }
        case .mapping(let pairs):
            switch type {
            case .record(let type): return record(pairs, as: type, at: node.headRange)
            case .map(let value): return map(pairs, of: value)
            case .any: return map(pairs, of: .any)
            default: return mismatch("a mapping", at: node.headRange, type, field)
            }
        }
    }

    // MARK: Scalars

    private func scalar(_ scalar: YAMLScalar, node: YAMLNode, as type: ValueType, isOptional: Bool, field: String?) -> Reading {
        if scalar.style == .plain, scalar.text.isEmpty || scalar.text == "~", type != .any || isOptional {
            if isOptional { return .absent }
            findings.report(DefinitionFact.missingScalar(field: field, type: "\(type)", isTilde: !scalar.text.isEmpty), at: node.range)
            return .failed
        }
        if scalar.text.utf8.contains(UInt8(ascii: "$")), scalar.text.contains("${") {
            return computed(scalar, as: type, isOptional: isOptional, field: field)
        }
        guard let value = LiteralReader.read(scalar, as: type) else {
            if case .enumeration(let type) = type {
                findings.report(
                    DefinitionFact.notAMember(
                        scalar.text, of: "\(ValueType.enumeration(type))", suggestion: findings.nearest(scalar.text, among: type.members),
                        members: type.members),
                    at: scalar.range)
            } else {
                findings.report(
                    DefinitionFact.wrongValue(scalar.text, isQuoted: scalar.style != .plain, expected: type, field: field), at: scalar.range
                )
            }
            return .failed
        }
        return .template(.constant(value))
    }

    private func computed(_ scalar: YAMLScalar, as type: ValueType, isOptional: Bool, field: String?) -> Reading {
        let pieces: [TemplatePieces.Piece]
        do {
            pieces = try TemplatePieces.cut(scalar.text)
        } catch {
            findings.report(DefinitionFact.unclosedTemplate, at: scalar.range(of: error.offset..<error.offset + 2))
            return .failed
        }
        let hasExpression = pieces.contains { if case .expression = $0 { true } else { false } }
        guard let scope else {
            if hasExpression {
                findings.report(DefinitionFact.notSupported("`${ }` here"), at: scalar.range)
                return .failed
            }
            return text(pieces, of: scalar, as: type, field: field)
        }
        if pieces.count == 1, case .expression(let range) = pieces[0] {
            guard let expression = scope.compile(scalar, range, expecting: type, isOptional: isOptional) else { return .failed }
            return .template(.expression(expression, type))
        }
        return text(pieces, of: scalar, as: type, field: field)
    }

    private func text(_ pieces: [TemplatePieces.Piece], of scalar: YAMLScalar, as type: ValueType, field: String?) -> Reading {
        guard type == .string || type == .any else {
            findings.report(DefinitionFact.textInTypedPlace(expected: "\(type)", field: field), at: scalar.range)
            return .failed
        }
        var parts: [Template.TextPart] = []
        var hasFailed = false
        for piece in pieces {
            switch piece {
            case .literal(let text): parts.append(.literal(text))
            case .expression(let range):
                if let expression = scope?.compileForText(scalar, range) { parts.append(.expression(expression)) } else { hasFailed = true }
            }
        }
        if hasFailed { return .failed }
        if parts.count == 1, case .literal(let text) = parts[0] { return .template(.constant(.string(text))) }
        return .template(.text(parts))
    }

    // MARK: Collections

    private func list(_ elements: [YAMLNode], of type: ValueType) -> Reading {
        let readings = elements.map { read($0, as: type).template }
        let templates = readings.compactMap { $0 }
        guard templates.count == readings.count else { return .failed }
        let values = templates.compactMap(\.constantValue)
        return .template(values.count == templates.count ? .constant(.list(values)) : .list(templates))
    }

    private func map(_ pairs: [YAMLPair], of type: ValueType) -> Reading {
        let readings = pairs.map { ($0.name, read($0.value, as: type, field: $0.name).template) }
        let templates = readings.compactMap { name, template in template.map { (key: name, value: $0) } }
        guard templates.count == readings.count else { return .failed }
        var map = ValueMap()
        for (key, template) in templates {
            guard let value = template.constantValue else { return .template(.map(templates)) }
            map[key] = value
        }
        return .template(.constant(.map(map)))
    }

    private func record(_ pairs: [YAMLPair], as type: RecordType, at range: SourceRange) -> Reading {
        guard let (fields, isComplete) = fields(pairs, of: type, owner: "\(ValueType.record(type))") else { return .failed }
        let missing = type.fields.indices.filter { fields[$0] == nil && !type.fields[$0].isOptional }
        if !missing.isEmpty, isComplete {
            findings.report(
                DefinitionFact.missingFields(missing.map { type.fields[$0] }, owner: "\(ValueType.record(type))"), at: range)
        }
        guard missing.isEmpty, isComplete else { return .failed }
        return .template(Self.record(type, fields.map { $0?.template }))
    }

    /// The fields that a mapping gives to a record, by slot; the flag is false when some were reported.
    func fields(
        _ pairs: [YAMLPair], of type: RecordType, owner: String
    ) -> (fields: [Reading?], isComplete: Bool)? {
        var fields = [Reading?](repeating: nil, count: type.fields.count)
        var isComplete = true
        for pair in pairs {
            var name = pair.name
            if type.slot(of: name) == nil {
                isComplete = false
                let suggestion = findings.nearest(name, among: type.fields.map(\.name))
                findings.report(
                    DefinitionFact.unknownField(name, owner: owner, suggestion: suggestion, fields: type.fields.map(\.name)),
                    at: pair.key.range)
                guard let suggestion else { continue }
                name = suggestion
            }
            guard let slot = type.slot(of: name), fields[slot] == nil else { continue }
            let field = type.fields[slot]
            let reading = read(pair.value, as: field.type, isOptional: field.isOptional, field: field.name)
            if case .failed = reading { isComplete = false }
            fields[slot] = reading
        }
        return (fields, isComplete)
    }

    // MARK: Places without a declared type

    /// A mapping whose type is that of what is written: of an expression its own, of a literal that of the core schema.
    func untyped(_ pairs: [YAMLPair]) -> (template: Template, type: RecordType, isWhole: Bool) {
        var fields: [RecordType.Field] = []
        var templates: [Template?] = []
        var isWhole = true
        for pair in pairs {
            findings.checkName(pair.name, of: "a field", at: pair.key)
            let (field, template) = untyped(pair)
            if template == nil { isWhole = false }
            fields.append(field)
            templates.append(template)
        }
        let type = RecordType(fields: fields)
        return (Self.record(type, templates), type, isWhole)
    }

    private func untyped(_ pair: YAMLPair) -> (field: RecordType.Field, template: Template?) {
        if let pairs = pair.value.pairs {
            let (template, type, isWhole) = untyped(pairs)
            return (.init(pair.name, .record(type)), isWhole ? template : nil)
        }
        if let scalar = pair.value.scalar, let range = TemplatePieces.whole(scalar.text) {
            guard let expression = scope?.compile(scalar, range) else { return (.init(pair.name, .any), nil) }
            let type = expression.expression.type
            return (.init(pair.name, type, isOptional: expression.expression.isOptional), .expression(expression, type))
        }
        let template = read(pair.value, as: .any, field: pair.name).template
        guard case .constant(let value)? = template else {
            if case .text? = template { return (.init(pair.name, .string), template) }
            return (.init(pair.name, .any), template)
        }
        let type: ValueType =
            switch value {
            case .bool: .bool
            case .int: .int
            case .double: .double
            case .string: .string
            default: .any
            }
        return (.init(pair.name, type), template)
    }

    /// A record of templates, folded when all are known.
    static func record(_ type: RecordType, _ fields: [Template?]) -> Template {
        let values = fields.map { $0?.constantValue }
        let isConstant = zip(fields, values).allSatisfy { $0 == nil || $1 != nil }
        return isConstant ? .constant(.record(Record(type: type, fields: values))) : .record(type, fields)
    }

    private func mismatch(_ found: String, at range: SourceRange, _ type: ValueType, _ field: String?) -> Reading {
        findings.report(DefinitionFact.wrongCollection(found: found, expected: "\(type)", field: field), at: range)
        return .failed
    }
}

extension Template {
    /// The value when it is known at load.
    var constantValue: Value? { if case .constant(let value) = self { value } else { nil } }
}
