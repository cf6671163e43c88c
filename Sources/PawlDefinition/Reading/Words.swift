import PawlKit
import PawlYAML

extension Findings {
    /// The text of a scalar that must be there; reports when it is not.
    func text(_ node: YAMLNode, of what: String) -> (text: String, range: SourceRange)? {
        guard let scalar = node.scalar else {
            report(DefinitionFact.wrongShape(what: what, expected: "a text", found: node.kindText), at: node.headRange)
            return nil
        }
        if scalar.style == .plain, scalar.text.isEmpty || scalar.text == "~" {
            report(DefinitionFact.missingValue(of: what), at: node.range)
            return nil
        }
        return (scalar.text, scalar.range)
    }

    /// The texts of a scalar or of a list of scalars.
    func texts(_ node: YAMLNode, of what: String) -> [(text: String, range: SourceRange)] {
        guard let elements = node.elements else { return text(node, of: what).map { [$0] } ?? [] }
        if elements.isEmpty { report(DefinitionFact.missingValue(of: what), at: node.range) }
        var texts: [(text: String, range: SourceRange)] = []
        var seen: [ByteString: SourceRange] = [:]
        for element in elements {
            guard let text = text(element, of: what) else { continue }
            if let earlier = seen.updateValue(text.range, forKey: ByteString(text.text)) {
                report(DefinitionFact.listedTwice(text.text), at: text.range, related: earlier)
            } else {
                texts.append(text)
            }
        }
        return texts
    }

    /// One word of a closed set.
    func word<Word: RawRepresentable<String> & CaseIterable>(
        _ node: YAMLNode, of what: String, as type: Word.Type, later: [String] = []
    ) -> Word? {
        guard let (text, range) = text(node, of: what) else { return nil }
        if let word = Word(rawValue: text) { return word }
        if later.contains(text) {
            report(DefinitionFact.notSupported("`\(what): \(text)`"), at: range)
            isComplete = false
            return nil
        }
        let words = Word.allCases.map(\.rawValue)
        report(DefinitionFact.unknownWord(text, of: what, suggestion: nearest(text, among: words + later), allowed: words), at: range)
        return nil
    }

    /// A number in a range, written as it is.
    func number(
        _ node: YAMLNode, as type: ValueType, of field: String, from least: Double, to most: Double, needs: String
    ) -> Double? {
        let reader = TemplateReader(findings: self, scope: nil)
        guard let value = reader.read(node, as: type, field: field).template?.constantValue else { return nil }
        guard let number = value.doubleValue ?? value.intValue.map({ Double($0) }), number >= least, number <= most else {
            report(DefinitionFact.outOfRange(field: field, needs: needs), at: node.range)
            return nil
        }
        return number
    }

    /// Checks the form of a name that the file gives to something.
    func checkName(_ name: String, of what: String, at node: YAMLNode) {
        if !Names.isIdentifier(name) {
            report(DefinitionFact.badName(name, of: what), at: node.range)
        } else if node.scalar?.style == .plain, Names.isYAML11Word(name) {
            report(DefinitionFact.yaml11Word(name, of: what), at: node.range)
        }
    }

    /// The pairs of a mapping of names, such as `events:`; nothing at all is an empty one.
    func entries(_ node: YAMLNode, of what: String) -> [YAMLPair] {
        if let pairs = node.pairs { return pairs }
        if !node.isNull { report(DefinitionFact.wrongShape(what: what, expected: "a mapping", found: node.kindText), at: node.headRange) }
        return []
    }
}
