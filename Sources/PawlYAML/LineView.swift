/// One line of a file as a person reads it: indentation, dashes, key, value. Offsets are those of the file.
struct LineView {
    let source: YAMLSource
    let range: Range<Int>

    init(source: YAMLSource, line: Int) {
        self.source = source
        range = source.byteRange(ofLine: line) ?? source.bytes.count..<source.bytes.count
    }

    private var bytes: [UInt8] { source.bytes }

    /// Where the text behind indentation and dashes starts.
    var contentStart: Int {
        var offset = range.lowerBound
        while offset < range.upperBound {
            if bytes[offset].isBlank {
                offset += 1
            } else if bytes[offset] == UInt8(ascii: "-"), offset + 1 < range.upperBound, bytes[offset + 1].isBlank {
                offset += 1
            } else {
                break
            }
        }
        return offset
    }

    /// Where the value behind the first `key: ` starts, nil if there is none before an offset.
    func valueStart(before limit: Int) -> Int? {
        var offset = contentStart
        while offset + 1 < min(limit, range.upperBound) {
            if bytes[offset] == UInt8(ascii: ":"), bytes[offset + 1].isBlank {
                offset += 1
                while offset < range.upperBound, bytes[offset].isBlank { offset += 1 }
                return offset <= limit ? offset : nil
            }
            offset += 1
        }
        return nil
    }

    /// The rest of the line without blanks at its end.
    func value(from start: Int) -> Range<Int> {
        var end = max(start, range.upperBound)
        while end > start, bytes[end - 1].isBlank { end -= 1 }
        return start..<end
    }

    /// Whether a bracket is open on this line at an offset.
    func isInFlow(at offset: Int) -> Bool {
        var depth = 0
        for byte in bytes[range.lowerBound..<max(range.lowerBound, offset)] {
            if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
            if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
        }
        return depth > 0
    }

    /// From an offset to the comma or bracket that ends the value there, over balanced brackets.
    func flowRest(from start: Int) -> Range<Int> {
        var depth = 0
        var end = start
        scan: while end < range.upperBound {
            switch bytes[end] {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                if depth == 0 { break scan }
                depth -= 1
            case UInt8(ascii: ",") where depth == 0: break scan
            default: break
            }
            end += 1
        }
        while end > start, bytes[end - 1].isBlank { end -= 1 }
        return start..<end
    }

    /// The value inside of brackets that an offset is part of.
    func flowValue(around offset: Int) -> Range<Int>? {
        var start = min(offset, range.upperBound)
        while start > range.lowerBound {
            let before = bytes[start - 1]
            if before == UInt8(ascii: "{") || before == UInt8(ascii: "[") || before == UInt8(ascii: ",") { break }
            if before.isBlank, start - 1 > range.lowerBound, bytes[start - 2] == UInt8(ascii: ":") { break }
            start -= 1
        }
        while start < offset, bytes[start].isBlank { start += 1 }
        let range = flowRest(from: start)
        return range.isEmpty ? nil : range
    }
}
