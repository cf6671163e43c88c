/// A place in a text file.
public struct SourcePosition: Hashable, Comparable, Sendable {
    /// The line, from 1.
    public var line: Int
    /// The column, from 1, counted in Unicode scalars.
    public var column: Int
    /// The number of UTF-8 bytes before it.
    public var offset: Int

    /// Creates a place.
    public init(line: Int, column: Int, offset: Int) {
        self.line = line
        self.column = column
        self.offset = offset
    }

    /// The place at an offset of a text whose lines start at these offsets; costs a walk along its line.
    package init(offset: Int, in bytes: [UInt8], lineStarts: [Int]) {
        let offset = min(max(offset, 0), bytes.count)
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        // Continuation bytes of UTF-8 begin no character.
        let column = bytes[lineStarts[low]..<offset].count { $0 & 0xC0 != 0x80 }
        self.init(line: low + 1, column: column + 1, offset: offset)
    }

    /// The start of a file.
    public static let start = SourcePosition(line: 1, column: 1, offset: 0)

    /// Orders by offset.
    public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
}

/// A stretch of a text file, from its first character up to and without its end.
public struct SourceRange: Hashable, Sendable {
    /// Where it starts.
    public var start: SourcePosition
    /// The place just after it.
    public var end: SourcePosition

    /// Creates a stretch.
    public init(start: SourcePosition, end: SourcePosition) {
        self.start = start
        self.end = end
    }

    /// The empty stretch at the start of a file.
    public static let start = SourceRange(start: .start, end: .start)
}
