/// Cuts a stream of bytes into lines, and holds no more than one line of bounded length.
struct LineSplitter {
    enum Line: Hashable {
        /// A line without its end.
        case whole([UInt8])
        /// A line that was longer than allowed, of which nothing is kept.
        case tooLong
    }

    let limit: Int
    private var rest: [UInt8] = []
    /// Whether the line that is being read is too long already.
    private var isSkipping = false

    init(limit: Int) { self.limit = limit }

    /// Takes bytes in, and gives the lines that they complete; empty ones are left out.
    mutating func take(_ bytes: UnsafeRawBufferPointer) -> [Line] {
        var lines: [Line] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
            append(UnsafeRawBufferPointer(rebasing: bytes[start..<(end ?? bytes.count)]), to: &lines)
            guard let end else { break }
            finish(&lines)
            start = end + 1
        }
        return lines
    }

    private mutating func append(_ piece: UnsafeRawBufferPointer, to lines: inout [Line]) {
        if isSkipping { return }
        if rest.count + piece.count > limit {
            isSkipping = true
            rest = []
            // It is answered at once, not when the rest of it has come.
            lines.append(.tooLong)
        } else {
            rest.append(contentsOf: piece)
        }
    }

    private mutating func finish(_ lines: inout [Line]) {
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        if !isSkipping, !rest.isEmpty { lines.append(.whole(rest)) }
        isSkipping = false
        rest = []
    }
}
