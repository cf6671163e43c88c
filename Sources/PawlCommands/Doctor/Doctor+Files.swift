import PawlDefinition
import PawlKit
import PawlServices

extension Doctor {
    /// The configuration with the services that its plugins give.
    struct Assembly {
        let configuration: Configuration
        /// Nil when the configuration or a plugin does not load.
        let workspace: Workspace?
    }

    /// Looks at pawl.yaml and the plugins; nil when there is nothing to go on with.
    func configuration() -> Assembly? {
        let file = session.options.configFile.path
        let found: (workspace: Workspace?, configuration: Configuration, findings: [Diagnostic], sources: [String: SourceText])
        do {
            found = try Workspace.assemble(session)
        } catch {
            tell(.problem("configuration", error.message, fix: error.help.first ?? "Name a configuration that is there with --config."))
            return nil
        }
        let isThere = session.host.ports.files.kind(of: file) != nil
        if let workspace = found.workspace {
            tell(.ok("configuration", isThere ? "'\(file)' loads" : "there is no '\(file)': every setting has its default"))
            let names = workspace.plugins.plugins.map(\.name)
            tell(.ok("plugins", "\(names.joined(separator: ", ")); \(count(workspace.services.entries.count, "service"))"))
        } else {
            tell(
                .problem(
                    "configuration", "'\(file)' does not load: \(firstError(found.findings))",
                    fix: "Correct it; \(session.hint("services")) shows all that is wrong with it."))
        }
        return Assembly(configuration: found.configuration, workspace: found.workspace)
    }

    /// Looks at each workflow file, and gives the texts of those that could be read, by file.
    func workflows(_ assembly: Assembly) -> [(file: String, text: String)] {
        let folder = WorkflowFolder.path(assembly.configuration)
        let files = session.host.ports.files
        guard let names = try? files.list(folder) else {
            tell(
                .warning(
                    "workflows", "there is no folder '\(folder)'",
                    fix: "pawl init writes one, or name yours in pawl.yaml: workflows: FOLDER"))
            return [(assembly.configuration.file, assembly.configuration.text)]
        }
        var texts = [(file: assembly.configuration.file, text: assembly.configuration.text)]
        var good = 0
        var requirements: [RequiredService] = []
        for name in names where WorkflowFolder.isWorkflow(name) && name != "pawl.yaml" {
            let file = WorkflowFolder.file(name, in: folder)
            if file == assembly.configuration.file { continue }
            let bytes: [UInt8]
            do {
                bytes = try session.read(file)
            } catch {
                tell(.problem("workflow", error.message, fix: "Make it readable, or take it out of '\(folder)'."))
                continue
            }
            texts.append((file, String(decoding: bytes, as: UTF8.self)))
            guard let workspace = assembly.workspace else { continue }
            let loaded = workspace.load(bytes, file: file)
            let findings = loaded.diagnostics
            requirements += loaded.definition.requirements
            let warnings = findings.count { $0.severity != .error }
            if findings.contains(where: { $0.severity == .error }) {
                let fix = "Correct it; \(session.hint("validate \(ShellWord.quoted(file))")) shows the lines."
                tell(.problem("workflow", "'\(file)' does not load: \(firstError(findings))", fix: fix))
            } else if warnings > 0 {
                let fix = "\(session.hint("validate \(ShellWord.quoted(file))")) shows them."
                tell(.warning("workflow", "'\(file)' loads, with \(count(warnings, "warning"))", fix: fix))
            } else {
                good += 1
            }
        }
        if let workspace = assembly.workspace, good > 0 {
            // A plugin without a section costs nothing, so that only bindings are worth a word.
            for finding in workspace.services.unused(by: requirements) {
                let help = finding.wording.help ?? "Correct one of the two names: \(finding.wording.label)"
                tell(.warning("services", "\(finding.file):\(finding.range.start.line): \(finding.wording.message)", fix: help))
            }
        }
        if good > 0 { tell(.ok("workflows", "\(count(good, "file")) of '\(folder)' \(good == 1 ? "loads" : "load")")) }
        if texts.count == 1 { tell(.warning("workflows", "'\(folder)' has no workflow", fix: "pawl init writes a first one.")) }
        return texts
    }

    /// Looks whether the secrets that files mention are set.
    func secrets(_ texts: [(file: String, text: String)]) {
        var missing = 0
        var all: Set<String> = []
        for (file, text) in texts {
            for name in SecretNames.mentioned(in: text) {
                all.insert(name)
                if session.host.ports.environment.variable(name) != nil { continue }
                missing += 1
                tell(
                    .warning(
                        "secrets", "'\(file)' needs the secret '\(name)', which is not set here",
                        fix: "Set the environment variable \(name) where the engine runs."))
            }
        }
        if missing == 0, !all.isEmpty { tell(.ok("secrets", "all set: \(all.sorted().joined(separator: ", "))")) }
    }

    func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)" + (number == 1 ? "" : "s") }
}

/// The secrets that a text mentions.
package enum SecretNames {
    /// The names in `secret('NAME')`, each once, in order; comments of whole lines do not count.
    package static func mentioned(in text: String) -> [String] {
        var names: [String] = []
        for line in text.split(separator: "\n") where line.drop(while: \.isWhitespace).first != "#" {
            for match in line.matches(of: /\bsecret\(\s*(?:'([^']+)'|"([^"]+)")\s*\)/) {
                let name = String(match.1 ?? match.2 ?? "")
                if !names.contains(name) { names.append(name) }
            }
        }
        return names
    }
}
