/// Where the parts of a start tag stand. The parser has found the tag to be well-formed; it tells where the tag is, not where its parts are.
struct XMLStartTag {
    /// The name of the element.
    let name: Range<Int>
    /// The attributes in order, without the declarations of namespaces, which are no attributes to those who read.
    let attributes: [(name: Range<Int>, value: Range<Int>)]

    /// Looks at the tag that starts at an offset.
    init(_ bytes: [UInt8], at start: Int) {
        var offset = start + 1
        func skip(while isPart: (UInt8) -> Bool) -> Range<Int> {
            let first = offset
            while offset < bytes.count, isPart(bytes[offset]) { offset += 1 }
            return first..<offset
        }
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
        func isName(_ byte: UInt8) -> Bool {
            !isSpace(byte) && byte != UInt8(ascii: "=") && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "/")
        }
        name = skip(while: isName)
        var found: [(name: Range<Int>, value: Range<Int>)] = []
        while true {
            _ = skip(while: isSpace)
            let key = skip(while: isName)
            if key.isEmpty { break }
            _ = skip { isSpace($0) || $0 == UInt8(ascii: "=") }
            guard offset < bytes.count else { break }
            let quote = bytes[offset]
            offset += 1
            let value = skip { $0 != quote }
            offset += 1
            let isNamespace = bytes[key].elementsEqual("xmlns".utf8) || bytes[key].starts(with: "xmlns:".utf8)
            if !isNamespace { found.append((key, value)) }
        }
        attributes = found
    }
}
