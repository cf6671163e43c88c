package import PawlKit
import PawlMachine
import PawlServices
import PawlYAML

/// Makes machines from workflow files.
package enum DefinitionLoader {
    /// Reads, checks and compiles one workflow file. Every problem of the file is reported at once.
    package static func load(_ bytes: [UInt8], file: String, catalog: ServiceCatalog) -> LoadedDefinition {
        let findings = Findings(file: file)
        let document: YAMLDocument
        do {
            document = try YAMLReader.read(bytes, file: file)
        } catch {
            findings.add(error.diagnostics)
            return LoadedDefinition(file: file, text: String(decoding: bytes, as: UTF8.self), diagnostics: findings.sorted)
        }
        findings.add(document.diagnostics)
        // What YAML itself is wrong about was left out or patched up.
        findings.isComplete = !findings.hasErrors
        findings.source = document.source
        var loaded = LoadedDefinition(file: file, text: document.source.text, diagnostics: [])
        if let builder = DefinitionBuilder(document, catalog: catalog, findings: findings) {
            let machine = builder.build()
            for finding in MachineAnalysis.findings(of: machine) where finding.isError || findings.isComplete {
                findings.report(finding.fact, at: finding.range, related: finding.related)
            }
            loaded.machine = findings.hasErrors ? nil : machine
            loaded.draft = findings.sorted.allSatisfy { $0.severity < .error || $0.isUnknownService } ? machine : nil
            loaded.requirements = builder.services.requirements(in: file)
            let named = builder.types.named
            loaded.types = builder.types.names.compactMap { name in named[name].map { (name, $0) } }
            loaded.declaredServices = builder.services.declared
            loaded.externalServices = ServiceTypes.encode(builder.services.external)
        }
        loaded.diagnostics = findings.sorted
        return loaded
    }

    /// Loads a definition that is stored with the journal, with the interfaces that it carries: no plugin is asked.
    ///
    /// A system written in Swift comes without its code: its machine can be looked at, and not be driven.
    package static func load(stored: StoredDefinition) -> LoadedDefinition {
        if SystemText.isSystem(stored.text) { return load(system: stored) }
        let interfaces = ServiceTypes.decode(stored.services) ?? [:]
        var catalog = ServiceCatalog(
            entries: interfaces.mapValues {
                .init(
                    interface: $0.interface, metadata: .init(summary: "", takesAnyInput: $0.takesAnyInput, standsIn: $0.standsIn),
                    origin: "the journal")
            })
        catalog.isStored = true
        var loaded = load(Array(stored.text.utf8), file: stored.file, catalog: catalog)
        loaded.machine?.revision = stored.revision
        return loaded
    }

    private static func load(system stored: StoredDefinition) -> LoadedDefinition {
        var loaded = LoadedDefinition(file: stored.file, text: stored.text, diagnostics: [])
        do throws(RestoreError) {
            loaded.machine = try SystemText.decode(stored.text)
            loaded.machine?.revision = stored.revision
            loaded.machine?.file = stored.file
        } catch {
            loaded.diagnostics = [Diagnostic(SystemFact.unreadableTable(error.message), file: stored.file, at: .start)]
        }
        return loaded
    }
}

extension Diagnostic {
    fileprivate var isUnknownService: Bool { if case .unknownService? = fact as? DefinitionFact { true } else { false } }
}
