import PawlKit

/// A text file cut into lines.
package struct SourceText: Sendable {
    private let bytes: [UInt8]
    private let starts: [Int]

    /// Cuts a text at line feeds; a carriage return before one belongs to the break.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        starts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    }

    /// A line, from 1; nil when there is none.
    func line(_ number: Int) -> SourceLine? {
        guard number >= 1, number <= starts.count else { return nil }
        var end = number < starts.count ? starts[number] - 1 : bytes.count
        let start = starts[number - 1]
        if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return SourceLine(String(decoding: bytes[start..<end], as: UTF8.self).unicodeScalars)
    }

    /// The place of a range of UTF-8 offsets.
    func range(of offsets: Range<Int>) -> SourceRange {
        SourceRange(start: position(ofOffset: offsets.lowerBound), end: position(ofOffset: offsets.upperBound))
    }

    private func position(ofOffset offset: Int) -> SourcePosition { SourcePosition(offset: offset, in: bytes, lineStarts: starts) }
}
