import PawlKit

/// The text of a file, and where its lines start. A byte order mark at the start is not part of it.
struct XMLSource {
    let bytes: [UInt8]
    private let lineStarts: [Int]

    init(_ given: [UInt8]) {
        bytes = given.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(given.dropFirst(3)) : given
        var starts = [0]
        for (index, byte) in bytes.enumerated() {
            let isEndOfLine =
                byte == UInt8(ascii: "\n")
                || byte == UInt8(ascii: "\r") && (index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n"))
            if isEndOfLine { starts.append(index + 1) }
        }
        lineStarts = starts
    }

    /// The position of an offset.
    func position(_ offset: Int) -> SourcePosition {
        SourcePosition(offset: offset, in: bytes, lineStarts: lineStarts)
    }

    /// Where a word stands for the last time before an offset; the offset itself when it does not.
    func lastOffset(of word: StaticString, before offset: Int) -> Int {
        word.withUTF8Buffer { word in
            var start = min(offset, bytes.count)
            while start >= 0 {
                if bytes[start...].starts(with: word) { return start }
                start -= 1
            }
            return offset
        }
    }

    /// The range between two offsets.
    func range(_ offsets: Range<Int>) -> SourceRange {
        SourceRange(start: position(offsets.lowerBound), end: position(offsets.upperBound))
    }
}
