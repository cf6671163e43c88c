package import PawlKit

extension Services {
    /// Checks that each service a workflow needs is provided, takes what the workflow gives and gives what it expects.
    package func check(_ requirements: [RequiredService]) -> [Diagnostic] { requirements.flatMap(check) }

    private func check(_ required: RequiredService) -> [Diagnostic] {
        guard let entry = self[required.name] else {
            if let fallback = required.fallback {
                let (services, findings) = adding([fallback])
                var plain = required
                plain.fallback = nil
                return findings.isEmpty ? services.check([plain]) : findings
            }
            let nearest = NearestName.find(required.name, among: names)
            return [Diagnostic(.missingService(required.name, nearest: nearest), at: required.place)]
        }
        let (output, findings) = entry.mapped(for: required)
        let facts =
            inputFacts(required, entry) + outputFacts(required, entry, gives: output) + elementFacts(required, entry)
            + errorFacts(required, entry)
        return findings
            + facts.map { fact in
                if case .inputFrozen(let field, _) = fact, let binding = entry.frozen(field) {
                    return Diagnostic(fact, at: required.place, related: binding.place(of: field))
                }
                return Diagnostic(fact, at: required.place, related: entry.bindings.first?.place ?? entry.pluginPlace)
            }
    }

    private func inputFacts(_ required: RequiredService, _ entry: Entry) -> [ServiceFact] {
        if entry.ignoresInput { return [] }
        let given = required.interface.input
        let taken = entry.interface.input
        var facts: [ServiceFact] = []
        for field in given.fields {
            if let wanted = taken.field(field.name) {
                if field.isOptional && !wanted.isOptional || !field.type.fits(wanted.type) {
                    facts.append(.inputMismatch(field: field.name, given: field.typeText, wanted: wanted.typeText, service: required.name))
                }
            } else if entry.frozen(field.name) != nil, entry.provider.interface.input.field(field.name) != nil {
                facts.append(.inputFrozen(field: field.name, service: required.name))
            } else if !entry.metadata.takesAnyInput {
                let known = taken.fields.map(\.name)
                facts.append(
                    .inputUnknown(
                        field: field.name, service: required.name, nearest: NearestName.find(field.name, among: known), known: known))
            }
        }
        for field in taken.fields where !field.isOptional && given.field(field.name) == nil {
            facts.append(.inputMissing(field: field.name, type: field.typeText, service: required.name))
        }
        return facts
    }

    private func outputFacts(_ required: RequiredService, _ entry: Entry, gives output: ServiceOutput) -> [ServiceFact] {
        // What is `any` on one side is checked when it arrives.
        guard case .record(let given) = output, case .record(let expected) = required.interface.output else { return [] }
        var facts: [ServiceFact] = []
        for field in expected.fields {
            if let own = given.field(field.name) {
                if own.isOptional && !field.isOptional || !own.type.mayArrive(as: field.type) {
                    facts.append(.outputMismatch(field: field.name, given: own.typeText, wanted: field.typeText, service: required.name))
                }
            } else if !field.isOptional {
                facts.append(.outputMissing(field: field.name, type: field.typeText, service: required.name))
            }
        }
        for field in given.fields where expected.field(field.name) == nil {
            facts.append(.outputUndeclared(field: field.name, type: field.typeText, service: required.name))
        }
        return facts
    }

    private func elementFacts(_ required: RequiredService, _ entry: Entry) -> [ServiceFact] {
        guard let expected = required.interface.elements else { return [] }
        guard let given = entry.interface.elements else {
            // What gives anything may give elements too, as mocks do.
            return entry.interface.output == .any ? [] : [.elementsMissing(service: required.name)]
        }
        return expected.fields.compactMap { field in
            let own = given.field(field.name)
            if own == nil, field.isOptional { return nil }
            if let own, !own.isOptional || field.isOptional, own.type.mayArrive(as: field.type) { return nil }
            return .elementMismatch(field: field.name, given: own?.typeText, wanted: field.typeText, service: required.name)
        }
    }

    private func errorFacts(_ required: RequiredService, _ entry: Entry) -> [ServiceFact] {
        let declared = Set(required.interface.errors).union(EngineErrorCode.allCases.map(\.rawValue))
        let undeclared = entry.interface.errors.filter { !declared.contains($0) }
        return undeclared.isEmpty ? [] : [.undeclaredErrors(undeclared, service: required.name)]
    }
}

extension Services.Entry {
    /// The bindings that see the caller's input, the entry's own first: those over the first that maps it, and that one.
    private var near: ArraySlice<ServiceBinding> {
        let end = bindings.firstIndex { $0.adapter?.input != nil }.map { $0 + 1 } ?? bindings.count
        return bindings[..<end]
    }

    /// The binding that gives a field of what callers would give, by `with`.
    func frozen(_ field: String) -> ServiceBinding? {
        // Below a binding that maps the input there are other fields.
        let visible = bindings.first?.adapter?.input != nil ? [] : near.filter { $0.adapter?.input == nil }
        return visible.first { $0.arguments.contains { UTF8Order.equal($0.name, field) } }
    }

    /// Whether a field is given already.
    func gives(_ field: String) -> Bool { frozen(field) != nil }

    /// What a caller that declares an interface gets, and what is wrong with the expressions of bindings for it.
    func mapped(for required: RequiredService) -> (output: ServiceOutput, findings: [Diagnostic]) {
        guard required.isDeclared else { return (interface.output, []) }
        var fields = required.interface.input.fields
        var output = interface.output
        var findings: [Diagnostic] = []
        for (index, binding) in near.enumerated() {
            if let adapter = binding.adapter {
                let type = RecordType(name: "the input of '\(required.name)'", fields: fields)
                let checked = adapter.check(type, required.place)
                findings += checked.findings
                if index == 0, let known = checked.output { output = known }
            }
            // What a binding gives comes to those below it with what the caller gives.
            fields += binding.arguments.filter { given in !fields.contains { $0.name == given.name } }.map { .init($0.name, .any) }
        }
        return (output, findings)
    }
}

extension ValueType {
    /// Whether a value of this type can be one of the declared type: it fits, or is `any` where that is known only on arrival.
    fileprivate func mayArrive(as declared: ValueType) -> Bool {
        switch (self, declared) {
        case (.any, _): true
        case (.list(let own), .list(let declared)), (.map(let own), .map(let declared)): own.mayArrive(as: declared)
        case (.record(let own), .record(let declared)):
            own.fields.allSatisfy { field in
                declared.field(field.name).map { field.type.mayArrive(as: $0.type) && (!field.isOptional || $0.isOptional) } ?? false
            } && declared.fields.allSatisfy { $0.isOptional || own.field($0.name) != nil }
        default: fits(declared)
        }
    }
}
