import PawlKit

/// What is looked at before libyaml sees a byte: size, encoding, characters and directives.
///
/// Directives are refused here because libyaml compares each `%TAG` with all before it: 1 MB of them costs it 6.9 s.
struct ByteScan {
    let file: String
    let limits: YAMLLimits

    /// Returns the text without its byte order mark.
    func check(_ input: [UInt8]) throws(YAMLError) -> YAMLSource {
        if input.count > limits.bytes {
            throw YAMLError(diagnostics: [
                Diagnostic(YAMLFact.tooLarge(bytes: input.count, limit: limits.bytes), file: file, at: .start)
            ])
        }
        if input.starts(with: [0xFF, 0xFE]) || input.starts(with: [0xFE, 0xFF]) {
            throw YAMLError(diagnostics: [Diagnostic(YAMLFact.utf16, file: file, at: .start)])
        }
        let bytes = input.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(input.dropFirst(3)) : input
        if let (fact, offset, length) = bytes.withUnsafeBufferPointer(Self.badCharacter) {
            // What comes before is checked; the rest may not be UTF-8 and is left out.
            let start = YAMLSource(file: file, bytes: Array(bytes[..<offset])).position(ofOffset: offset)
            let end = SourcePosition(line: start.line, column: start.column + 1, offset: offset + length)
            throw YAMLError(diagnostics: [Diagnostic(fact, file: file, at: SourceRange(start: start, end: end))])
        }
        let source = YAMLSource(file: file, bytes: bytes)
        if let (line, name) = refusedDirective(in: source) {
            let range = source.byteRange(ofLine: line) ?? 0..<0
            let shown = range.lowerBound..<min(range.upperBound, range.lowerBound + name.utf8.count)
            throw YAMLError(diagnostics: [Diagnostic(YAMLFact.directive(name), file: file, at: source.range(shown))])
        }
        return source
    }

    // MARK: Characters

    /// The first byte that is no UTF-8 or the first character that may not stand in a file.
    private static func badCharacter(_ bytes: UnsafeBufferPointer<UInt8>) -> (fact: YAMLFact, offset: Int, length: Int)? {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x80 {
                if (byte < 0x20 && byte != .tab && !byte.isLineBreak) || byte == 0x7F {
                    return (.controlCharacter(UInt32(byte)), index, 1)
                }
                index += 1
                continue
            }
            guard let (scalar, width) = decode(bytes, at: index) else { return (.notUTF8(byte: byte), index, 1) }
            switch scalar {
            case 0x85, 0x2028, 0x2029: return (.unusualLineBreak(scalar), index, width)
            // https://yaml.org/spec/1.2.2/#51-character-set, and the byte order mark inside of a text
            case 0x80...0x9F, 0xFEFF, 0xFFFE, 0xFFFF: return (.controlCharacter(scalar), index, width)
            default: index += width
            }
        }
        return nil
    }

    /// The scalar of a well-formed sequence of two to four bytes: Unicode 16, table 3-7.
    private static func decode(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (scalar: UInt32, width: Int)? {
        let lead = bytes[index]
        let width = lead.scalarWidth
        guard lead >= 0xC2, lead <= 0xF4, index + width <= bytes.count else { return nil }
        var scalar = UInt32(lead) & (0xFF >> UInt32(width + 1))
        for next in 1..<width {
            guard bytes[index + next] & 0xC0 == 0x80 else { return nil }
            scalar = scalar << 6 | UInt32(bytes[index + next] & 0x3F)
        }
        let smallest: UInt32 = width == 2 ? 0x80 : width == 3 ? 0x800 : 0x10000
        guard scalar >= smallest, scalar <= 0x10FFFF, !(0xD800...0xDFFF).contains(scalar) else { return nil }
        return (scalar, width)
    }

    // MARK: Directives

    /// The first directive that is not the only `%YAML 1.1` or `%YAML 1.2`. Directives stand before all else but comments.
    private func refusedDirective(in source: YAMLSource) -> (line: Int, name: String)? {
        var version = false
        for line in 1...source.lineCount {
            guard let range = source.byteRange(ofLine: line) else { return nil }
            let text = source.bytes[range]
            guard let first = text.first(where: { !$0.isBlank }), first != UInt8(ascii: "#") else { continue }
            guard text.first == UInt8(ascii: "%") else { return nil }
            let words = text.split(whereSeparator: \.isBlank).prefix(3).map { String(decoding: $0.prefix(20), as: UTF8.self) }
            let known = words[0] == "%YAML" && words.count > 1 && ["1.1", "1.2"].contains(words[1])
            let tail = words.count < 3 || words[2].hasPrefix("#")
            if version || !known || !tail { return (line, words[0]) }
            version = true
        }
        return nil
    }
}
