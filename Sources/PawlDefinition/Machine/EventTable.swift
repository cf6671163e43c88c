import PawlKit
import PawlMachine
import PawlYAML

/// The events of a file. Those of the engine come first.
struct EventTable {
    private(set) var events = Event.engineEvents
    private(set) var declared: [DeclaredRecord] = Event.engineEvents.map { DeclaredRecord(type: $0.payload) }
    /// The payloads as expressions know them: a message says `event 'Cancel'`.
    private(set) var visible: [RecordType] = Event.engineEvents.map { $0.payload.named("event '\($0.name)'") }
    private var indices: [ByteString: EventIndex] = ["done": Event.done, "failed": Event.failed]

    mutating func add(_ name: String, _ payload: DeclaredRecord, at range: SourceRange) {
        indices[ByteString(name)] = events.count
        events.append(Event(name: name, payload: payload.type, origin: .external, range: range))
        declared.append(payload)
        visible.append(payload.type.named("event '\(name)'"))
    }

    /// Notes that a feedback or a row raises an event, so that it cannot come from outside.
    mutating func markInternal(_ event: EventIndex) {
        if events[event].origin == .external { events[event].origin = .internal }
    }

    func find(_ name: String) -> EventIndex? { indices[ByteString(name)] }
    var names: [String] { events.map(\.name) }
}

extension DefinitionBuilder {
    /// Reads `events:`.
    func readEvents(_ node: YAMLNode) {
        for pair in findings.entries(node, of: "`events`") {
            findings.checkName(pair.name, of: "an event", at: pair.key)
            if events.find(pair.name) != nil {
                findings.report(
                    DefinitionFact.reservedName(pair.name, of: "an event", why: "the engine raises it"), at: pair.key.range)
                continue
            }
            if pair.name == "ignore" {
                findings.report(
                    DefinitionFact.reservedName(pair.name, of: "an event", why: "`success: ignore` raises nothing"), at: pair.key.range)
            }
            events.add(pair.name, types.record(pair.value, of: "the payload of an event"), at: pair.key.range)
        }
    }

    /// The event of a name; reports when there is none, and goes on with the one that was probably meant.
    func resolveEvent(_ name: String, at range: SourceRange, withEngines: Bool = true) -> EventIndex? {
        if let event = events.find(name) { return event }
        findings.isComplete = false
        let names = withEngines ? events.names : events.events.filter { $0.origin != .engine }.map(\.name)
        let suggestion = findings.nearest(name, among: names)
        findings.report(DefinitionFact.unknownEvent(name, suggestion: suggestion, events: names), at: range)
        return suggestion.flatMap { events.find($0) }
    }

    /// An event that the file may raise: not one of the engine's.
    func resolveRaised(_ name: String, at range: SourceRange) -> EventIndex? {
        guard let event = resolveEvent(name, at: range, withEngines: false) else { return nil }
        if events.events[event].origin == .engine {
            findings.report(DefinitionFact.raisedEngineEvent(name), at: range)
            return nil
        }
        events.markInternal(event)
        return event
    }
}
