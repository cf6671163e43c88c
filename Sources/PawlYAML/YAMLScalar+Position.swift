package import PawlKit

extension YAMLScalar {
    /// The place in the file of a UTF-8 offset in the text, so that a part of an expression can be pointed at.
    ///
    /// It walks the source as the scanner read it: over quotes, escapes, folded lines and indentation. An offset inside of
    /// what one escape or one fold stands for is at its start.
    package func position(ofOffset offset: Int) -> SourcePosition {
        let offset = min(max(offset, 0), text.utf8.count)
        return switch style {
        case .plain, .singleQuoted, .doubleQuoted: flowPosition(ofOffset: offset)
        case .literal, .folded: blockPosition(ofOffset: offset)
        }
    }

    /// The range in the file of a range of UTF-8 offsets in the text.
    package func range(of offsets: Range<Int>) -> SourceRange {
        let start = position(ofOffset: offsets.lowerBound)
        return SourceRange(start: start, end: max(start, position(ofOffset: offsets.upperBound)))
    }

    // MARK: Plain and quoted

    private func flowPosition(ofOffset target: Int) -> SourcePosition {
        var walk = SourceWalk(bytes: source.bytes, position: range.start, end: range.end.offset)
        if style != .plain { walk.advance() }
        var produced = 0
        while produced < target, let byte = walk.byte {
            let before = walk.position
            let output: Int
            if byte.isBlank || byte.isLineBreak {
                output = walk.skipBlanksAndFold(atMost: target - produced)
            } else if style == .doubleQuoted, byte == UInt8(ascii: "\\") {
                output = walk.skipEscape()
            } else {
                if style == .singleQuoted, byte == UInt8(ascii: "'") { walk.advance() }
                walk.advance()
                output = byte.scalarWidth
            }
            if produced + output > target { return before }
            produced += output
        }
        if style == .doubleQuoted, produced == target { walk.skipEscapedBreak() }
        return walk.position
    }

    // MARK: Blocks

    private func blockPosition(ofOffset target: Int) -> SourcePosition {
        let text = Array(text.utf8)
        var walk = SourceWalk(bytes: source.bytes, position: range.start, end: source.bytes.count)
        walk.skipLine()
        let indentation = blockIndentation(text, from: walk)
        var produced = 0
        while let _ = walk.byte {
            walk.skipSpaces(atMost: indentation)
            let lineStart = produced
            while let byte = walk.byte, !byte.isLineBreak {
                if produced + byte.scalarWidth > target { return walk.position }
                walk.advance()
                produced += byte.scalarWidth
            }
            // What a line break became is seen in the text: as it is, a space, or together with the empty lines behind it.
            var newlines = 1
            if style == .folded, produced > lineStart {
                newlines = max(1, text[min(produced, text.count)...].prefix { $0 == .lineFeed }.count)
            }
            if target < produced + newlines { return walk.position }
            let folded = style == .folded && produced > lineStart && produced < text.count && text[produced] == .lineFeed
            produced += newlines
            walk.skipLine()
            if folded { walk.skipEmptyLines(indentation: indentation) }
        }
        return walk.position
    }

    /// How far the block is indented: what its first line with text has more in the file than in the text.
    private func blockIndentation(_ text: [UInt8], from start: SourceWalk) -> Int {
        var walk = start
        while true {
            let spaces = walk.skipSpaces(atMost: .max)
            guard let byte = walk.byte else { return 0 }
            if byte.isLineBreak {
                walk.skipLine()
            } else {
                let own = text.drop { $0 == .lineFeed }.prefix { $0 == .space }.count
                return max(0, spaces - own)
            }
        }
    }
}

/// A walk through source bytes that knows line and column.
struct SourceWalk {
    let bytes: [UInt8]
    private(set) var position: SourcePosition
    let end: Int

    init(bytes: [UInt8], position: SourcePosition, end: Int) {
        self.bytes = bytes
        self.position = position
        self.end = end
    }

    /// The byte ahead, nil at the end.
    var byte: UInt8? { position.offset < end ? bytes[position.offset] : nil }

    /// Steps over one Unicode scalar or one line break.
    mutating func advance() {
        guard let byte else { return }
        position.offset += byte.scalarWidth
        position.column += 1
        if byte.isLineBreak {
            if byte == .carriageReturn, self.byte == .lineFeed { position.offset += 1 }
            position.line += 1
            position.column = 1
        }
    }

    /// Steps behind the next line break.
    mutating func skipLine() {
        while let byte, !byte.isLineBreak { advance() }
        advance()
    }

    /// Steps over spaces and says how many they were.
    @discardableResult
    mutating func skipSpaces(atMost limit: Int) -> Int {
        var count = 0
        while count < limit, byte == .space {
            advance()
            count += 1
        }
        return count
    }

    /// Steps over lines that hold nothing but their indentation.
    mutating func skipEmptyLines(indentation: Int) {
        while true {
            var ahead = self
            ahead.skipSpaces(atMost: indentation)
            guard let byte = ahead.byte, byte.isLineBreak else { return }
            ahead.advance()
            self = ahead
        }
    }

    /// Steps over blanks, and over line breaks if they follow, and says how many bytes of text that made.
    ///
    /// Blanks around a break are nothing, a single break is a space, of several all but the first stay.
    mutating func skipBlanksAndFold(atMost limit: Int) -> Int {
        var ahead = self
        var blanks = 0
        while let byte = ahead.byte, byte.isBlank {
            ahead.advance()
            blanks += 1
        }
        guard ahead.byte?.isLineBreak == true else {
            let count = min(blanks, limit)
            for _ in 0..<count { advance() }
            return count
        }
        let breaks = skipBreaks()
        return breaks == 1 ? 1 : breaks - 1
    }

    /// Steps over blanks and line breaks and counts the breaks.
    private mutating func skipBreaks() -> Int {
        var breaks = 0
        while let byte, byte.isBlank || byte.isLineBreak {
            if byte.isLineBreak { breaks += 1 }
            advance()
        }
        return breaks
    }

    /// Steps over an escaped line break that is nothing in the text.
    mutating func skipEscapedBreak() {
        guard byte == UInt8(ascii: "\\") else { return }
        var ahead = self
        ahead.advance()
        guard ahead.byte?.isLineBreak == true, ahead.skipBreaks() == 1 else { return }
        self = ahead
    }

    /// Steps over an escape of a double-quoted scalar and says how many bytes of text it made.
    mutating func skipEscape() -> Int {
        advance()
        guard let letter = byte else { return 0 }
        if letter.isLineBreak { return max(0, skipBreaks() - 1) }
        advance()
        let digits: Int
        switch letter {
        case UInt8(ascii: "x"): digits = 2
        case UInt8(ascii: "u"): digits = 4
        case UInt8(ascii: "U"): digits = 8
        // https://yaml.org/spec/1.2.2/#57-escaped-characters: next line and no-break space, line and paragraph separator
        case UInt8(ascii: "N"), UInt8(ascii: "_"): return 2
        case UInt8(ascii: "L"), UInt8(ascii: "P"): return 3
        default: return letter.scalarWidth
        }
        var code: UInt32 = 0
        for _ in 0..<digits {
            guard let byte, let digit = UInt32(String(UnicodeScalar(byte)), radix: 16) else { break }
            code = code << 4 | digit
            advance()
        }
        return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    }
}
