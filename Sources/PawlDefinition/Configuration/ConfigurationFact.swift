package import PawlKit

/// What can be the matter with pawl.yaml alone; its shape and values have the facts of workflow files.
package enum ConfigurationFact: DiagnosticFact, Hashable {
    case missingSettings([RecordType.Field], workflow: String)
    case pluginShape

    /// The stable code.
    package var code: DiagnosticCode {
        switch self {
        case .missingSettings: .init(550)
        case .pluginShape: .init(551)
        }
    }

    /// Nothing works without what is missing.
    package var severity: Severity { .error }
}

extension ConfigurationFact {
    /// The fact in words.
    package var wording: Wording {
        switch self {
        case .missingSettings(let fields, let workflow):
            Wording(
                "workflow '\(workflow)' needs the setting\(fields.count == 1 ? "" : "s") \(DefinitionFact.list(fields))",
                label: "not given",
                help: "add settings: { \(fields.prefix(4).map { "\($0.name): …" }.joined(separator: ", ")) } to pawl.yaml")
        case .pluginShape:
            Wording(
                "a plugin is written as its name, or as its name with its section", label: "neither",
                help: "- log, or - exec: { directory: scripts }")
        }
    }
}
