import PawlKit

/// Collects what is known of each name and what is wrong with it.
struct ContainerBuilder {
    private let pluginPlaces: [ByteString: SourcePlace]
    private var providers: [ByteString: ServiceProvider] = [:]
    /// The names of the providers, in the order of registration.
    private var order: [String] = []
    /// The services of the plugins as they are.
    private var provided: [ByteString: Services.Entry] = [:]
    /// The bindings of each name, those of lower layers first.
    private var bindings: [ByteString: [ServiceBinding]] = [:]
    private var boundNames: [String] = []
    private var bound: [BindingKey: Services.Entry] = [:]
    /// Bound names that lead nowhere; what is wrong with them is reported once.
    private var broken: Set<ByteString> = []
    private(set) var diagnostics: [Diagnostic] = []

    /// A binding of a name, counted from the lowest layer.
    private struct BindingKey: Hashable {
        let name: ByteString
        let level: Int
    }

    init(pluginPlaces: [ByteString: SourcePlace]) { self.pluginPlaces = pluginPlaces }

    /// For bindings over services that there are already.
    init(over services: [ByteString: Services.Entry]) {
        pluginPlaces = [:]
        provided = services
    }

    func isBroken(_ name: String) -> Bool { broken.contains(ByteString(name)) }

    private var names: [String] { provided.keys.sorted().map(\.text) + boundNames }

    private func nearest(_ name: String) -> String? { NearestName.find(name, among: names.filter { !UTF8Order.equal($0, name) }) }

    /// Where a plugin is named; an embedded one that no file names is its own place.
    private func place(ofPlugin name: String) -> SourcePlace {
        pluginPlaces[ByteString(name)] ?? SourcePlace(file: "plugin \(name)", range: .start)
    }

    private mutating func report(_ fact: ServiceFact, at place: SourcePlace, related: SourcePlace? = nil) {
        diagnostics.append(Diagnostic(fact, at: place, related: related))
    }

    // MARK: Registrations

    /// Adds a layer of registrations; those of a later one replace what bears their name in those before.
    mutating func addRegistrations(_ registrations: [PluginRegistry.Registration]) {
        let below = providers
        for registration in registrations {
            let place = place(ofPlugin: registration.plugin)
            check(registration.name, of: "the plugin '\(registration.plugin)'", at: place)
            let key = ByteString(registration.name)
            if let first = providers[key], first !== below[key] {
                let owner = first.registration.plugin
                let both = owner == registration.plugin
                report(
                    .duplicateService(
                        registration.name, first: "the plugin '\(owner)'", second: both ? "itself" : "the plugin '\(registration.plugin)'"),
                    at: place, related: both ? nil : self.place(ofPlugin: owner))
                continue
            }
            let provider = ServiceProvider(registration)
            if providers.updateValue(provider, forKey: key) == nil { order.append(registration.name) }
            provided[key] = Services.Entry(
                name: registration.name, interface: registration.interface, metadata: registration.metadata, plugin: registration.plugin,
                pluginPlace: pluginPlaces[ByteString(registration.plugin)],
                bindings: [], uses: registration.uses, provider: provider, layers: [ServiceLayer(owner: registration.name)])
        }
    }

    private mutating func check(_ name: String, of owner: String, at place: SourcePlace) {
        if name.hasPrefix("workflow.") { return report(.reservedName(name, owner: owner), at: place) }
        if !name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ Identifier.isValid($0) }) {
            report(.invalidName(name, owner: owner), at: place)
        }
    }

    // MARK: Bindings

    mutating func addBindings(_ all: [ServiceBinding]) {
        // A stable sort, so that of two in one layer the later one is the second.
        for (_, binding) in all.enumerated().sorted(by: { ($0.element.layer, $0.offset) < ($1.element.layer, $1.offset) }) {
            let key = ByteString(binding.name)
            if let first = bindings[key]?.last, first.layer == binding.layer {
                report(.duplicateBinding(binding.name), at: binding.place, related: first.place)
                continue
            }
            check(binding.name, of: "a binding", at: binding.place)
            if bindings[key] == nil { boundNames.append(binding.name) }
            bindings[key, default: []].append(binding)
        }
    }

    mutating func resolveBindings() {
        for name in boundNames where !isBroken(name) { _ = entry(ofBound: name, path: []) }
    }

    /// What there is, by name: of bound names the binding of the highest layer.
    var entries: [ByteString: Services.Entry] {
        var entries = provided
        for name in boundNames {
            let key = ByteString(name)
            entries[key] = isBroken(name) ? nil : bound[BindingKey(name: key, level: (bindings[key]?.count ?? 0) - 1)]
        }
        return entries
    }

    /// The entry of a bound name, made after that of what it stands for; nil when it leads nowhere.
    ///
    /// - Parameter level: which of the bindings of that name; nil for the highest.
    private mutating func entry(ofBound name: String, level: Int? = nil, path: [String]) -> Services.Entry? {
        let key = ByteString(name)
        guard !broken.contains(key), let all = bindings[key] else { return nil }
        let level = level ?? all.count - 1
        let binding = all[level]
        if let entry = bound[BindingKey(name: key, level: level)] { return entry }
        let usesLower = UTF8Order.equal(binding.use, name)
        if !usesLower, let start = path.firstIndex(where: { UTF8Order.equal($0, name) }) {
            let circle = Array(path[start...])
            report(.circularBindings(circle + [name]), at: binding.usePlace ?? binding.place)
            broken.formUnion(circle.map { ByteString($0) })
            return nil
        }
        guard let target = target(of: binding, level: level, path: usesLower ? path : path + [name]) else {
            broken.insert(key)
            return nil
        }
        let entry = apply(binding, to: target)
        bound[BindingKey(name: key, level: level)] = entry
        return entry
    }

    private mutating func target(of binding: ServiceBinding, level: Int, path: [String]) -> Services.Entry? {
        if UTF8Order.equal(binding.use, binding.name) {
            // What bears the binding's own name is what stands below it.
            if level > 0 { return entry(ofBound: binding.name, level: level - 1, path: path) }
        } else if bindings[ByteString(binding.use)] != nil {
            return entry(ofBound: binding.use, path: path)
        }
        if let entry = provided[ByteString(binding.use)] { return entry }
        report(
            .unknownTarget(binding: binding.name, use: binding.use, nearest: nearest(binding.use)), at: binding.usePlace ?? binding.place)
        return nil
    }

    /// The service with some of its input given, its input and result adapted, its calls limited: what remains is a service again.
    private mutating func apply(_ binding: ServiceBinding, to target: Services.Entry) -> Services.Entry {
        let adapter = binding.adapter
        let frozen = freeze(binding, in: target)
        var interface = target.interface
        var metadata = target.metadata
        let taken = target.metadata.standsIn ? target.provider.interface.input : target.interface.input
        let rest = taken.fields.filter { field in frozen[field.name] == nil && !target.gives(field.name) }
        if let adapter, adapter.input != nil {
            // What the caller may give is what the expressions make of it.
            interface.input = .empty
            metadata.takesAnyInput = true
            metadata.standsIn = false
        } else if metadata.standsIn {
            interface.input = .empty
            for field in rest where !field.isOptional {
                report(.missingArgument(field.name, type: field.typeText, service: target.name), at: binding.place)
            }
        } else {
            interface.input = RecordType(fields: rest)
        }
        if let output = adapter?.outputType { interface.output = output }
        if let elements = adapter?.elementType { interface.elements = elements }
        if let adapter { interface.errors = adapter.codes(over: interface.errors) }
        return Services.Entry(
            name: binding.name, interface: interface, metadata: metadata, plugin: target.plugin, pluginPlace: target.pluginPlace,
            bindings: [binding] + target.bindings, uses: target.uses, provider: target.provider,
            layers: layers(of: binding, frozen, over: target))
    }

    /// What a binding gives already, as the service takes it.
    private mutating func freeze(_ binding: ServiceBinding, in target: Services.Entry) -> ValueMap {
        var frozen = ValueMap()
        let input = target.metadata.standsIn ? target.provider.interface.input : target.interface.input
        for (name, value) in binding.arguments {
            if let previous = target.frozen(name) {
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
        for (name, place) in binding.adapter?.inputPlaces ?? [] {
            if frozen[name] != nil {
                report(.argumentFrozen(name, service: target.name), at: place, related: binding.place(of: name))
            } else if let previous = target.frozen(name) {
                report(.argumentFrozen(name, service: target.name), at: place, related: previous.place(of: name))
            }
        }
        return frozen
    }

    private func layers(of binding: ServiceBinding, _ frozen: ValueMap, over target: Services.Entry) -> [ServiceLayer] {
        var layers = target.layers
        let isMapped = binding.adapter?.input != nil
        if target.metadata.standsIn { layers[0].ignoresCaller = !isMapped }
        if layers[layers.count - 1].adapter?.input == nil {
            for entry in frozen.entries { layers[layers.count - 1].frozen[entry.key] = entry.value }
        } else if !frozen.isEmpty {
            layers.append(ServiceLayer(owner: target.name, frozen: frozen))
        }
        if binding.adapter != nil || binding.limits != nil {
            layers.append(
                ServiceLayer(owner: binding.name, adapter: binding.adapter, limiter: binding.limits.map { ServiceLimiter($0) }))
        }
        return layers
    }

    // MARK: What handlers use

    mutating func checkUses() {
        let entries = entries
        for name in order {
            guard let provider = providers[ByteString(name)] else { continue }
            for use in provider.registration.uses where entries[ByteString(use)] == nil && !isBroken(use) {
                report(
                    .unknownUse(service: name, plugin: provider.registration.plugin, use: use, nearest: nearest(use)),
                    at: place(ofPlugin: provider.registration.plugin))
            }
        }
        var finished: Set<ByteString> = []
        for name in order { follow(name, path: [], entries, finished: &finished) }
    }

    /// Walks the uses depth first; a provider met again on its own path closes a circle.
    private mutating func follow(
        _ name: String, path: [String], _ entries: [ByteString: Services.Entry], finished: inout Set<ByteString>
    ) {
        if finished.contains(ByteString(name)) { return }
        guard let provider = providers[ByteString(name)] else { return }
        if let start = path.firstIndex(where: { UTF8Order.equal($0, name) }) {
            report(.circularUses(Array(path[start...]) + [name]), at: place(ofPlugin: provider.registration.plugin))
            return
        }
        for use in provider.registration.uses + provider.registration.optionalUses {
            guard let entry = entries[ByteString(use)] else { continue }
            follow(entry.provider.name, path: path + [name], entries, finished: &finished)
        }
        finished.insert(ByteString(name))
    }
}
