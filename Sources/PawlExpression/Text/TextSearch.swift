import PawlKit

/// Searches in texts by UTF-8 bytes: Swift's own would find `e` missing in a decomposed `é`.
enum TextSearch {
    /// The first place at or after `start` where the bytes occur.
    static func first(_ needle: [UInt8], in text: [UInt8], from start: Int = 0) -> Int? {
        guard needle.count <= text.count else { return nil }
        guard let head = needle.first else { return start <= text.count ? start : nil }
        var index = start
        let last = text.count - needle.count
        while index <= last {
            if text[index] == head, text[index..<index + needle.count].elementsEqual(needle) { return index }
            index += 1
        }
        return nil
    }

    /// The last place at or before `start` where the bytes occur.
    static func last(_ needle: [UInt8], in text: [UInt8], from start: Int) -> Int? {
        var index = min(start, text.count - needle.count)
        while index >= 0 {
            if text[index..<index + needle.count].elementsEqual(needle) { return index }
            index -= 1
        }
        return nil
    }

    static func contains(_ text: String, _ needle: String) -> Bool {
        let found = text.utf8.withContiguousStorageIfAvailable { text in
            needle.utf8.withContiguousStorageIfAvailable { needle in
                guard let head = needle.first else { return true }
                guard needle.count <= text.count else { return false }
                for index in 0...(text.count - needle.count) where text[index] == head {
                    if text[index..<index + needle.count].elementsEqual(needle) { return true }
                }
                return false
            }
        }
        if case .some(.some(let found)) = found { return found }
        return first(Array(needle.utf8), in: Array(text.utf8)) != nil
    }

    static func hasPrefix(_ text: String, _ prefix: String) -> Bool { text.utf8.starts(with: prefix.utf8) }

    static func hasSuffix(_ text: String, _ suffix: String) -> Bool {
        let (text, suffix) = (text.utf8, suffix.utf8)
        return text.count >= suffix.count && text.suffix(suffix.count).elementsEqual(suffix)
    }
}

/// A text that is addressed by code points.
struct CodePoints {
    let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    static func count(_ text: String) -> Int { text.unicodeScalars.count }

    /// The byte where the code point of that number starts; the count of bytes for the number of code points; nil above.
    func offset(_ number: Int64) -> Int? {
        guard number >= 0 else { return nil }
        var left = number
        for (index, byte) in bytes.enumerated() where byte & 0xC0 != 0x80 {
            if left == 0 { return index }
            left -= 1
        }
        return left == 0 ? bytes.count : nil
    }

    /// The number of the code point that starts at a byte.
    func number(at offset: Int) -> Int64 { Int64(bytes[..<offset].count { $0 & 0xC0 != 0x80 }) }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
