import CExpat
import PawlKit

/// Builds the tree while the parser calls, and stops the parser when a limit is reached.
final class XMLBuilder {
    /// What the parser puts between namespace and name: a character that XML allows nowhere.
    static let separator: UInt8 = 1

    private let parser: XML_Parser
    private let source: XMLSource
    private let limits: XMLLimits
    private var open: [XMLElement] = []
    private var nodes = 0
    /// The outermost element, once it is closed.
    private(set) var root: XMLElement?
    /// What ended the reading, besides XML that is not well-formed.
    private(set) var problem: (fact: XMLFact, range: SourceRange)?

    init(parser: XML_Parser, source: XMLSource, limits: XMLLimits) {
        self.parser = parser
        self.source = source
        self.limits = limits
    }

    /// Has the parser call this builder, which must outlive the parsing.
    func attach() {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                guard let name, let attributes else { return }
                XMLBuilder.from(data)?.start(name, attributes)
            }, { data, _ in XMLBuilder.from(data)?.end() })
        XML_SetCharacterDataHandler(parser) { data, text, count in
            guard let text else { return }
            XMLBuilder.from(data)?.text(UnsafeBufferPointer(start: text, count: Int(count)))
        }
        XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
            guard let builder = XMLBuilder.from(data) else { return }
            // The parser calls when it has read the declaration up to its brackets.
            builder.stop(.documentType, at: builder.source.lastOffset(of: "<!DOCTYPE", before: builder.offset))
        }
        XML_SetXmlDeclHandler(parser) { data, _, encoding, _ in
            guard let encoding, let builder = XMLBuilder.from(data) else { return }
            let name = String(cString: encoding)
            // ASCII is UTF-8 as well.
            if !["utf-8", "utf8", "us-ascii", "ascii"].contains(name.lowercased()) { builder.stop(.encoding(name), at: builder.offset) }
        }
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> XMLBuilder? {
        data.map { Unmanaged<XMLBuilder>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Where the parser stands: at the start of what it calls for.
    private var offset: Int { Int(XML_GetCurrentByteIndex(parser)) }

    private func stop(_ fact: XMLFact, at offset: Int) {
        guard problem == nil else { return }
        let place = source.position(offset)
        problem = (fact, SourceRange(start: place, end: place))
        XML_StopParser(parser, XML_Bool(0))
    }

    private func count(_ more: Int) -> Bool {
        nodes += more
        if nodes > limits.nodes { stop(.tooManyNodes(limit: limits.nodes), at: offset) }
        return problem == nil
    }

    private func start(_ name: UnsafePointer<XML_Char>, _ pairs: UnsafeMutablePointer<UnsafePointer<XML_Char>?>) {
        var values: [(name: String, value: String)] = []
        var index = 0
        while let key = pairs[index], let value = pairs[index + 1] {
            // Counted one by one, before they are copied.
            guard count(1) else { return }
            values.append((String(cString: key), String(cString: value)))
            index += 2
        }
        guard count(1) else { return }
        if open.count >= limits.depth { return stop(.tooDeep(limit: limits.depth), at: offset) }
        let tag = XMLStartTag(source.bytes, at: offset)
        let named = Self.split(String(cString: name))
        open.append(
            XMLElement(
                name: named.name, namespace: named.namespace,
                attributes: zip(values, tag.attributes).map { pair, place in
                    let named = Self.split(pair.name)
                    return XMLAttribute(
                        name: named.name, namespace: named.namespace, value: pair.value, range: source.range(place.name),
                        valueRange: source.range(place.value))
                }, range: source.range(tag.name)))
    }

    private func end() {
        guard let element = open.popLast() else { return }
        if open.isEmpty { root = element } else { open[open.count - 1].content.append(.element(element)) }
    }

    /// The parser brings one text in several pieces.
    private func text(_ characters: UnsafeBufferPointer<XML_Char>) {
        guard let parent = open.indices.last else { return }
        let piece = String(decoding: UnsafeRawBufferPointer(characters), as: UTF8.self)
        let place = open[parent].content.indices.last
        if let place, case .text(var text) = open[parent].content[place] {
            // Taken out first, so that the text grows in place.
            open[parent].content.removeLast()
            text.text += piece
            open[parent].content.append(.text(text))
        } else if count(1) {
            open[parent].content.append(.text(XMLText(text: piece, start: source.position(offset))))
        }
    }

    private static func split(_ name: String) -> (namespace: String?, name: String) {
        guard let end = name.utf8.firstIndex(of: separator) else { return (nil, name) }
        return (String(name[..<end]), String(name[name.utf8.index(after: end)...]))
    }
}
