package import PawlKit
package import PawlMachine
package import PawlServices

/// What became of a workflow file.
package struct LoadedDefinition: Sendable {
    /// The file as the user named it.
    package let file: String
    /// The text, as it is stored with the journal.
    package let text: String
    /// The machine; nil when there is an error among the diagnostics.
    package internal(set) var machine: Machine?
    /// The machine, or what there is of it when all that is wrong is that services are not known here: its names and types.
    package internal(set) var draft: Machine?
    /// All findings in the order of the file.
    package internal(set) var diagnostics: [Diagnostic]
    /// The services that it needs: those it declares, and those of the catalog that it uses.
    package internal(set) var requirements: [RequiredService] = []
    /// The types of the services that the text does not declare, as ``StoredDefinition/services`` holds them.
    package internal(set) var externalServices = RawJSON("{}")

    /// What it says under `types`, in the order of the file.
    package internal(set) var types: [(name: String, type: ValueType)] = []
    /// What it says under `services`, in the order of the file.
    package internal(set) var declaredServices: [(name: String, summary: String?, interface: ServiceInterface)] = []

    init(file: String, text: String, diagnostics: [Diagnostic]) {
        self.file = file
        self.text = text
        self.diagnostics = diagnostics
    }

    /// Whether there is an error among the diagnostics.
    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
