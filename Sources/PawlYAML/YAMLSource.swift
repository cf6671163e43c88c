package import PawlKit

/// The text of one file and where its lines start.
///
/// A byte order mark at the start is not part of it; offsets count from behind it.
package final class YAMLSource: Sendable {
    /// The file as the user named it.
    package let file: String
    /// The text in UTF-8, checked.
    package let bytes: [UInt8]
    /// The offset of each line's first byte.
    private let lineStarts: [Int]
    /// The offset of every 64th Unicode scalar; empty when all are one byte long.
    private let scalarSamples: [Int]
    private static let sampling = 64

    init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
        var starts = [0]
        var samples: [Int] = []
        var scalars = 0
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                if byte & 0xC0 != 0x80 {
                    if scalars % Self.sampling == 0 { samples.append(index) }
                    scalars += 1
                }
                index += 1
                if byte == .lineFeed || (byte == .carriageReturn && (index == bytes.count || bytes[index] != .lineFeed)) {
                    starts.append(index)
                }
            }
        }
        lineStarts = starts
        scalarSamples = scalars == bytes.count ? [] : samples
    }

    /// The text.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The number of lines; a line break at the end starts no further one.
    package var lineCount: Int { lineStarts.last == bytes.count && lineStarts.count > 1 ? lineStarts.count - 1 : lineStarts.count }

    /// The text of a line, from 1, without its line break; empty for a line that is not there.
    package func sourceLine(_ line: Int) -> String {
        guard let range = byteRange(ofLine: line) else { return "" }
        return String(decoding: bytes[range], as: UTF8.self)
    }

    /// The bytes of a line, from 1, without its line break.
    func byteRange(ofLine line: Int) -> Range<Int>? {
        guard line >= 1, line <= lineStarts.count else { return nil }
        let start = lineStarts[line - 1]
        var end = line < lineStarts.count ? lineStarts[line] : bytes.count
        while end > start, bytes[end - 1].isLineBreak { end -= 1 }
        return start..<end
    }

    /// The byte at an offset, nil at the end of the text.
    func byte(at offset: Int) -> UInt8? { offset >= 0 && offset < bytes.count ? bytes[offset] : nil }

    /// The text between two offsets.
    func slice(_ range: Range<Int>) -> String { String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self) }

    /// The offset of the Unicode scalar with that number.
    func offset(ofScalar number: Int) -> Int {
        if scalarSamples.isEmpty { return min(number, bytes.count) }
        guard number / Self.sampling < scalarSamples.count else { return bytes.count }
        var offset = scalarSamples[number / Self.sampling]
        for _ in 0..<number % Self.sampling where offset < bytes.count { offset += bytes[offset].scalarWidth }
        return min(offset, bytes.count)
    }

    /// The position of an offset; costs a walk along its line.
    package func position(ofOffset offset: Int) -> SourcePosition {
        SourcePosition(offset: offset, in: bytes, lineStarts: lineStarts)
    }

    /// The range between two offsets.
    func range(_ offsets: Range<Int>) -> SourceRange {
        SourceRange(start: position(ofOffset: offsets.lowerBound), end: position(ofOffset: offsets.upperBound))
    }
}

extension UInt8 {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")

    var isLineBreak: Bool { self == .lineFeed || self == .carriageReturn }
    /// A space or a tab.
    var isBlank: Bool { self == .space || self == .tab }
    /// The number of bytes of the UTF-8 sequence that starts with this byte.
    var scalarWidth: Int { self < 0x80 ? 1 : self < 0xE0 ? 2 : self < 0xF0 ? 3 : 4 }
}
