import PawlKit

/// Finds the types of variables and of what events carry: from the values they are given, until nothing changes.
struct TypeInference {
    let document: SCXMLDocument
    let catalog: EventCatalog
    let scope: ImportScope

    /// The types.
    func types(file: String) -> DataTypes {
        var types = DataTypes()
        var fieldNames = NameTable(reserved: Self.words)
        for variable in document.variables {
            types.variables[variable.name] = ECMASlot(name: fieldNames.name(for: variable.name, fallback: "data"))
        }
        for (state, transition) in document.transitions {
            for case .event(let variant) in catalog.triggers(of: transition, at: state) where variant.kind == .outside {
                for name in Self.eventFields(of: transition) { Self.open(&types, variant, name, ECMAType.any, isOptional: true) }
            }
        }
        // Each round can only widen types, and there are few to widen to.
        for _ in 0..<8 {
            let before = types
            for given in given(types, file: file) {
                switch given.place {
                case .variable(let name): types.variables[name]?.join(given.value)
                case .field(let variant, let name):
                    Self.open(&types, variant, name, .unknown, isOptional: false)
                    types.fields[variant]?[name]?.join(given.value)
                }
            }
            if types == before { break }
        }
        markMissing(&types, file: file)
        return types
    }

    /// Words that cannot be read as a field.
    private static let words: Set<String> = ["true", "false", "null", "in"]

    private static func open(_ types: inout DataTypes, _ variant: EventCatalog.Variant, _ name: String, _ type: ECMAType, isOptional: Bool)
    {
        guard types.fields[variant]?[name] == nil else { return }
        var table = NameTable(reserved: words.union(types.fields[variant, default: [:]].values.map(\.name)))
        types.fields[variant, default: [:]][name] = ECMASlot(
            name: table.name(for: name, fallback: "content"), type: type, isOptional: isOptional)
    }

    /// All values that are given anywhere, seen with the types so far.
    private func given(_ types: DataTypes, file: String) -> [EffectsTranslator.Given] {
        // What cannot be translated is reported when the workflow is made.
        let muted = Findings(file: file)
        var all: [EffectsTranslator.Given] = []
        for variable in document.variables {
            if let value = try? scope.initialTranslator(types).value(variable.initial) {
                all.append(.init(place: .variable(variable.name), value: value))
            }
        }
        func run(_ actions: [SCXMLAction], _ translator: ECMATranslator) {
            var effects = EffectsTranslator(document, catalog, types, translator, muted)
            _ = effects.effects(actions)
            all += effects.given
        }
        for index in document.states.indices {
            let state = document.states[index]
            run(state.entry, scope.translator(types, at: index))
            run(state.exit, scope.translator(types, at: index))
            for parameter in state.doneData {
                guard let parent = state.parent, let expression = try? ECMAParser.expression(parameter.value.text),
                    let value = try? scope.translator(types, at: index).value(expression)
                else { continue }
                all.append(.init(place: .field(catalog.doneVariant(of: parent), parameter.name), value: value))
            }
        }
        for (state, transition) in document.transitions {
            if transition.events == nil { run(transition.actions, scope.translator(types, at: state)) }
            for trigger in catalog.triggers(of: transition, at: state) {
                run(transition.actions, scope.translator(types, at: state, on: trigger))
            }
        }
        return all
    }

    /// Fields that not everybody who raises the event gives may be absent.
    private func markMissing(_ types: inout DataTypes, file: String) {
        var raised: [EventCatalog.Variant: [Set<String>]] = [:]
        for action in document.allActions {
            switch action {
            case .raise(let event): if let variant = catalog.variant(raising: event.text) { raised[variant, default: []].append([]) }
            case .send(let send):
                guard let variant = catalog.variant(ofSend: send) else { continue }
                raised[variant, default: []].append(Set(document.sends[send].parameters.map(\.name)))
            default: break
            }
        }
        for state in document.states where state.kind == .final {
            guard let parent = state.parent else { continue }
            raised[catalog.doneVariant(of: parent), default: []].append(Set(state.doneData.map(\.name)))
        }
        for (variant, fields) in types.fields where variant.kind != .outside {
            for name in fields.keys where !(raised[variant] ?? []).allSatisfy({ $0.contains(name) }) {
                types.fields[variant]?[name]?.isOptional = true
            }
        }
    }

    // MARK: What expressions read

    /// The parts of `_event.data` that a transition reads.
    private static func eventFields(of transition: SCXMLTransition) -> [String] {
        var names: [String] = []
        for expression in expressions(of: transition) {
            walk(expression) { part in
                if case .member(.member(.name("_event"), "data"), let name) = part { names.append(name) }
            }
        }
        return names
    }

    /// All expressions of a transition.
    static func expressions(of transition: SCXMLTransition) -> [ECMAExpression] {
        var texts = transition.condition.map { [$0.text] } ?? []
        var all: [ECMAExpression] = []
        func look(_ actions: [SCXMLAction]) {
            for action in actions {
                switch action {
                case .assign(_, let value, _): all.append(value)
                case .choose(let branches):
                    for branch in branches {
                        if let condition = branch.condition { texts.append(condition.text) }
                        look(branch.actions)
                    }
                default: break
                }
            }
        }
        look(transition.actions)
        return all + texts.compactMap { try? ECMAParser.expression($0) }
    }

    static func walk(_ expression: ECMAExpression, _ visit: (ECMAExpression) -> Void) {
        visit(expression)
        switch expression {
        case .member(let base, _): walk(base, visit)
        case .call(let function, let arguments): for part in [function] + arguments { walk(part, visit) }
        case .unary(_, let operand): walk(operand, visit)
        case .binary(_, let left, let right): for part in [left, right] { walk(part, visit) }
        case .conditional(let test, let then, let otherwise): for part in [test, then, otherwise] { walk(part, visit) }
        case .array(let elements): for part in elements { walk(part, visit) }
        case .object(let fields): for field in fields { walk(field.value, visit) }
        case .int, .double, .string, .bool, .nothing, .name: break
        }
    }
}

/// What expressions see in each place.
struct ImportScope {
    let document: SCXMLDocument
    let catalog: EventCatalog
    /// The states' names by number.
    let names: [String]

    private var nameByID: [String: String] {
        Dictionary(
            document.states.indices.compactMap { index in document.states[index].id.map { ($0, names[index]) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// What the initial values see: those before them.
    func initialTranslator(_ types: DataTypes) -> ECMATranslator {
        ECMATranslator(variables: types.variables, states: nameByID)
    }

    /// What a block of a state sees.
    func translator(_ types: DataTypes, at state: Int, on trigger: EventCatalog.Trigger? = nil) -> ECMATranslator {
        // Final states of the machine are outside of the state that holds the variables.
        let isEnd = document.states[state].kind == .final && document.states[state].parent == 0
        var translator = ECMATranslator(variables: isEnd ? [:] : types.variables, states: nameByID)
        switch trigger {
        case .event(let variant):
            translator.eventName = variant.original
            translator.eventFields = types.fields[variant] ?? [:]
        case .done:
            translator.eventName = "done.state." + (document.states[state].id ?? "")
            translator.eventFields = types.fields[catalog.doneVariant(of: state)] ?? [:]
        case .after, nil: break
        }
        return translator
    }
}
