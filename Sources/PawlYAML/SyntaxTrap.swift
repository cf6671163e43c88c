import PawlKit

/// Tells what libyaml's failure means to the person who wrote the file.
///
/// libyaml's problems are texts, so this is a table of texts:
/// https://github.com/yaml/libyaml/blob/0.2.5/src/scanner.c and `parser.c`.
struct SyntaxTrap {
    let failure: ScanFailure
    let source: YAMLSource
    /// Where the innermost bracket stands that is open.
    let openBracket: SourcePosition?

    /// The finding.
    var diagnostic: Diagnostic {
        if failure.isOutOfMemory { return at(.outOfMemory) }
        if let openBracket, here == source.bytes.count, failure.context?.hasPrefix("while parsing a flow") == true {
            return Diagnostic(
                YAMLFact.unclosedBracket, file: source.file, at: one(openBracket.offset), related: source.range(here..<here)
            )
        }
        switch failure.problem {
        case "found character that cannot start any token": return unstartable
        case "found a tab character that violates indentation", "found a tab character where an indentation space is expected":
            return at(.tab)
        case "mapping values are not allowed in this context": return colon
        case "could not find expected ':'": return missingColon
        case "did not find expected ',' or ']'", "did not find expected ',' or '}'": return inBrackets
        case "did not find expected key", "did not find expected '-' indicator", "did not find expected <document start>":
            return inBlock
        case "found unexpected end of stream", "found unexpected document indicator":
            return fromContext(.unclosedQuote)
        case "found unknown escape character":
            return at(.unknownEscape(source.slice(here..<here + 2)), length: 2)
        default: break
        }
        switch failure.context {
        case "while scanning an alias": return bare { .bareStar(quoted: $0) }
        case "while scanning an anchor": return bare { .bareAmpersand(quoted: $0) }
        case "while scanning a tag", "while parsing a tag": return bare { .unknownTag("!", quoted: $0) }
        default: return general
        }
    }

    private var here: Int { source.offset(ofScalar: failure.mark.index) }
    private var contextStart: Int { source.offset(ofScalar: failure.contextMark.index) }
    private var line: LineView { LineView(source: source, line: failure.mark.line + 1) }

    // MARK: Traps

    private var unstartable: Diagnostic {
        guard let byte = source.byte(at: here) else { return general }
        if byte == .tab { return at(.tab) }
        let range = line.isInFlow(at: here) ? line.flowRest(from: here) : line.value(from: here)
        let quoted = Quoting.quoted(source.slice(range))
        return at(.reservedCharacter(Character(UnicodeScalar(byte)), quoted: quoted))
    }

    private var colon: Diagnostic {
        let lineStart = line.range.lowerBound
        if here - lineStart > 1024 {
            return Diagnostic(YAMLFact.keyTooLong(limit: 1024), file: source.file, at: source.range(lineStart..<lineStart + 1))
        }
        if let value = line.valueStart(before: here) {
            return at(.strayColon(quoted: Quoting.quoted(source.slice(line.value(from: value)))))
        }
        return Diagnostic(YAMLFact.keyUnderText, file: source.file, at: source.range(line.contentStart..<here))
    }

    private var missingColon: Diagnostic {
        let keyLine = LineView(source: source, line: failure.contextMark.line + 1)
        let end = max(contextStart + 1, min(keyLine.value(from: contextStart).upperBound, contextStart + 80))
        return Diagnostic(YAMLFact.missingColon, file: source.file, at: source.range(contextStart..<end))
    }

    private var inBrackets: Diagnostic {
        if let byte = source.byte(at: here), let value = line.flowValue(around: here), isExpression(value, stoppedAt: byte) {
            return Diagnostic(
                YAMLFact.expressionInBrackets(quoted: Quoting.quoted(source.slice(value))), file: source.file, at: source.range(value)
            )
        }
        return at(.missingComma, related: contextStart)
    }

    /// Whether a scalar inside of brackets is one of `${ … }`, `a[0]` and `a ? b : c`.
    private func isExpression(_ value: Range<Int>, stoppedAt byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "["): value.lowerBound < here
        case UInt8(ascii: "{"): source.byte(at: here - 1) == UInt8(ascii: "$")
        case UInt8(ascii: ":"): value.lowerBound < here && source.slice(value.lowerBound..<here).contains(" ? ")
        default: false
        }
    }

    private var inBlock: Diagnostic {
        let value = line.valueStart(before: here) ?? line.contentStart
        if let opening = source.byte(at: value), "\"'[{".utf8.contains(opening), value < here {
            let quoted = Quoting.quoted(source.slice(line.value(from: value)))
            return at(.textBehindValue(opening: Character(UnicodeScalar(opening)), quoted: quoted))
        }
        return at(.badIndentation, related: failure.context == nil ? nil : contextStart)
    }

    /// A `*`, `&` or `!` that stands for itself. Behind a `!` the `&` of `!a && b` is not what matters.
    private func bare(_ fact: (String) -> YAMLFact) -> Diagnostic {
        let line = LineView(source: source, line: failure.contextMark.line + 1)
        let start = contextStart
        if let value = line.valueStart(before: start), source.byte(at: value) == UInt8(ascii: "!"), value < start {
            return Diagnostic(
                YAMLFact.unknownTag(
                    source.slice(value..<start).split(separator: " ").first.map(String.init) ?? "!",
                    quoted: Quoting.quoted(source.slice(line.value(from: value)))),
                file: source.file, at: source.range(value..<start)
            )
        }
        let range = line.isInFlow(at: start) ? line.flowRest(from: start) : line.value(from: start)
        return Diagnostic(fact(Quoting.quoted(source.slice(range))), file: source.file, at: source.range(start..<start + 1))
    }

    private var general: Diagnostic {
        let related = failure.context == nil || failure.contextMark.index == failure.mark.index ? nil : contextStart
        let problem = Self.plainWords[failure.problem] ?? failure.problem
        return at(.syntax(problem: problem, context: failure.context), related: related)
    }

    /// What libyaml means, for problems that need no more than words.
    private static let plainWords = [
        "did not find expected node content": "a value is missing here",
        "block sequence entries are not allowed in this context": "a list entry ('- ') cannot stand here",
        "mapping keys are not allowed in this context": "a key cannot stand here",
        "found unexpected ':'": "':' cannot stand here inside of brackets",
        "found undefined tag handle": "this tag has an unknown handle",
        "did not find expected hexdecimal number": "this escape needs more hexadecimal digits",
        "found invalid Unicode character escape code": "this escape is no character",
        "did not find expected comment or line break": "nothing but a comment may follow '|' or '>' on its line",
        "found an indentation indicator equal to 0": "the indentation after '|' or '>' is a digit from 1 to 9",
    ]

    // MARK: Places

    private func at(_ fact: YAMLFact, length: Int = 1, related: Int? = nil) -> Diagnostic {
        let width = source.byte(at: here).map { max(length, $0.scalarWidth) } ?? 0
        return Diagnostic(
            fact, file: source.file, at: source.range(here..<min(here + width, source.bytes.count)), related: related.map(one)
        )
    }

    /// A finding about what was opened and not closed.
    private func fromContext(_ fact: YAMLFact) -> Diagnostic {
        Diagnostic(fact, file: source.file, at: one(contextStart), related: source.range(here..<here))
    }

    private func one(_ offset: Int) -> SourceRange {
        source.range(offset..<min(source.bytes.count, offset + (source.byte(at: offset)?.scalarWidth ?? 0)))
    }
}
