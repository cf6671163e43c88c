import PawlKit
import PawlXML

/// Reads the elements of an SCXML file (https://www.w3.org/TR/scxml/) into a document, and reports all that a workflow cannot hold.
struct SCXMLReader {
    static let namespace = "http://www.w3.org/2005/07/scxml"

    let findings: Findings
    var document = SCXMLDocument()
    /// The element of each state, by number.
    private var elements: [XMLElement] = []
    private var stateByID: [String: Int] = [:]
    private var names: Set<String> = []

    private init(_ findings: Findings) { self.findings = findings }

    /// Reads a file; findings that are errors mean that the document is not all of it.
    static func read(_ root: XMLElement, _ findings: Findings) -> SCXMLDocument? {
        guard root.name == "scxml", root.namespace == nil || root.namespace == namespace else {
            findings.report(SCXMLFact.notSCXML(root.name), at: root.range)
            return nil
        }
        var reader = SCXMLReader(findings)
        reader.readDocument(root)
        return reader.document
    }

    private mutating func readDocument(_ root: XMLElement) {
        checkAttributes(root)
        document.name = root["name"]?.value
        if let model = root["datamodel"], !["null", "ecmascript"].contains(model.value) {
            findings.report(SCXMLFact.dataModel(model.value), at: model.valueRange)
        }
        addState(root, .state, parent: nil)
        for index in document.states.indices { fill(index) }
        document.variables += undeclared
    }

    // MARK: States

    private mutating func addState(_ element: XMLElement, _ kind: SCXMLState.Kind, parent: Int?) {
        let index = document.states.count
        let id = parent == nil ? nil : element["id"]
        document.states.append(SCXMLState(kind: kind, id: id?.value, parent: parent, range: element.range))
        elements.append(element)
        if let id, let other = stateByID.updateValue(index, forKey: id.value) {
            let first = elements[other]["id"]?.valueRange
            findings.report(SCXMLFact.duplicateState(id.value), at: id.valueRange, related: first)
        }
        if let parent { document.states[parent].children.append(index) }
        for child in element.elements where isOurs(child) {
            let kind: SCXMLState.Kind
            switch child.name {
            case "state": kind = .state
            case "parallel": kind = .parallel
            case "final": kind = .final
            case "history": kind = .history(isDeep: child["type"]?.value == "deep")
            default: continue
            }
            checkAttributes(child)
            addState(child, kind, parent: index)
        }
    }

    /// Whether an element belongs to SCXML; files without namespaces are read too.
    private func isOurs(_ element: XMLElement) -> Bool { element.namespace == nil || element.namespace == Self.namespace }

    private static let allowedChildren: [SCXMLState.Kind: Set<String>] = [
        .state: ["state", "parallel", "final", "history", "initial", "transition", "onentry", "onexit", "datamodel"],
        .parallel: ["state", "parallel", "history", "transition", "onentry", "onexit", "datamodel"],
        .final: ["onentry", "onexit", "donedata"],
    ]

    private mutating func fill(_ index: Int) {
        let element = elements[index]
        let state = document.states[index]
        if state.isHistory { return fillHistory(index) }
        var allowed = Self.allowedChildren[state.kind] ?? []
        if index == 0 { allowed = ["state", "parallel", "final", "datamodel", "script"] }
        var initialElement: XMLElement?
        for child in element.elements {
            guard isOurs(child), allowed.contains(child.name) else {
                findings.report(SCXMLFact.element(child.name, reason: Self.reason(child.name)), at: child.range)
                continue
            }
            checkAttributes(child)
            switch child.name {
            case "transition": if let transition = transition(child) { document.states[index].transitions.append(transition) }
            case "onentry": document.states[index].entry += actions(child)
            case "onexit": document.states[index].exit += actions(child)
            case "datamodel": readVariables(child)
            case "script": readGlobalScript(child)
            case "donedata": document.states[index].doneData += parameters(child)
            case "initial": initialElement = child
            default: break
            }
        }
        fillInitial(index, element, initialElement)
    }

    private mutating func fillInitial(_ index: Int, _ element: XMLElement, _ initial: XMLElement?) {
        let children = document.realChildren(index)
        guard document.states[index].kind == .state else { return }
        if let attribute = element["initial"] {
            document.states[index].initial = targets(attribute)
        } else if let transition = initial?.elements.first(where: { $0.name == "transition" }) {
            document.states[index].initial = plainTargets(transition, of: "initial")
        } else if let first = children.first {
            document.states[index].initial = [first]
        } else if index == 0 {
            findings.report(SCXMLFact.nothingToEnter("scxml"), at: element.range)
        }
    }

    private mutating func fillHistory(_ index: Int) {
        let element = elements[index]
        if let transition = element.elements.first(where: { $0.name == "transition" }) {
            document.states[index].initial = plainTargets(transition, of: "history")
        } else {
            findings.report(SCXMLFact.missingAttribute("a transition", of: "history"), at: element.range)
        }
    }

    /// The targets of a transition that may do nothing else.
    private mutating func plainTargets(_ element: XMLElement, of place: String) -> [Int] {
        checkAttributes(element)
        if !actions(element).isEmpty { findings.report(SCXMLFact.actionsThere(place), at: element.range) }
        guard let target = element["target"] else {
            findings.report(SCXMLFact.missingAttribute("target", of: "transition"), at: element.range)
            return []
        }
        return targets(target)
    }

    private func targets(_ attribute: XMLAttribute) -> [Int] {
        attribute.value.split(whereSeparator: \.isWhitespace).compactMap { id in
            if let state = stateByID[String(id)] { return state }
            let suggestion = findings.nearest(String(id), among: stateByID.keys)
            findings.report(SCXMLFact.unknownState(String(id), suggestion: suggestion), at: attribute.valueRange, detail: String(id))
            return nil
        }
    }

    private mutating func transition(_ element: XMLElement) -> SCXMLTransition? {
        let events = element["event"].map { attribute in
            attribute.value.split(whereSeparator: \.isWhitespace).map { Sourced(text: Self.descriptor($0), range: attribute.valueRange) }
        }
        if let kind = element["type"], !["internal", "external"].contains(kind.value) {
            findings.report(
                SCXMLFact.badValue(kind.value, of: "type", expected: "'internal' or 'external'"), at: kind.valueRange)
        }
        return SCXMLTransition(
            events: events?.isEmpty == true ? nil : events, condition: sourced(element["cond"]),
            targets: element["target"].map { targets($0) } ?? [], isInternal: element["type"]?.value == "internal",
            actions: actions(element), range: element.range)
    }

    /// `foo.*` and `foo.` mean the same as `foo`: https://www.w3.org/TR/scxml/#EventDescriptors
    private static func descriptor(_ text: Substring) -> String {
        if text == "*" { return "*" }
        var text = text
        if text.hasSuffix(".*") { text = text.dropLast(2) }
        if text.hasSuffix(".") { text = text.dropLast() }
        return String(text)
    }

    func sourced(_ attribute: XMLAttribute?) -> Sourced? {
        attribute.map { Sourced(text: $0.value, range: $0.valueRange) }
    }

    // MARK: Variables

    private mutating func readVariables(_ element: XMLElement) {
        for child in element.elements {
            guard isOurs(child), child.name == "data" else {
                findings.report(SCXMLFact.element(child.name, reason: Self.reason(child.name)), at: child.range)
                continue
            }
            checkAttributes(child)
            guard let id = child["id"] else {
                findings.report(SCXMLFact.missingAttribute("id", of: "data"), at: child.range)
                continue
            }
            let text = sourced(child["expr"]) ?? Sourced(text: Self.trimmed(child.text), range: child.range)
            let value = text.text.isEmpty ? .nothing : expression(text)
            if let value, names.insert(id.value).inserted {
                document.variables.append(SCXMLVariable(name: id.value, initial: value, text: text))
            }
        }
    }

    private mutating func readGlobalScript(_ element: XMLElement) {
        for assignment in assignments(element) {
            let text = Sourced(text: Self.trimmed(element.text), range: element.range)
            if names.insert(assignment.name).inserted {
                document.variables.append(SCXMLVariable(name: assignment.name, initial: assignment.value, text: text))
            } else if let place = document.variables.firstIndex(where: { $0.name == assignment.name }) {
                document.variables[place] = SCXMLVariable(name: assignment.name, initial: assignment.value, text: text)
            }
        }
    }

    /// The variables that scripts set and nothing declares.
    private var undeclared: [SCXMLVariable] {
        var found: [SCXMLVariable] = []
        var seen = names
        func look(_ actions: [SCXMLAction]) {
            for action in actions {
                switch action {
                case .assign(let name, _, let text) where name.range == text.range && seen.insert(name.text).inserted:
                    found.append(SCXMLVariable(name: name.text, initial: .nothing, text: text))
                case .choose(let branches): for branch in branches { look(branch.actions) }
                default: break
                }
            }
        }
        for state in document.states {
            look(state.entry + state.exit)
            for transition in state.transitions { look(transition.actions) }
        }
        return found
    }

    func assignments(_ element: XMLElement) -> [ECMAAssignment] {
        if element["src"] != nil { return [] }
        let text = Self.trimmed(element.text)
        do {
            return try ECMAParser.assignments(text)
        } catch {
            let reason = "only assignments to variables are read from a script, and \(error.message)"
            findings.report(SCXMLFact.element("script", reason: reason), at: element.range)
            return []
        }
    }

    func expression(_ text: Sourced) -> ECMAExpression? {
        do {
            return try ECMAParser.expression(text.text)
        } catch {
            findings.report(SCXMLFact.expression(text.text, problem: error.message), at: text.range)
            return nil
        }
    }

    static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars.drop { $0.properties.isWhitespace }
        var end = scalars.endIndex
        while end > scalars.startIndex, scalars[scalars.index(before: end)].properties.isWhitespace { end = scalars.index(before: end) }
        return String(scalars[..<end])
    }

    // MARK: What is refused

    private static let attributes: [String: Set<String>] = [
        "scxml": ["name", "initial", "version", "datamodel", "binding", "exmode", "profile", "xmlns"], "state": ["id", "initial"],
        "parallel": ["id"], "final": ["id"], "history": ["id", "type"], "initial": ["id"], "onentry": [], "onexit": [], "datamodel": [],
        "transition": ["event", "cond", "target", "type"], "data": ["id", "expr"], "raise": ["event"], "log": ["label", "expr", "level"],
        "assign": ["location", "expr"], "if": ["cond"], "elseif": ["cond"], "else": [], "cancel": ["sendid"], "script": [],
        "send": ["event", "id", "delay", "delayexpr", "target", "type", "namelist", "eventexpr", "targetexpr"], "donedata": [],
        "param": ["name", "expr", "location"], "content": ["expr"],
    ]

    /// Reports attributes that mean something which is not translated. Those of other namespaces are none of SCXML's.
    func checkAttributes(_ element: XMLElement) {
        guard let known = Self.attributes[element.name] else { return }
        for attribute in element.attributes where attribute.namespace == nil && !known.contains(attribute.name) {
            findings.report(SCXMLFact.attribute(attribute.name, of: element.name), at: attribute.range)
        }
        if let binding = element["binding"], element.name == "scxml", binding.value != "early" {
            findings.report(SCXMLFact.badValue(binding.value, of: "binding", expected: "'early'"), at: binding.valueRange)
        }
    }

    static func reason(_ name: String) -> String {
        switch name {
        case "invoke": "a workflow calls services with feedbacks, and starts other workflows with workflow.run"
        case "script": "only assignments to variables are read from a script"
        case "foreach": "a row has no loops"
        case "finalize": "there is no <invoke>"
        case "content": "an event carries values, not XML"
        default: "it is not part of SCXML there, or runs code of its own"
        }
    }
}
