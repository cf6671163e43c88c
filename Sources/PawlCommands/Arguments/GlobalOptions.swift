/// The options that every command has.
package struct GlobalOptions: Sendable, Hashable {
    /// The store given by flag or environment.
    package var store: String?
    /// The configuration file given by flag or environment.
    package var config: String?
    /// The profile given by flag.
    package var profile: String?
    /// What a command that is shown to be typed must repeat to mean the same store: the options given by flag, after a space.
    package var repeated = ""

    /// Reads the options, and the environment for those that are not given.
    package init(_ words: ParsedWords, variable: (String) -> String?) {
        func set(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
        store = words[Self.storeOption] ?? set("PAWL_STORE")
        config = words[Self.configOption] ?? set("PAWL_CONFIG")
        profile = words[Self.profileOption]
        for option in [Self.storeOption, Self.configOption, Self.profileOption] {
            if let value = words[option] { repeated += " --\(option.declaration.name) \(ShellWord.quoted(value))" }
        }
    }

    /// The options of a program that has no command line.
    package init(store: String?, config: String?) {
        self.store = store
        self.config = config
    }

    /// The configuration file, and whether it was asked for; one that was not may be missing.
    package var configFile: (path: String, isRequired: Bool) { config.map { ($0, true) } ?? ("pawl.yaml", false) }

    /// The store: flag, environment, `pawl.yaml`, `pawl.db`.
    package func storePath(configured: String?) -> String { Self.path(ofStore: store ?? configured ?? "pawl.db") }

    /// The file of a store written as `sqlite:pawl.db` or `pawl.db`.
    private static func path(ofStore text: String) -> String {
        text.hasPrefix("sqlite:") ? String(text.dropFirst("sqlite:".count)) : text
    }

    static let storeOption = Option.text("store", "PATH", help: "The journal (else PAWL_STORE, pawl.yaml, or pawl.db).", completion: .files)
    static let configOption = Option.text("config", "FILE", help: "The configuration (else PAWL_CONFIG, or pawl.yaml).", completion: .files)
    static let profileOption = Option.text("profile", "NAME", help: "The profile of the configuration to use.")
    package static let helpFlag = Flag("help", letter: "h", help: "Show this help.")

    /// What help and the parser need.
    package static let declarations: [OptionDeclaration] = [
        storeOption.declaration, configOption.declaration, profileOption.declaration, helpFlag.declaration,
    ]
}
