import PawlKit
import PawlServices
import PawlYAML

/// The services of a file: those it declares, and those of the catalog that it uses.
struct ServiceTable {
    /// A service as the file sees it.
    struct Entry {
        var interface: ServiceInterface
        /// One sentence for people.
        var summary: String?
        var isDeclared: Bool
        /// Whether its types could not be read as a whole.
        var isBroken: Bool
        var takesAnyInput: Bool
        var range: SourceRange
        /// Where the fields of the input are declared.
        var input: DeclaredRecord
        /// Where the fields of the output are declared.
        var output: DeclaredRecord
        /// What each element of a streaming service is; nil for one that does not stream.
        var elements: DeclaredRecord?
        /// What stands for it when nothing provides it.
        var fallback: ServiceBinding?
        /// The same made ready: once, because all who call it share its limits.
        var readyFallback: ServiceFallback?
        /// Whether it stands in for others, as far as a default is bound to it.
        var standsIn = false
    }

    private(set) var entries: [ByteString: Entry] = [:]
    /// The names in the order of the file.
    private(set) var names: [String] = []

    mutating func add(_ name: String, _ entry: Entry) {
        if entries.updateValue(entry, forKey: ByteString(name)) == nil { names.append(name) }
    }

    subscript(name: String) -> Entry? { entries[ByteString(name)] }

    /// What the commands look for among the services there are.
    func requirements(in file: String) -> [RequiredService] {
        names.compactMap { name in
            self[name].flatMap { entry in
                entry.isBroken
                    ? nil
                    : RequiredService(
                        name: name, interface: entry.interface, place: SourcePlace(file: file, range: entry.range),
                        isDeclared: entry.isDeclared, fallback: entry.fallback)
            }
        }
    }

    /// The services that the file declares.
    var declared: [(name: String, summary: String?, interface: ServiceInterface)] {
        names.compactMap { name in
            guard let entry = self[name], entry.isDeclared else { return nil }
            var interface = entry.interface
            interface.elements = entry.elements?.type
            return (name, entry.summary, interface)
        }
    }

    /// The services that the file does not declare.
    var external: [(name: String, service: ServiceTypes.Service)] {
        names.compactMap { name in
            self[name].flatMap { entry in
                entry.isDeclared
                    ? nil
                    : (
                        name,
                        ServiceTypes.Service(
                            interface: entry.interface, takesAnyInput: entry.takesAnyInput, standsIn: entry.standsIn)
                    )
            }
        }
    }
}

extension DefinitionBuilder {
    /// Reads `services:`.
    func readServices(_ node: YAMLNode) {
        for pair in findings.entries(node, of: "`services`") {
            if !Names.isServiceName(pair.name) { findings.report(DefinitionFact.badServiceName(pair.name), at: pair.key.range) }
            if pair.name.hasPrefix("workflow.") {
                findings.report(DefinitionFact.notSupported("`\(pair.name)`"), at: pair.key.range)
                findings.isComplete = false
                continue
            }
            services.add(pair.name, readService(pair))
        }
    }

    /// Reads `default` of a service.
    private func readDefault(_ pair: YAMLPair, of name: String, at range: SourceRange) -> ServiceBinding? {
        guard let syntax = BindingReader.read(pair.value, name: name, at: range, layer: 0, findings) else { return nil }
        guard let target = catalog.entries[syntax.use] else {
            // Where the service is there, its default need not be; the journal then keeps nothing of it either.
            if catalog.isStored || catalog.entries[name] != nil { return nil }
            findings.isComplete = false
            let suggestion = findings.nearest(syntax.use, among: catalog.entries.keys.sorted())
            findings.report(DefinitionFact.unknownService(syntax.use, suggestion: suggestion), at: syntax.useRange)
            return nil
        }
        if services[syntax.use] == nil {
            services.add(syntax.use, provided(target, at: syntax.useRange, isOfDefault: target.metadata.standsIn))
        }
        var compiler = BindingCompiler(file: findings.file, source: findings.source, bindings: [syntax], findings: findings) {
            [catalog] in catalog.entries[$0]
        }
        return compiler.compileAll().first
    }

    private func readService(_ pair: YAMLPair) -> ServiceTable.Entry {
        var entry = ServiceTable.Entry(
            interface: ServiceInterface(), isDeclared: true, isBroken: false, takesAnyInput: false, range: pair.key.range, input: .empty,
            output: .empty)
        guard !pair.value.isNull else { return entry }
        guard let section = Section(pair.value, .service, findings) else {
            entry.isBroken = true
            return entry
        }
        if let summary = section["summary"] { entry.summary = findings.text(summary.value, of: "`summary`")?.text }
        if let input = section["input"] { entry.input = types.record(input.value, of: "`input` of a service") }
        entry.interface.input = entry.input.type
        if let output = section["output"] {
            if output.value.scalar?.text == "any" {
                entry.interface.output = .any
            } else {
                entry.output = types.record(output.value, of: "`output` of a service")
                entry.interface.output = .record(entry.output.type)
            }
        }
        if let elements = section["elements"] { entry.elements = types.record(elements.value, of: "`elements` of a service") }
        entry.interface.elements = entry.elements?.type
        if let errors = section["errors"] {
            for (code, range) in findings.texts(errors.value, of: "`errors`") {
                if !Names.isCode(code) { findings.report(DefinitionFact.badCode(code, of: "an error code"), at: range) }
                entry.interface.errors.append(code)
            }
        }
        if let fallback = section["default"], let binding = readDefault(fallback, of: pair.name, at: pair.key.range) {
            entry.fallback = binding
            entry.readyFallback = binding.fallback(standsIn: catalog.entries[binding.use]?.metadata.standsIn ?? false)
        }
        entry.isBroken = entry.input.isBroken || entry.output.isBroken || entry.elements?.isBroken == true
        return entry
    }

    /// The entry of a service of the catalog.
    private func provided(_ provided: ServiceCatalog.Entry, at range: SourceRange, isOfDefault: Bool = false) -> ServiceTable.Entry {
        var output = DeclaredRecord.empty
        if case .record(let type) = provided.interface.output { output.type = type }
        return ServiceTable.Entry(
            interface: provided.interface, isDeclared: false, isBroken: false, takesAnyInput: provided.metadata.takesAnyInput,
            range: range, input: DeclaredRecord(type: provided.interface.input), output: output,
            elements: provided.interface.elements.map { DeclaredRecord(type: $0) }, standsIn: isOfDefault)
    }

    /// The service of a name: of the file, else of the catalog; reports when there is none.
    func resolveService(_ name: String, at range: SourceRange) -> ServiceTable.Entry? {
        if let entry = services[name] { return entry }
        if let provided = catalog.entries[name] {
            let entry = self.provided(provided, at: range)
            services.add(name, entry)
            return entry
        }
        findings.isComplete = false
        if name.hasPrefix("workflow.") {
            findings.report(DefinitionFact.notSupported("the service `\(name)`"), at: range)
            return nil
        }
        let known = services.names + catalog.entries.keys.sorted()
        let suggestion = findings.nearest(name, among: known)
        findings.report(DefinitionFact.unknownService(name, suggestion: suggestion), at: range)
        return suggestion.flatMap { resolveService($0, at: range) }
    }
}
