import PawlKit

/// Collects the pairs of a mapping and finds what is wrong with its keys.
struct MappingBuilder {
    typealias Finding = (fact: YAMLFact, range: SourceRange, related: SourceRange?)

    let isFlow: Bool
    private(set) var pairs: [YAMLPair] = []
    /// Where each key stands; kept only once a scan would cost more.
    private var index: [ByteString: Int] = [:]
    private static let indexThreshold = 8
    /// The pairs whose value a comma cut and that were put together again.
    private var mended: [Int] = []

    init(isFlow: Bool) { self.isFlow = isFlow }

    /// Adds a pair, or says why it is left out.
    mutating func add(_ pair: YAMLPair, limits: YAMLLimits) -> Finding? {
        guard let key = pair.key.scalar else { return (.complexKey, pair.key.range, nil) }
        if key.text.utf8.count > limits.keyBytes { return (.keyTooLong(limit: limits.keyBytes), pair.key.range, nil) }
        if key.style == .plain, key.text == "<<" { return (.mergeKey, pair.key.range, nil) }
        if mend(with: pair) { return nil }
        if let earlier = position(of: key.text) { return (.duplicateKey(key.text), pair.key.range, pairs[earlier].key.range) }
        pairs.append(pair)
        if pairs.count == Self.indexThreshold + 1 {
            for (position, pair) in pairs.enumerated() { index[ByteString(pair.name)] = position }
        } else if pairs.count > Self.indexThreshold {
            index[ByteString(key.text)] = pairs.count - 1
        }
        return nil
    }

    /// What is found at the end: values that a comma cut.
    func finish() -> [(fact: YAMLFact, range: SourceRange)] {
        mended.map { position in
            let value = pairs[position].value
            return (.commaCutsValue(quoted: Quoting.quoted(value.scalar?.text ?? "")), value.range)
        }
    }

    private func position(of name: String) -> Int? {
        if pairs.count > Self.indexThreshold { return index[ByteString(name)] }
        return pairs.firstIndex { UTF8Order.equal($0.name, name) }
    }

    /// Puts `f(a` and the stray key `b)` together again, as in `{ when: f(a, b), to: X }`.
    private mutating func mend(with pair: YAMLPair) -> Bool {
        guard isFlow, let last = pairs.last, let value = last.value.scalar, let stray = pair.key.scalar, pair.value.isNull,
            pair.value.range.start == pair.value.range.end, value.style == .plain, stray.style == .plain || stray.style == .singleQuoted,
            value.range.start.line == stray.range.end.line, opensParenthesis(value.text)
        else { return false }
        let range = SourceRange(start: value.range.start, end: stray.range.end)
        let text = value.source.slice(range.start.offset..<range.end.offset)
        let whole = YAMLScalar(text: text, style: .plain, coreTag: value.coreTag, range: range, source: value.source)
        let node = YAMLNode(content: .scalar(whole), range: range, tag: last.value.tag, isFlow: true)
        pairs[pairs.count - 1] = YAMLPair(key: last.key, value: node)
        if mended.last != pairs.count - 1 { mended.append(pairs.count - 1) }
        return true
    }

    private func opensParenthesis(_ text: String) -> Bool {
        text.utf8.count { $0 == UInt8(ascii: "(") } > text.utf8.count { $0 == UInt8(ascii: ")") }
    }
}
