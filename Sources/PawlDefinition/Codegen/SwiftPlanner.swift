import PawlKit
import PawlMachine

/// Decides which Swift types a workflow becomes, and their names.
struct SwiftPlanner {
    private let machine: Machine
    private let definition: LoadedDefinition
    /// The name of the whole in Swift.
    let root: String
    /// The types under `types` with their names in Swift.
    private var named: [ByteString: (name: String, type: ValueType)] = [:]

    init(_ machine: Machine, of definition: LoadedDefinition) {
        self.machine = machine
        self.definition = definition
        root = SwiftName.type(machine.workflow) + "Workflow"
    }

    /// The declaration that holds all others.
    mutating func plan() -> SwiftDeclaration {
        var workflow = SwiftDeclaration(
            name: root, kind: .namespace, comment: machine.summary ?? "The workflow `\(machine.workflow)`.", workflowName: machine.workflow)
        var scope = SwiftScope(taken: [root, "Input", "Output", "Settings", "States", "Events"])
        for (name, type) in definition.types { named[ByteString(name)] = (scope.claim(SwiftName.type(name)), type) }
        for (name, type) in definition.types {
            guard let swift = named[ByteString(name)]?.name else { continue }
            let comment = "The type `\(name)`."
            switch type {
            case .record(let record): workflow.members.append(self.record(record, name: swift, comment: comment))
            case .enumeration(let texts): workflow.members.append(enumeration(texts, name: swift, comment: comment))
            default: break
            }
        }
        workflow.members.append(wrapped(machine.input, name: "Input", comment: "What it is started with."))
        workflow.members.append(wrapped(machine.output, name: "Output", comment: "What it gives at a successful end."))
        if !machine.settings.fields.isEmpty {
            workflow.members.append(wrapped(machine.settings, name: "Settings", comment: "What `pawl.yaml` says to it."))
        }
        for service in definition.declaredServices {
            workflow.members.append(
                self.service(service.name, service.summary, service.interface, name: scope.claim(SwiftName.type(service.name))))
        }
        if let states = states() { workflow.members.append(states) }
        if let events = events() { workflow.members.append(events) }
        return workflow
    }

    // MARK: Parts of a workflow

    private func service(_ text: String, _ summary: String?, _ interface: ServiceInterface, name: String) -> SwiftDeclaration {
        let comment = "The service `\(text)`" + (summary.map { ": \($0)" } ?? ".")
        var service = SwiftDeclaration(name: name, kind: .service, comment: comment, workflowName: text)
        service.members.append(wrapped(interface.input, name: "Input", comment: "What it takes."))
        switch interface.output {
        case .record(let record): service.members.append(wrapped(record, name: "Output", comment: "What it gives."))
        case .any:
            service.members.append(SwiftDeclaration(name: "Output", kind: .alias(.plain("Value")), comment: "What it gives: anything."))
        }
        if let elements = interface.elements {
            service.members.append(wrapped(elements, name: "Element", comment: "What it gives on the way."))
        }
        if !interface.errors.isEmpty {
            service.members.append(enumeration(EnumType(members: interface.errors), name: "ErrorCode", comment: "How it can fail."))
        }
        return service
    }

    /// The states as they are nested, without those that are never active.
    private func states() -> SwiftDeclaration? {
        guard let root = machine.states.first else { return nil }
        var states = SwiftDeclaration(name: "States", kind: .namespace, comment: "The data of each state.")
        var scope = scope()
        states.members = children(of: root, &scope)
        return states.members.isEmpty ? nil : states
    }

    private func children(of state: State, _ scope: inout SwiftScope) -> [SwiftDeclaration] {
        state.children.map { machine.states[$0] }.filter { !$0.isHistory }.map { child in
            var inner = self.scope()
            var declaration = record(
                child.data, name: scope.claim(SwiftName.type(child.name)), comment: child.summary ?? "The state `\(child.path)`.", &inner)
            declaration.workflowName = child.path
            declaration.members += children(of: child, &inner)
            return declaration
        }
    }

    private func events() -> SwiftDeclaration? {
        var events = SwiftDeclaration(name: "Events", kind: .namespace, comment: "The payload of each event.")
        var scope = scope()
        for event in machine.events where event.origin != .engine {
            let origin = event.origin == .internal ? "The event `\(event.name)`, raised inside only." : "The event `\(event.name)`."
            var inner = self.scope()
            var declaration = record(event.payload, name: scope.claim(SwiftName.type(event.name)), comment: origin, &inner)
            declaration.workflowName = event.name
            events.members.append(declaration)
        }
        return events.members.isEmpty ? nil : events
    }

    // MARK: Types

    private func scope() -> SwiftScope { SwiftScope(taken: [root]) }

    /// A struct of its own, or another name for a type of the workflow.
    private func wrapped(_ type: RecordType, name: String, comment: String) -> SwiftDeclaration {
        if let known = known(.record(type), type.name) {
            return SwiftDeclaration(name: name, kind: .alias(.named(known)), comment: comment)
        }
        return record(type, name: name, comment: comment)
    }

    private func enumeration(_ type: EnumType, name: String, comment: String) -> SwiftDeclaration {
        var scope = scope()
        let cases = type.members.map { scope.claim(SwiftName.member($0)) }
        return SwiftDeclaration(name: name, kind: .enumeration(type, cases: cases), comment: comment)
    }

    private func record(_ type: RecordType, name: String, comment: String) -> SwiftDeclaration {
        var scope = scope()
        return record(type, name: name, comment: comment, &scope)
    }

    private func record(_ type: RecordType, name: String, comment: String, _ scope: inout SwiftScope) -> SwiftDeclaration {
        let names = type.fields.map { scope.claim(SwiftName.property($0.name)) }
        var members: [SwiftDeclaration] = []
        let properties = zip(type.fields, names).map { field, name in
            SwiftDeclaration.Property(
                name: name, field: field.name, type: swift(field.type, hint: SwiftName.type(field.name), &scope, &members),
                isOptional: field.isOptional)
        }
        return SwiftDeclaration(name: name, kind: .record(type, properties: properties), comment: comment, members: members)
    }

    /// The type in Swift; what has to be declared for it is added to the members.
    private func swift(
        _ type: ValueType, hint: String, _ scope: inout SwiftScope, _ members: inout [SwiftDeclaration]
    ) -> SwiftType {
        switch type {
        case .any: return .plain("Value")
        case .bool: return .plain("Bool")
        case .int: return .plain("Int")
        case .uint: return .plain("UInt")
        case .double: return .plain("Double")
        case .string: return .plain("String")
        case .bytes: return .list(.plain("UInt8"))
        case .timestamp: return .plain("Timestamp")
        case .duration: return .plain("TimeAmount")
        case .list(let element): return .list(swift(element, hint: hint + "Element", &scope, &members))
        case .map(let value): return .map(swift(value, hint: hint + "Value", &scope, &members))
        case .record(let record):
            if let known = known(type, record.name) { return .named(known) }
            let name = scope.claim(hint)
            members.append(self.record(record, name: name, comment: "`\(type)`"))
            return .plain(name)
        case .enumeration(let texts):
            if let known = known(type, texts.name) { return .named(known) }
            let name = scope.claim(hint)
            members.append(enumeration(texts, name: name, comment: "`\(type)`"))
            return .plain(name)
        }
    }

    /// The Swift name of a type under `types`.
    private func known(_ type: ValueType, _ name: String?) -> String? {
        guard let name, let entry = named[ByteString(name)], entry.type == type else { return nil }
        return entry.name
    }
}
