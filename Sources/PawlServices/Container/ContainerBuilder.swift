import PawlKit

/// Collects what is known of each name and what is wrong with it.
struct ContainerBuilder {
    private let pluginPlaces: [ByteString: SourcePlace]
    private var providers: [ByteString: ServiceProvider] = [:]
    /// The names of the providers, in the order of registration.
    private var order: [String] = []
    private var bindings: [ByteString: ServiceBinding] = [:]
    private var boundNames: [String] = []
    /// Bound names that lead nowhere; what is wrong with them is reported once.
    private var broken: Set<ByteString> = []
    private(set) var entries: [ByteString: Services.Entry] = [:]
    private(set) var diagnostics: [Diagnostic] = []

    init(pluginPlaces: [ByteString: SourcePlace]) { self.pluginPlaces = pluginPlaces }

    func isBroken(_ name: String) -> Bool { broken.contains(ByteString(name)) }

    private var names: [String] { order + boundNames }

    private func nearest(_ name: String) -> String? { NearestName.find(name, among: names.filter { !UTF8Order.equal($0, name) }) }

    /// Where a plugin is named; an embedded one that no file names is its own place.
    private func place(ofPlugin name: String) -> SourcePlace {
        pluginPlaces[ByteString(name)] ?? SourcePlace(file: "plugin \(name)", range: .start)
    }

    private mutating func report(_ fact: ServiceFact, at place: SourcePlace, related: SourcePlace? = nil) {
        diagnostics.append(Diagnostic(fact, at: place, related: related))
    }

    // MARK: Registrations

    mutating func addRegistrations(_ registrations: [PluginRegistry.Registration]) {
        for registration in registrations {
            let place = place(ofPlugin: registration.plugin)
            check(registration.name, of: "the plugin '\(registration.plugin)'", at: place)
            if let first = providers[ByteString(registration.name)] {
                let owner = first.registration.plugin
                let both = owner == registration.plugin
                report(
                    .duplicateService(
                        registration.name, first: "the plugin '\(owner)'", second: both ? "itself" : "the plugin '\(registration.plugin)'"),
                    at: place, related: both ? nil : self.place(ofPlugin: owner))
                continue
            }
            let provider = ServiceProvider(registration)
            providers[ByteString(registration.name)] = provider
            order.append(registration.name)
            entries[ByteString(registration.name)] = Services.Entry(
                name: registration.name, interface: registration.interface, metadata: registration.metadata, plugin: registration.plugin,
                bindings: [], uses: registration.uses, provider: provider, frozen: ValueMap())
        }
    }

    private mutating func check(_ name: String, of owner: String, at place: SourcePlace) {
        if name.hasPrefix("workflow.") { return report(.reservedName(name, owner: owner), at: place) }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let isValid = parts.allSatisfy { part in
            part.utf8.first.map { !$0.isDigit } ?? false
                && part.utf8.allSatisfy {
                    $0.isDigit || $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
                }
        }
        if !isValid { report(.invalidName(name, owner: owner), at: place) }
    }

    // MARK: Bindings

    mutating func addBindings(_ all: [ServiceBinding]) {
        for binding in all {
            if let first = bindings[ByteString(binding.name)] {
                report(.duplicateBinding(binding.name), at: binding.place, related: first.place)
                continue
            }
            check(binding.name, of: "a binding", at: binding.place)
            bindings[ByteString(binding.name)] = binding
            boundNames.append(binding.name)
        }
    }

    mutating func resolveBindings() {
        for name in boundNames where !isBroken(name) { _ = entry(ofBound: name, path: []) }
        for name in boundNames where isBroken(name) { entries[ByteString(name)] = nil }
    }

    /// The entry of a bound name, made after that of what it stands for; nil when it leads nowhere.
    private mutating func entry(ofBound name: String, path: [String]) -> Services.Entry? {
        let key = ByteString(name)
        guard !broken.contains(key), let binding = bindings[key] else { return nil }
        if let entry = entries[key], !entry.bindings.isEmpty { return entry }
        if let start = path.firstIndex(where: { UTF8Order.equal($0, name) }) {
            let circle = Array(path[start...])
            report(.circularBindings(circle + [name]), at: binding.usePlace ?? binding.place)
            broken.formUnion(circle.map { ByteString($0) })
            return nil
        }
        guard let target = target(of: binding, path: path + [name]) else {
            broken.insert(key)
            return nil
        }
        let entry = apply(binding, to: target)
        entries[key] = entry
        return entry
    }

    private mutating func target(of binding: ServiceBinding, path: [String]) -> Services.Entry? {
        let use = ByteString(binding.use)
        let usesItself = UTF8Order.equal(binding.use, binding.name)
        if !usesItself, bindings[use] != nil { return entry(ofBound: binding.use, path: path) }
        // What bears the binding's own name is the plugin's service below it.
        if let provider = providers[use], let entry = entries[use], entry.bindings.isEmpty, entry.provider === provider { return entry }
        report(
            .unknownTarget(binding: binding.name, use: binding.use, nearest: nearest(binding.use)), at: binding.usePlace ?? binding.place)
        return nil
    }

    /// The service with some of its input given: what remains is a service again.
    private mutating func apply(_ binding: ServiceBinding, to target: Services.Entry) -> Services.Entry {
        var frozen = target.frozen
        let input = target.metadata.standsIn ? target.provider.interface.input : target.interface.input
        for (name, value) in binding.arguments {
            if let previous = target.bindings.first(where: { $0.arguments.contains { UTF8Order.equal($0.name, name) } }) {
                report(.argumentFrozen(name, service: target.name), at: binding.place(of: name), related: previous.place(of: name))
            } else if let field = input.field(name) {
                frozen[name] = value
                if field.isOptional, value == .null { continue }
                do {
                    frozen[name] = try field.type.convert(value)
                } catch {
                    report(.argumentMismatch(name, service: target.name, problem: error.message), at: binding.place(of: name))
                }
            } else if target.metadata.takesAnyInput {
                frozen[name] = value
            } else {
                let known = input.fields.map(\.name)
                report(
                    .unknownArgument(name, service: target.name, nearest: NearestName.find(name, among: known), known: known),
                    at: binding.place(of: name))
            }
        }
        var interface = target.interface
        let rest = input.fields.filter { frozen[$0.name] == nil }
        interface.input = target.metadata.standsIn ? .empty : RecordType(fields: rest)
        if target.metadata.standsIn {
            for field in rest where !field.isOptional {
                report(.missingArgument(field.name, type: field.typeText, service: target.name), at: binding.place)
            }
        }
        return Services.Entry(
            name: binding.name, interface: interface, metadata: target.metadata, plugin: target.plugin,
            bindings: [binding] + target.bindings,
            uses: target.uses, provider: target.provider, frozen: frozen)
    }

    // MARK: What handlers use

    mutating func checkUses() {
        for name in order {
            guard let provider = providers[ByteString(name)] else { continue }
            for use in provider.registration.uses where entries[ByteString(use)] == nil && !isBroken(use) {
                report(
                    .unknownUse(service: name, plugin: provider.registration.plugin, use: use, nearest: nearest(use)),
                    at: place(ofPlugin: provider.registration.plugin))
            }
        }
        var finished: Set<ByteString> = []
        for name in order { follow(name, path: [], finished: &finished) }
    }

    /// Walks the uses depth first; a provider met again on its own path closes a circle.
    private mutating func follow(_ name: String, path: [String], finished: inout Set<ByteString>) {
        if finished.contains(ByteString(name)) { return }
        guard let provider = providers[ByteString(name)] else { return }
        if let start = path.firstIndex(where: { UTF8Order.equal($0, name) }) {
            report(.circularUses(Array(path[start...]) + [name]), at: place(ofPlugin: provider.registration.plugin))
            return
        }
        for use in provider.registration.uses {
            guard let entry = entries[ByteString(use)] else { continue }
            follow(entry.provider.name, path: path + [name], finished: &finished)
        }
        finished.insert(ByteString(name))
    }
}
