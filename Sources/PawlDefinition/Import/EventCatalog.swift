import PawlKit

/// The events of an SCXML document as a workflow has them.
///
/// SCXML's names are open: `foo` matches `foo.bar` and any event whose name begins so. A workflow declares its events, so a descriptor
/// stands for the names that the document itself holds and those that the user adds. SCXML has one kind of event; in a workflow, one that
/// is raised inside cannot come from outside. So a name stands for several events if it must.
struct EventCatalog {
    /// An event of the workflow.
    struct Variant: Hashable {
        enum Kind: Hashable {
            /// From outside.
            case outside
            /// Raised inside.
            case inside
            /// Sent inside under an id by which it is called off, apart from others of the name.
            case sent(id: String)
            /// `done` of a state that others than the state itself listen to.
            case done(Int)
        }

        let kind: Kind
        /// The name in the file.
        let original: String
        /// The name in the workflow.
        let name: String
    }

    /// In the order of the document; those from outside first.
    private(set) var variants: [Variant] = []
    /// The descriptors that nothing will ever match.
    private(set) var neverRaised: Set<String> = []
    /// The deadlines: delayed sends of a state that only concern the state itself.
    private(set) var deadlines: [Int: TimeAmount] = [:]
    /// The names of ``deadlines``, which are no events of the workflow.
    private var deadlineByName: [String: (state: Int, after: TimeAmount)] = [:]
    private var sendVariants: [Int: Variant] = [:]
    private var isPrecise: Set<String> = []
    private let document: SCXMLDocument
    private let extra: [String]

    init(_ document: SCXMLDocument, extra: [String]) {
        self.document = document
        self.extra = extra
        var table = NameTable(reserved: ["done", "failed", "*"])
        findDeadlines()
        let raised = raisedNames()
        let listened = listenedNames(raised: Set(raised))
        for name in unique(listened.filter { !raised.contains($0) } + extra) {
            variants.append(Variant(kind: .outside, original: name, name: table.name(for: name, fallback: "event")))
        }
        findPreciseSends()
        for name in unique(raised) {
            let isShared = extra.contains(name)
            let sends = document.sends.indices.filter { document.sends[$0].event.text == name && deadlines[$0] == nil }
            let precise = sends.filter { isPrecise.contains(name) && isDelayed($0) && document.sends[$0].id != nil }
            if precise.count < sends.count || isPlainlyRaised(name) {
                let wanted = isShared ? name + "_raised" : name
                variants.append(Variant(kind: .inside, original: name, name: table.name(for: wanted, fallback: "event")))
            }
            for send in precise {
                guard let id = document.sends[send].id else { continue }
                if let known = variants.first(where: { $0.original == name && $0.kind == .sent(id: id) }) {
                    sendVariants[send] = known
                    continue
                }
                let variant = Variant(kind: .sent(id: id), original: name, name: table.name(for: name + "_" + id, fallback: "event"))
                variants.append(variant)
                sendVariants[send] = variant
            }
        }
        for state in document.states.indices where needsDoneEvent(state) {
            let id = document.states[state].id ?? ""
            variants.append(
                Variant(kind: .done(state), original: "done.state." + id, name: table.name(for: id + "_done", fallback: "event")))
        }
    }

    private func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    // MARK: Matching

    /// Whether a descriptor matches a name: https://www.w3.org/TR/scxml/#EventDescriptors
    static func matches(_ descriptor: String, _ name: String) -> Bool {
        descriptor == "*" || descriptor == name || name.hasPrefix(descriptor + ".")
    }

    private static func matches(_ transition: SCXMLTransition, _ name: String) -> Bool {
        transition.events?.contains { matches($0.text, name) } ?? false
    }

    /// What sets off a transition of a state, in a workflow.
    enum Trigger: Hashable {
        case event(Variant)
        /// `done` of the state itself.
        case done
        case after(TimeAmount)
    }

    func triggers(of transition: SCXMLTransition, at state: Int) -> [Trigger] {
        var triggers: [Trigger] = variants.filter { variant in
            guard Self.matches(transition, variant.original) else { return false }
            if case .done(let done) = variant.kind { return document.canCoexist(done, state) }
            return true
        }.map { .event($0) }
        for (name, deadline) in deadlineByName.sorted(by: { $0.key < $1.key })
        where deadline.state == state && Self.matches(transition, name) {
            triggers.append(.after(deadline.after))
        }
        let hasEvent = variants.contains { $0.kind == .done(state) }
        if !hasEvent, document.canBeDone(state), Self.matches(transition, doneName(state)) { triggers.append(.done) }
        return triggers
    }

    private func doneName(_ state: Int) -> String { "done.state." + (document.states[state].id ?? "") }

    /// The event that a state raises when it is done, because others listen to it.
    func doneEvent(of state: Int) -> Variant? { variants.first { $0.kind == .done(state) } }

    /// What stands for `done` of a state where values are typed, whether it is an event of its own or not.
    func doneVariant(of state: Int) -> Variant {
        doneEvent(of: state) ?? Variant(kind: .done(state), original: doneName(state), name: "")
    }

    // MARK: Raising

    func variant(raising name: String) -> Variant? { variants.first { $0.original == name && $0.kind == .inside } }

    func variant(ofSend send: Int) -> Variant? { sendVariants[send] ?? variant(raising: document.sends[send].event.text) }

    /// The events that a `<cancel>` calls off.
    func variants(ofSendID id: String) -> [Variant] {
        var found: [Variant] = []
        for send in document.sends.indices where document.sends[send].id == id && isDelayed(send) && deadlines[send] == nil {
            if let variant = variant(ofSend: send), !found.contains(variant) { found.append(variant) }
        }
        return found
    }

    private func isDelayed(_ send: Int) -> Bool { if case .later = document.sends[send].moment { true } else { false } }

    private func isPlainlyRaised(_ name: String) -> Bool {
        document.allActions.contains { if case .raise(let event) = $0 { event.text == name } else { false } }
    }

    /// The events raised inside, in the order of the document.
    private func raisedNames() -> [String] {
        document.allActions.compactMap { action in
            switch action {
            case .raise(let event): event.text
            case .send(let send) where deadlines[send] == nil: document.sends[send].event.text
            default: nil
            }
        }
    }

    /// Whether anything but the queue of outside events raises events inside, so that their order could be told apart.
    var usesInternalQueue: Bool {
        document.allActions.contains { action in
            switch action {
            case .raise: true
            case .send(let send): document.sends[send].moment == .now
            default: false
            }
        }
            || document.states.indices.contains { state in
                document.canBeDone(state) && document.transitions.contains { Self.matches($0.transition, doneName(state)) }
            }
    }

    // MARK: Names

    /// The names that transitions wait for and that may come from outside.
    private mutating func listenedNames(raised: Set<String>) -> [String] {
        var names: [String] = []
        for (_, transition) in document.transitions {
            for event in transition.events ?? [] {
                let name = event.text
                if name == "*" || deadlineByName[name] != nil || name.isEmpty { continue }
                let isKnown = (raised.union(extra)).contains { Self.matches(name, $0) }
                let isDone = document.states.indices.contains { document.canBeDone($0) && Self.matches(name, doneName($0)) }
                let isPlatform = name == "error" || name.hasPrefix("error.") || name == "done" || name.hasPrefix("done.")
                if isPlatform {
                    if !isKnown, !isDone { neverRaised.insert(name) }
                    continue
                }
                names.append(name)
            }
        }
        return names
    }

    /// Whether others than the state itself wait for its end.
    private func needsDoneEvent(_ state: Int) -> Bool {
        guard document.canBeDone(state), document.states[state].id != nil else { return false }
        return document.transitions.contains { source, transition in
            source != state && document.canCoexist(source, state) && Self.matches(transition, doneName(state))
        }
    }

    /// A `<cancel>` means one of several sends of an event: those become events of their own.
    private mutating func findPreciseSends() {
        let cancelled = Set(document.allActions.compactMap { if case .cancel(let id) = $0 { id.text } else { nil } })
        for name in Set(document.sends.map(\.event.text)) {
            let ids = document.sends.indices.filter { document.sends[$0].event.text == name && isDelayed($0) && deadlines[$0] == nil }
                .map { document.sends[$0].id }
            if Set(ids).count > 1, ids.contains(where: { $0.map(cancelled.contains) ?? false }) { isPrecise.insert(name) }
        }
    }

    /// A send at entry whose event only the state itself takes, and which is called off at exit, is a deadline of the state.
    private mutating func findDeadlines() {
        for state in document.states.indices {
            for case .send(let number) in document.states[state].entry {
                let send = document.sends[number]
                guard case .later(let delay) = send.moment, let id = send.id, send.parameters.isEmpty, !extra.contains(send.event.text),
                    document.sends.count(where: { $0.event.text == send.event.text || $0.id == id }) == 1,
                    !isPlainlyRaised(send.event.text), cancels(id) == 1,
                    document.states[state].exit.contains(where: { if case .cancel(let other) = $0 { other.text == id } else { false } }),
                    document.transitions.allSatisfy({ $0.source == state || !Self.matches($0.transition, send.event.text) }),
                    document.transitions.contains(where: { $0.transition.events?.contains { $0.text == send.event.text } ?? false }),
                    // A name that begins with this one would need it as an event.
                    document.transitions.allSatisfy({
                        $0.transition.events?.allSatisfy { !$0.text.hasPrefix(send.event.text + ".") } ?? true
                    })
                else { continue }
                deadlines[number] = delay
                deadlineByName[send.event.text] = (state, delay)
            }
        }
    }

    private func cancels(_ id: String) -> Int {
        document.allActions.count { if case .cancel(let other) = $0 { other.text == id } else { false } }
    }
}

extension SCXMLDocument {
    /// All that is done anywhere, those inside of `<if>` too, in the order of the document.
    var allActions: [SCXMLAction] {
        var all: [SCXMLAction] = []
        func collect(_ actions: [SCXMLAction]) {
            for action in actions {
                if case .choose(let branches) = action { for branch in branches { collect(branch.actions) } } else { all.append(action) }
            }
        }
        for state in states {
            collect(state.entry)
            for transition in state.transitions { collect(transition.actions) }
            collect(state.exit)
        }
        return all
    }
}
