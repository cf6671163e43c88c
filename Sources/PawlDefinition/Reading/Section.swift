import PawlKit
import PawlYAML

/// A mapping of the language whose keys were checked.
struct Section {
    /// Where it stands.
    let range: SourceRange
    /// The pairs by the key of the language that each has, or was probably meant to have.
    private let entries: [(key: String, pair: YAMLPair)]

    /// The pair of a key, nil when the key is not there.
    subscript(key: String) -> YAMLPair? { entries.first { $0.key == key }?.pair }

    /// The first of some keys that is there.
    func first(of keys: [String]) -> (key: String, pair: YAMLPair)? { entries.first { keys.contains($0.key) } }

    /// The range of its first key, which says where it is without spanning lines.
    var start: SourceRange { entries.first?.pair.key.range ?? range }

    /// Reads a mapping; reports when it is none, and each key that is not in the table.
    init?(_ node: YAMLNode, _ table: KeyTable, _ findings: Findings) {
        guard let pairs = node.pairs else {
            if node.isNull {
                findings.report(DefinitionFact.missingValue(of: table.what), at: node.range)
            } else {
                findings.report(
                    DefinitionFact.wrongShape(what: table.what, expected: "a mapping", found: node.kindText), at: node.headRange)
            }
            return nil
        }
        var entries: [(key: String, pair: YAMLPair)] = []
        entries.reserveCapacity(pairs.count)
        for pair in pairs {
            if let key = table.known.first(where: { UTF8Order.equal($0, pair.name) }) {
                entries.append((key, pair))
            } else if table.later.contains(where: { UTF8Order.equal($0, pair.name) }) {
                findings.report(DefinitionFact.notSupported("`\(pair.name)` in \(table.what)"), at: pair.key.range)
                findings.isComplete = false
            } else {
                let suggestion = findings.nearest(pair.name, among: table.known + table.later)
                findings.report(
                    DefinitionFact.unknownKey(pair.name, in: table.what, suggestion: suggestion, known: table.known), at: pair.key.range)
                let isFree = !pairs.contains { other in suggestion.map { UTF8Order.equal($0, other.name) } ?? true }
                if let suggestion, isFree, table.known.contains(suggestion), !entries.contains(where: { $0.key == suggestion }) {
                    entries.append((suggestion, pair))
                } else {
                    findings.isComplete = false
                }
            }
        }
        self.entries = entries
        range = node.range
    }
}

extension YAMLNode {
    /// What it is, for messages.
    var kindText: String {
        switch content {
        case .scalar: isNull ? "nothing" : "a text"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }

    /// Where it starts, on one line: a scalar as a whole, of a collection the first key or the bracket.
    var headRange: SourceRange {
        switch content {
        case .scalar: return range
        case .mapping(let pairs): return isFlow ? bracket : pairs.first?.key.range ?? range
        case .sequence(let elements): return isFlow ? bracket : elements.first?.headRange ?? range
        }
    }

    private var bracket: SourceRange {
        var end = range.start
        end.column += 1
        end.offset += 1
        return SourceRange(start: range.start, end: end)
    }
}
