import PawlDefinition
import PawlKit

/// Looks at everything that must be well for workflows to run.
struct Doctor {
    let session: Session
    /// Takes each finding as it is made.
    let tell: (Checkup) -> Void

    /// Looks at everything; nothing is changed and nothing is run.
    func examine() async {
        libraries()
        let assembly = configuration()
        if let assembly {
            let texts = workflows(assembly)
            secrets(texts)
        }
        await store(assembly.map { session.storePath(in: $0.configuration) } ?? session.options.storePath(configured: nil))
    }

    private func libraries() {
        tell(.ok("pawl", "version \(VersionCommand.version)"))
        for library in session.host.libraries {
            if let note = library.note {
                tell(.warning(library.name, "version \(library.version) \(note)", fix: "Use a newer \(library.name) when you can."))
            } else {
                tell(.ok(library.name, "version \(library.version)"))
            }
        }
    }

    /// What a failed load is told as: the first error, and where.
    func firstError(_ findings: [Diagnostic]) -> String {
        let errors = DiagnosticRenderer.sorted(findings).filter { $0.severity == .error }
        guard let first = errors.first else { return "" }
        let place = "\(first.file):\(first.range.start.line):\(first.range.start.column)"
        return "\(place): \(first.code), \(first.wording.message)" + (errors.count > 1 ? ", and \(errors.count - 1) more" : "")
    }
}
