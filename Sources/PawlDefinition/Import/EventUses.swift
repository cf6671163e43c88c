/// Who waits for what in a document, and what is raised and called off: gathered once, so that large files take no longer than they must.
struct EventUses {
    /// The states whose transitions have a descriptor, by the descriptor.
    private var sources: [String: Set<Int>] = [:]
    /// The names that some descriptor begins with.
    private var beginnings: Set<String> = []
    /// The events of `<raise>`.
    private(set) var raised: Set<String> = []
    /// The numbers of the sends of an event.
    private(set) var sends: [String: [Int]] = [:]
    /// How many sends have an id.
    private(set) var sendIDs: [String: Int] = [:]
    /// How often an id is called off.
    private(set) var cancels: [String: Int] = [:]
    /// All that is done anywhere.
    let actions: [SCXMLAction]

    init(_ document: SCXMLDocument) {
        actions = document.allActions
        for (source, transition) in document.transitions {
            for event in transition.events ?? [] {
                sources[event.text, default: []].insert(source)
                beginnings.formUnion(Self.beginnings(of: event.text).dropLast())
            }
        }
        for action in actions {
            switch action {
            case .raise(let event): raised.insert(event.text)
            case .cancel(let id): cancels[id.text, default: 0] += 1
            default: break
            }
        }
        for (number, send) in document.sends.enumerated() {
            sends[send.event.text, default: []].append(number)
            if let id = send.id { sendIDs[id, default: 0] += 1 }
        }
    }

    /// `foo`, `foo.bar` and `foo.bar.baz` of `foo.bar.baz`: the descriptors that match it, besides `*`.
    static func beginnings(of name: String) -> [String] {
        var all: [String] = []
        for (place, character) in zip(name.indices, name) where character == "." { all.append(String(name[..<place])) }
        return all + [name]
    }

    /// The states with a transition that a name sets off.
    func takers(of name: String) -> Set<Int> {
        (Self.beginnings(of: name) + ["*"]).reduce(into: []) { $0.formUnion(sources[$1] ?? []) }
    }

    /// Whether a transition names the event itself.
    func isNamed(_ name: String) -> Bool { sources[name] != nil }

    /// Whether a descriptor is longer than a name that it begins with.
    func isBeginning(_ name: String) -> Bool { beginnings.contains(name) }
}
