import PawlExpression
import PawlKit
import PawlMachine
import PawlYAML

extension DefinitionBuilder {
    /// Reads what final states give, and from it what `done` of the states around them carries.
    func readOutputs() {
        for index in states.all.indices.dropFirst() {
            guard case .final(let failure) = states.all[index].kind else { continue }
            let node = states.parts[index].section?["output"]?.value
            if states.all[index].parent == 0 {
                readOutput(node, ofEnd: index, isFailure: failure)
            } else {
                readOutput(node, ofInner: index)
            }
        }
        // What is inside comes first.
        for index in states.all.indices.dropFirst().reversed() {
            let state = states.all[index]
            guard state.isComposite, let type = state.kind == .compound ? doneOfCompound(index) : doneOfParallel(index) else { continue }
            states.change(index) { $0.doneType = type }
            doneProviders[index] = .known(type)
        }
    }

    /// What a final state of the machine itself gives is the workflow's `output`.
    private func readOutput(_ node: YAMLNode?, ofEnd index: StateIndex, isFailure: Bool) {
        let state = states.all[index]
        guard let node else {
            if !isFailure, !output.isBroken, output.type.fields.contains(where: { !$0.isOptional }) {
                findings.report(
                    DefinitionFact.outputMissing(
                        state.path, fields: output.type.fields.filter { !$0.isOptional },
                        has: states.parts[index].declared.type.fields.map(\.name)),
                    at: state.range, related: workflow["output"]?.key.range)
            }
            return
        }
        guard !output.isBroken else { return }
        let reader = TemplateReader(findings: findings, scope: scopes(.init(state: state.visible.type, capabilities: [.uuid])))
        let type = output.type.named("the workflow's `output`")
        if case .template(let template) = reader.read(node, as: .record(type), field: "output") {
            states.change(index) { $0.output = template }
        }
    }

    /// What a final state inside another gives has no declared type: it is that of what is written.
    private func readOutput(_ node: YAMLNode?, ofInner index: StateIndex) {
        guard let node, !node.isNull else { return }
        guard let pairs = node.pairs else {
            findings.report(DefinitionFact.wrongShape(what: "`output`", expected: "a mapping", found: node.kindText), at: node.headRange)
            states.setOutput(DeclaredRecord(type: .empty, isBroken: true), of: index)
            return
        }
        let state = states.all[index]
        let reader = TemplateReader(findings: findings, scope: scopes(.init(state: state.visible.type, capabilities: [.uuid])))
        let (template, type, isWhole) = reader.untyped(pairs)
        states.setOutput(DeclaredRecord(type: type, ranges: pairs.map(\.key.range), isBroken: !isWhole), of: index)
        states.change(index) { $0.output = template }
    }

    /// The fields that all final states inside give, and those that only some do, as optional ones; nil when there are none.
    private func doneOfCompound(_ index: StateIndex) -> RecordType? {
        let ends = states.all[index].children.filter { states.all[$0].isFinal }
        if ends.isEmpty { return nil }
        var fields: [RecordType.Field] = []
        var places: [ByteString: (slot: Int, count: Int, range: SourceRange?)] = [:]
        for end in ends {
            guard let output = states.parts[end].output else { continue }
            for (slot, field) in output.type.fields.enumerated() {
                guard let place = places[ByteString(field.name)] else {
                    places[ByteString(field.name)] = (fields.count, 1, output.range(of: slot))
                    fields.append(field)
                    continue
                }
                let earlier = fields[place.slot]
                if earlier.type != field.type {
                    findings.report(
                        DefinitionFact.outputsDiffer(
                            field.name, state: states.all[index].path, "\(earlier.type)", "\(field.type)"),
                        at: output.range(of: slot) ?? states.all[end].range, related: place.range)
                }
                places[ByteString(field.name)]?.count += 1
                fields[place.slot] = .init(field.name, earlier.type, isOptional: earlier.isOptional || field.isOptional)
            }
        }
        return RecordType(
            name: "what \(states.label(index)) gives",
            fields: fields.map { field in
                let isEverywhere = places[ByteString(field.name)]?.count == ends.count
                return .init(field.name, field.type, isOptional: field.isOptional || !isEverywhere)
            })
    }

    /// A field for each region; nil when one of them can never be done.
    private func doneOfParallel(_ index: StateIndex) -> RecordType? {
        var fields: [RecordType.Field] = []
        for region in states.all.regions(of: index) {
            let type: RecordType
            if states.all[region].isFinal {
                type = states.parts[region].output?.type ?? .empty
            } else if case .known(let known)? = doneProviders[region] {
                type = known
            } else {
                return nil
            }
            fields.append(.init(states.all[region].name, .record(type)))
        }
        return RecordType(name: "what \(states.label(index)) gives", fields: fields)
    }
}
