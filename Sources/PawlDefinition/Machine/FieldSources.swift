import PawlExpression
import PawlKit
import PawlMachine
import PawlYAML

/// Where the fields of a record may come from when nothing is written for them: by name, from exactly one place.
struct FieldSources {
    /// One place.
    struct Source {
        /// Which one, as expressions call it.
        enum Kind: String {
            case state, event, result, error
        }

        var kind: Kind
        /// The fields.
        var type: RecordType
        /// For messages: `event 'PaymentAccepted'`.
        var label: String
        /// Whether its fields are not all known.
        var isBroken = false
        /// Whether records of several layouts come here, so that fields are read by name.
        var isShared = false
    }

    var sources: [Source]
    /// Who gives the fields, for messages: `this row`.
    var giver: String
    /// Whether a field that several sources have is taken from the first.
    var prefersFirst = false
}

/// A record that is to be filled.
struct FieldRequest {
    var declared: DeclaredRecord
    /// The type with the fields of `declared`, under the name that messages use.
    var type: RecordType
    /// For messages: `state 'Paying'`.
    var owner: String
    /// What is written for it.
    var given: [YAMLPair] = []
    /// Whether all that is written could be assigned. If not, that a field is missing proves nothing.
    var isWhole = true
    /// Where it is asked for.
    var range: SourceRange
    /// Takes required fields that nothing gives; nil to report them.
    var missing: ((RecordType.Field) -> Void)?
}

extension DefinitionBuilder {
    /// The rules that fill the payload of an event.
    ///
    /// Returns nil when something was reported.
    func payloadRules(
        of event: EventIndex, given: YAMLNode?, from sources: FieldSources, in compiler: ScopedCompiler, at range: SourceRange
    ) -> [FieldRule]? {
        let declared = events.declared[event]
        var request = FieldRequest(
            declared: declared, type: declared.type, owner: "event '\(events.events[event].name)'", range: range)
        if let given, !given.isNull {
            guard let pairs = given.pairs else {
                findings.report(
                    DefinitionFact.wrongShape(what: "`data`", expected: "a mapping", found: given.kindText), at: given.headRange)
                return nil
            }
            request.given = pairs
        }
        return fieldRules(request, from: sources, in: compiler)
    }

    /// The rules that fill a record: what is written, else by name from exactly one source; an optional field may stay absent.
    ///
    /// Returns nil when something was reported.
    func fieldRules(_ request: FieldRequest, from sources: FieldSources, in compiler: ScopedCompiler) -> [FieldRule]? {
        let (declared, type, owner, range) = (request.declared, request.type, request.owner, request.range)
        var written = [TemplateReader.Reading?](repeating: nil, count: type.fields.count)
        var isComplete = request.isWhole && !declared.isBroken
        if !request.given.isEmpty {
            guard !declared.isBroken else { return nil }
            let reader = TemplateReader(findings: findings, scope: compiler)
            guard let (fields, isWhole) = reader.fields(request.given, of: type, owner: owner) else { return nil }
            written = fields
            if !isWhole { isComplete = false }
        }
        var rules: [FieldRule] = []
        for (slot, field) in type.fields.enumerated() {
            switch written[slot] {
            case .template(let template)?: rules.append(FieldRule(slot: slot, source: .template(template)))
            case .absent?: break
            case .failed?: isComplete = false
            case nil:
                switch byName(field, from: sources, in: compiler) {
                case .from(let source): rules.append(FieldRule(slot: slot, source: source))
                case .nowhere(let clash) where field.isOptional:
                    if let clash {
                        findings.report(
                            DefinitionFact.staysAbsent(field, owner: owner, source: clash.source.label, found: clash.found.typeText),
                            at: range, related: declared.range(of: slot), detail: field.name)
                    }
                case .nowhere(let clash):
                    // A misspelt name in `data` is reported once, there.
                    guard isComplete, !sources.sources.contains(where: \.isBroken) else {
                        isComplete = false
                        continue
                    }
                    if let missing = request.missing {
                        missing(field)
                        continue
                    }
                    reportMissing(field, declared.range(of: slot), owner, clash, sources, at: range)
                    isComplete = false
                case .several(let found):
                    findings.report(
                        DefinitionFact.fieldFromBoth(
                            field.name, owner: owner, giver: sources.giver, labels: found.map(\.label),
                            expressions: found.map { "\($0.kind.rawValue).\(field.name)" }),
                        at: range, related: declared.range(of: slot), detail: field.name)
                    isComplete = false
                case .failed: isComplete = false
                }
            }
        }
        return isComplete ? rules : nil
    }

    private enum ByName {
        case from(FieldRule.Source)
        /// No source fits; the one that has the name with another type.
        case nowhere((source: FieldSources.Source, found: RecordType.Field)?)
        case several([FieldSources.Source])
        case failed
    }

    private func byName(_ field: RecordType.Field, from sources: FieldSources, in compiler: ScopedCompiler) -> ByName {
        var fitting: [(source: FieldSources.Source, slot: Int)] = []
        var clash: (FieldSources.Source, RecordType.Field)?
        for source in sources.sources {
            guard let slot = source.type.slot(of: field.name) else { continue }
            let own = source.type.fields[slot]
            let isThere = !own.isOptional || field.isOptional || compiler.scope.presentPaths.contains("\(source.kind.rawValue).\(own.name)")
            if own.type.fits(field.type), isThere { fitting.append((source, slot)) } else { clash = (source, own) }
        }
        guard let (source, slot) = fitting.first else { return .nowhere(clash) }
        if fitting.count > 1, !sources.prefersFirst { return .several(fitting.map(\.source)) }
        if source.kind != .error, !source.isShared, source.type.fields[slot].type == field.type {
            switch source.kind {
            case .state: return .from(.state(slot: slot))
            case .event: return .from(.event(slot: slot))
            case .result: return .from(.result(slot: slot))
            case .error: break
            }
        }
        // Of another layout, or without a source of its own in the model: as if it were written.
        let text = "\(source.kind.rawValue).\(source.type.fields[slot].isOptional && field.isOptional ? "?" : "")\(field.name)"
        let result = ExpressionCompiler.compile(text, in: compiler.scope, expecting: field.type, allowsAbsent: field.isOptional)
        guard let expression = result.expression else {
            return .nowhere((source, source.type.fields[slot]))
        }
        return .from(.template(.expression(SourcedExpression(expression, at: .start), field.type)))
    }

    private func reportMissing(
        _ field: RecordType.Field, _ declaredAt: SourceRange?, _ owner: String,
        _ clash: (source: FieldSources.Source, found: RecordType.Field)?, _ sources: FieldSources, at range: SourceRange
    ) {
        if let clash {
            findings.report(
                DefinitionFact.fieldOfOtherType(
                    field, owner: owner, giver: sources.giver, source: clash.source.label, found: clash.found.typeText,
                    expression: clash.found.isOptional && clash.found.type.fits(field.type)
                        ? "\(clash.source.kind.rawValue).?\(field.name)" : nil),
                at: range, related: declaredAt, detail: field.name)
            return
        }
        // The last source is the nearest one: the event before the state.
        var hint: DefinitionFact.FieldHint?
        for source in sources.sources.reversed() where hint == nil {
            let names = source.type.fields.filter { $0.type.fits(field.type) && !$0.isOptional }.map(\.name)
            let near = findings.nearest(field.name, among: names) ?? names.first { $0.lowercased().hasPrefix(field.name.lowercased()) }
            if let near {
                hint = .init(source: source.label, field: near, expression: "\(source.kind.rawValue).\(near)")
            }
        }
        findings.report(
            DefinitionFact.fieldNotGiven(
                field, owner: owner, giver: sources.giver, hint: hint, sources: sources.sources.map(\.label)),
            at: range, related: declaredAt, detail: field.name)
    }
}
