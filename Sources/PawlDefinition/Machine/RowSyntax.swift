import PawlKit
import PawlYAML

/// A row of the file, its keys read and its names not yet looked up.
struct RowSyntax {
    /// A way that the row may be set off, with where it may lead.
    struct Trigger {
        enum Kind {
            case event(String)
            case anyEvent
            case after(YAMLNode)
            case at(YAMLNode)
            case always
        }

        var kind: Kind
        var range: SourceRange
        var targets: [Target]
    }

    /// One target with its conditions.
    struct Target {
        /// The states, none for an internal update.
        var to: [(text: String, range: SourceRange)] = []
        var when: YAMLNode?
        var data: YAMLNode?
        var emit: YAMLNode?
        /// Where it says that a target inside the source leaves the source active.
        var isInternal: SourceRange?
        /// Where it is written.
        var range: SourceRange
        /// Whether it was reported and only keeps its place.
        var isBroken = false
    }

    /// Where it leads from.
    enum From {
        /// `"*"`: the whole machine.
        case root
        case states([(text: String, range: SourceRange)])
    }

    var from: From
    var triggers: [Trigger]
    var disable: YAMLNode?
    var range: SourceRange
}

/// Reads the rows of `transitions:`.
struct RowReader {
    let findings: Findings
    private static let targetKeys = ["to", "when", "data", "emit", "internal"]

    /// Reads a row; nil when it cannot be told what it is.
    func read(_ node: YAMLNode) -> RowSyntax? {
        guard let section = Section(node, .row, findings) else {
            findings.isComplete = false
            return nil
        }
        let from = readFrom(section)
        let triggers = readTriggers(section)
        guard let from, !triggers.isEmpty else {
            findings.isComplete = false
            return nil
        }
        return RowSyntax(from: from, triggers: triggers, disable: section["disable"]?.value, range: section.start)
    }

    private func readFrom(_ section: Section) -> RowSyntax.From? {
        guard let pair = section["from"] else {
            findings.report(
                DefinitionFact.missingKey("from", in: "a row", help: "a state, a list of states, or \"*\" for the whole machine"),
                at: section.start)
            return nil
        }
        let names = findings.texts(pair.value, of: "`from`")
        if names.isEmpty { return nil }
        guard let star = names.first(where: { $0.text == "*" }) else { return .states(names) }
        if names.count > 1 { findings.report(DefinitionFact.starInList, at: star.range) }
        return .root
    }

    // MARK: Triggers

    private func readTriggers(_ section: Section) -> [RowSyntax.Trigger] {
        let pairs: [Keyed] = ["on", "after", "at", "always"].compactMap { key in section[key].map { (key, $0) } }
        guard let first = pairs.first else {
            findings.report(DefinitionFact.rowWithoutTrigger, at: section.start)
            return []
        }
        // The short form has its target beside it; the others have theirs inside.
        let short = pairs.filter { isShort($0) }
        let beside = section.first(of: Self.targetKeys)
        if let beside, short.isEmpty {
            findings.report(
                DefinitionFact.besideMap(key: beside.key, trigger: first.key), at: beside.pair.key.range, related: first.pair.key.range)
        }
        if short.count > 1 {
            findings.report(DefinitionFact.severalTriggers(short.map(\.key)), at: short[1].pair.key.range, related: short[0].pair.key.range)
            return []
        }
        if let one = short.first, pairs.count > 1, beside != nil {
            let other = pairs.first { $0.key != one.key } ?? one
            findings.report(DefinitionFact.severalTriggers(pairs.map(\.key)), at: other.pair.key.range, related: one.pair.key.range)
            return []
        }
        return pairs.flatMap { read($0, section) }
    }

    private typealias Keyed = (key: String, pair: YAMLPair)

    private func isShort(_ keyed: Keyed) -> Bool { keyed.key != "always" && keyed.pair.value.pairs == nil }

    private func read(_ keyed: Keyed, _ section: Section) -> [RowSyntax.Trigger] {
        let pair = keyed.pair
        switch keyed.key {
        case "always":
            return [.init(kind: .always, range: pair.key.range, targets: targets(pair.value, range: pair.key.range))]
        case "on":
            if let pairs = pair.value.pairs {
                return pairs.map { .init(kind: eventKind($0.name), range: $0.key.range, targets: targets($0.value, range: $0.key.range)) }
            }
            return findings.texts(pair.value, of: "`on`").map { name, range in
                .init(kind: eventKind(name), range: range, targets: shortTarget(section, range: range))
            }
        case "after":
            if let pairs = pair.value.pairs {
                return pairs.map { .init(kind: .after($0.key), range: $0.key.range, targets: targets($0.value, range: $0.key.range)) }
            }
            return [
                .init(kind: .after(pair.value), range: pair.value.headRange, targets: shortTarget(section, range: pair.value.headRange))
            ]
        default:
            if let pairs = pair.value.pairs {
                return pairs.map { .init(kind: .at($0.key), range: $0.key.range, targets: targets($0.value, range: $0.key.range)) }
            }
            return [.init(kind: .at(pair.value), range: pair.value.headRange, targets: shortTarget(section, range: pair.value.headRange))]
        }
    }

    private func eventKind(_ name: String) -> RowSyntax.Trigger.Kind { name == "*" ? .anyEvent : .event(name) }

    // MARK: Targets

    /// `State`, a mapping, or a list of these.
    private func targets(_ node: YAMLNode, range: SourceRange) -> [RowSyntax.Target] {
        guard let elements = node.elements else { return [target(node, range: range, inList: false)] }
        if elements.isEmpty { findings.report(DefinitionFact.missingValue(of: "the list of targets"), at: node.range) }
        return elements.map { target($0, range: range, inList: true) }
    }

    private func target(_ node: YAMLNode, range: SourceRange, inList: Bool) -> RowSyntax.Target {
        if node.pairs != nil, let section = Section(node, .target, findings) {
            var target = read(section, range: range)
            if inList { target.range = target.to.first?.range ?? section.start }
            return target
        }
        guard let to = findings.text(node, of: "a target") else {
            findings.isComplete = false
            return RowSyntax.Target(range: range, isBroken: true)
        }
        return RowSyntax.Target(to: [to], range: inList ? to.range : range)
    }

    private func shortTarget(_ section: Section, range: SourceRange) -> [RowSyntax.Target] { [read(section, range: range)] }

    private func read(_ section: Section, range: SourceRange) -> RowSyntax.Target {
        var target = RowSyntax.Target(
            when: section["when"]?.value, data: section["data"]?.value, emit: section["emit"]?.value, range: range)
        if let to = section["to"] {
            target.to = findings.texts(to.value, of: "`to`")
            if target.to.isEmpty {
                findings.isComplete = false
                target.isBroken = true
            }
        }
        if let pair = section["internal"], let word = findings.word(pair.value, of: "internal", as: Truth.self), word == .true {
            target.isInternal = pair.key.range
        }
        return target
    }

    private enum Truth: String, CaseIterable { case `true`, `false` }
}
