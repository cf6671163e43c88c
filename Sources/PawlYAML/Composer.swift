import PawlKit

/// Builds nodes from events and keeps the limits.
struct Composer: ~Copyable {
    /// A node with what an alias of it costs.
    struct Composed {
        var node: YAMLNode
        /// How many levels of nodes it has.
        var height: Int
    }

    private struct Anchor {
        let target: Composed
        let size: Int
        let range: SourceRange
    }

    private var events: EventStream
    let source: YAMLSource
    let limits: YAMLLimits
    private var diagnostics: [Diagnostic] = []
    private var errors = 0
    private var warnings = 0
    private var anchors: [String: Anchor] = [:]
    private var nodes = 0
    private var aliasedNodes = 0
    private var openBrackets: [SourcePosition] = []

    init(events: consuming EventStream, source: YAMLSource, limits: YAMLLimits) {
        self.events = events
        self.source = source
        self.limits = limits
    }

    // MARK: Document

    /// Reads the only document of the text.
    mutating func document() throws(YAMLError) -> YAMLDocument {
        var event = try next()
        if case .streamStart = event.kind { event = try next() }
        guard case .documentStart = event.kind else { throw failure(.emptyDocument, at: .start) }
        let root = try node(try next(), depth: 1, inFlow: false).node
        if root.isNull, root.range.start == root.range.end { throw failure(.emptyDocument, at: .start) }
        let end = try next()
        if let further = furtherText(after: end) {
            // Text that is no new document is better explained by the scanner. Directives it must not see.
            if source.byte(at: further.start.offset) != UInt8(ascii: "%") { _ = try next() }
            throw failure(.severalDocuments, at: further)
        }
        return YAMLDocument(root: root, source: source, diagnostics: diagnostics)
    }

    /// The first line behind the document that is neither blank nor a comment. libyaml is not asked: directives could stand there.
    private func furtherText(after end: Event) -> SourceRange? {
        let start = position(end.end)
        var line = start.line
        while let range = source.byteRange(ofLine: line) {
            let rest = line == start.line ? max(start.offset, range.lowerBound)..<max(start.offset, range.upperBound) : range
            let text = source.bytes[rest]
            if let first = text.firstIndex(where: { !$0.isBlank }), text[first] != UInt8(ascii: "#"),
                !(text.starts(with: "...".utf8) && text.dropFirst(3).allSatisfy(\.isBlank))
            {
                let length = text[first...].prefix { !$0.isBlank }.count
                return source.range(first..<first + length)
            }
            line += 1
        }
        return nil
    }

    // MARK: Nodes

    /// Builds the node that starts with an event.
    mutating func node(_ event: Event, depth: Int, inFlow: Bool) throws(YAMLError) -> Composed {
        let range = range(event)
        if case .alias(let name) = event.kind { return try alias(name, range: range, depth: depth, inFlow: inFlow) }
        try count(at: range)
        let sizeBefore = nodes
        if depth > limits.depth { throw failure(.tooDeep(limit: limits.depth), at: range) }
        let composed =
            switch event.kind {
            case .scalar(let text, let style): Composed(node: try scalar(text, style, event, range: range, inFlow: inFlow), height: 1)
            case .sequenceStart(let isFlow): try sequence(event, range: range, isFlow: isFlow, depth: depth)
            case .mappingStart(let isFlow): try mapping(event, range: range, isFlow: isFlow, depth: depth)
            default: throw failure(.syntax(problem: "a value is missing here", context: nil), at: range)
            }
        if let name = event.anchor {
            if let earlier = anchors[name] { try report(.anchorRedefined(name), at: range, related: earlier.range) }
            anchors[name] = Anchor(target: composed, size: nodes - sizeBefore + 1, range: range)
        }
        return composed
    }

    private mutating func alias(_ name: String, range: SourceRange, depth: Int, inFlow: Bool) throws(YAMLError) -> Composed {
        guard let anchor = anchors[name] else {
            try report(.undefinedAlias(name, suggestion: NearestName.find(name, among: anchors.keys)), at: range)
            try count(at: range)
            return Composed(node: plain(from: range, isFlow: inFlow), height: 1)
        }
        aliasedNodes += anchor.size
        nodes += anchor.size
        if aliasedNodes > limits.aliasedNodes { throw failure(.aliasesTooLarge(limit: limits.aliasedNodes), at: range) }
        if nodes > limits.nodes { throw failure(.tooManyNodes(limit: limits.nodes), at: range) }
        if depth + anchor.target.height - 1 > limits.depth { throw failure(.tooDeep(limit: limits.depth), at: range) }
        return anchor.target
    }

    private mutating func sequence(_ event: Event, range: SourceRange, isFlow: Bool, depth: Int) throws(YAMLError) -> Composed {
        try checkTag(event, is: .seq, at: range)
        if isFlow { openBrackets.append(range.start) }
        var elements: [YAMLNode] = []
        var height = 0
        var last = try next()
        while true {
            if case .collectionEnd = last.kind { break }
            let element = try node(last, depth: depth + 1, inFlow: isFlow)
            elements.append(element.node)
            height = max(height, element.height)
            last = try next()
        }
        if isFlow { openBrackets.removeLast() }
        let end = isFlow ? position(last.end) : end(of: range, after: elements.last)
        let whole = SourceRange(start: range.start, end: end)
        return Composed(
            node: YAMLNode(content: .sequence(elements), range: whole, tag: event.tag, isFlow: isFlow), height: height + 1
        )
    }

    private mutating func mapping(_ event: Event, range: SourceRange, isFlow: Bool, depth: Int) throws(YAMLError) -> Composed {
        try checkTag(event, is: .map, at: range)
        if isFlow { openBrackets.append(range.start) }
        var builder = MappingBuilder(isFlow: isFlow)
        var height = 0
        var lastValue: YAMLNode?
        var last = try next()
        while true {
            if case .collectionEnd = last.kind { break }
            let key = try node(last, depth: depth + 1, inFlow: isFlow)
            let value = try node(try next(), depth: depth + 1, inFlow: isFlow)
            height = max(height, key.height, value.height)
            lastValue = value.node.range.end < key.node.range.end ? key.node : value.node
            if let (fact, range, related) = builder.add(YAMLPair(key: key.node, value: value.node), limits: limits) {
                try report(fact, at: range, related: related)
            }
            last = try next()
        }
        for (fact, range) in builder.finish() { try report(fact, at: range) }
        if isFlow { openBrackets.removeLast() }
        let end = isFlow ? position(last.end) : end(of: range, after: lastValue)
        let whole = SourceRange(start: range.start, end: end)
        return Composed(
            node: YAMLNode(content: .mapping(builder.pairs), range: whole, tag: event.tag, isFlow: isFlow), height: height + 1
        )
    }

    /// The end of a block collection: that of its last node. libyaml's own mark is the start of what follows.
    ///
    /// What an alias stands for is elsewhere and says nothing.
    private func end(of range: SourceRange, after last: YAMLNode?) -> SourcePosition {
        guard let last, last.range.end > range.end else { return max(range.start, range.end) }
        return last.range.end
    }

    // MARK: Scalars

    private mutating func scalar(
        _ text: String, _ style: YAMLScalar.Style, _ event: Event, range: SourceRange, inFlow: Bool
    ) throws(YAMLError) -> YAMLNode {
        var range = range
        if style == .literal || style == .folded { range.end = endOfBlock(range) }
        if let tag = event.tag, CoreTag(tag: tag) == nil {
            try report(.unknownTag(writtenTag(range), quoted: quotedLine(range, style)), at: tagRange(range))
            return style == .plain ? plain(from: range, isFlow: inFlow) : untagged(text, style, range, inFlow: inFlow)
        }
        let content = event.tag == nil && event.anchor == nil ? range : SourceRange(start: skipProperties(range), end: range.end)
        let scalar = YAMLScalar(text: text, style: style, coreTag: event.tag.flatMap { CoreTag(tag: $0) }, range: content, source: source)
        if !scalar.fitsTag { try report(.tagMismatch(tag: writtenTag(range), text: text), at: range) }
        if let comment = scalar.trailingComment, comment.contains("${") || leavesExpressionOpen(text) {
            let start = range.end.offset
            let hash = source.bytes[start...].firstIndex(of: UInt8(ascii: "#")) ?? start
            let whole = text + source.slice(start..<hash + 1) + comment
            try report(.commentCutsValue(quoted: Quoting.quoted(whole)), at: source.range(hash..<hash + 1 + comment.utf8.count))
        }
        return YAMLNode(content: .scalar(scalar), range: range, tag: event.tag, isFlow: inFlow)
    }

    private func untagged(_ text: String, _ style: YAMLScalar.Style, _ range: SourceRange, inFlow: Bool) -> YAMLNode {
        let content = SourceRange(start: skipProperties(range), end: range.end)
        let scalar = YAMLScalar(text: text, style: style, coreTag: nil, range: content, source: source)
        return YAMLNode(content: .scalar(scalar), range: range, tag: nil, isFlow: inFlow)
    }

    /// A plain scalar of the very text of the file: what was probably meant where YAML reads something else.
    private func plain(from range: SourceRange, isFlow: Bool) -> YAMLNode {
        let text = source.slice(range.start.offset..<range.end.offset)
        let scalar = YAMLScalar(text: text, style: .plain, coreTag: nil, range: range, source: source)
        return YAMLNode(content: .scalar(scalar), range: range, tag: nil, isFlow: isFlow)
    }

    private func leavesExpressionOpen(_ text: String) -> Bool {
        guard text.contains("${") else { return false }
        return text.utf8.count { $0 == UInt8(ascii: "{") } > text.utf8.count { $0 == UInt8(ascii: "}") }
    }

    /// The end of a block scalar without the blank lines that libyaml counts in.
    private func endOfBlock(_ range: SourceRange) -> SourcePosition {
        var offset = range.end.offset
        while offset > range.start.offset, source.bytes[offset - 1].isBlank || source.bytes[offset - 1].isLineBreak { offset -= 1 }
        return source.position(ofOffset: offset)
    }

    // MARK: Tags and anchors

    private mutating func checkTag(_ event: Event, is kind: CoreTag, at range: SourceRange) throws(YAMLError) {
        guard let tag = event.tag, CoreTag(tag: tag) != kind else { return }
        let written = writtenTag(range)
        if CoreTag(tag: tag) == nil {
            try report(.unknownTag(written, quoted: nil), at: tagRange(range))
        } else {
            try report(.tagMismatch(tag: written, text: kind == .seq ? "a list" : "a mapping"), at: tagRange(range))
        }
    }

    /// Where the tag among the properties of a node stands.
    private func tagRange(_ range: SourceRange) -> SourceRange {
        var walk = SourceWalk(bytes: source.bytes, position: range.start, end: source.bytes.count)
        if walk.byte == UInt8(ascii: "&") { walk.skipProperty() }
        let start = walk.position
        while let byte = walk.byte, !byte.isBlank, !byte.isLineBreak { walk.advance() }
        return SourceRange(start: start, end: walk.position)
    }

    private func writtenTag(_ range: SourceRange) -> String {
        let tag = tagRange(range)
        return source.slice(tag.start.offset..<tag.end.offset)
    }

    private func quotedLine(_ range: SourceRange, _ style: YAMLScalar.Style) -> String? {
        guard style == .plain, range.start.line == range.end.line else { return nil }
        return Quoting.quoted(source.slice(range.start.offset..<range.end.offset))
    }

    /// The place behind anchor and tag.
    private func skipProperties(_ range: SourceRange) -> SourcePosition {
        var walk = SourceWalk(bytes: source.bytes, position: range.start, end: range.end.offset)
        while let byte = walk.byte, byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!") { walk.skipProperty() }
        return walk.position
    }

    // MARK: Events, positions, findings

    private mutating func next() throws(YAMLError) -> Event {
        do {
            return try events.next()
        } catch {
            diagnostics.append(SyntaxTrap(failure: error, source: source, openBracket: openBrackets.last).diagnostic)
            throw YAMLError(diagnostics: diagnostics)
        }
    }

    private func position(_ mark: Mark) -> SourcePosition {
        SourcePosition(line: mark.line + 1, column: mark.column + 1, offset: source.offset(ofScalar: mark.index))
    }

    private func range(_ event: Event) -> SourceRange { SourceRange(start: position(event.start), end: position(event.end)) }

    private mutating func count(at range: SourceRange) throws(YAMLError) {
        nodes += 1
        if nodes > limits.nodes { throw failure(.tooManyNodes(limit: limits.nodes), at: range) }
    }

    private mutating func report(_ fact: YAMLFact, at range: SourceRange, related: SourceRange? = nil) throws(YAMLError) {
        guard fact.severity == .error || warnings < limits.warnings else { return }
        diagnostics.append(Diagnostic(fact, file: source.file, at: range, related: related))
        guard fact.severity == .error else {
            warnings += 1
            return
        }
        errors += 1
        if errors >= limits.errors { throw YAMLError(diagnostics: diagnostics) }
    }

    private func failure(_ fact: YAMLFact, at range: SourceRange) -> YAMLError {
        YAMLError(diagnostics: diagnostics + [Diagnostic(fact, file: source.file, at: range)])
    }
}

extension SourceWalk {
    /// Steps over an anchor or a tag and the blanks, line breaks and comments behind it.
    fileprivate mutating func skipProperty() {
        while let byte, !byte.isBlank, !byte.isLineBreak { advance() }
        while let byte {
            if byte == UInt8(ascii: "#") { skipLine() } else if byte.isBlank || byte.isLineBreak { advance() } else { return }
        }
    }
}
