import PawlKit
import PawlXML
import TestSupport
import Testing

/// The reader of XML: what it makes of a document, and what it refuses.
struct XMLReaderTests {
    private static func read(_ text: String, limits: XMLLimits = .init()) throws -> XMLElement {
        try XMLReader.read(Array(text.utf8), file: "test.xml", limits: limits).root
    }

    private static func refusal(_ text: String, limits: XMLLimits = .init()) -> (fact: XMLFact?, place: String) {
        do throws(XMLError) {
            _ = try XMLReader.read(Array(text.utf8), file: "test.xml", limits: limits)
            return (nil, "")
        } catch {
            let start = error.diagnostic.range.start
            return (error.diagnostic.fact as? XMLFact, "\(start.line):\(start.column)")
        }
    }

    @Test func `elements, attributes and texts come in order`() throws {
        let root = try Self.read("<a x='1' y=\"2\">one<b/>two<c z='3'>three</c></a>")
        #expect(root.name == "a")
        #expect(root.attributes.map(\.name) == ["x", "y"])
        #expect(root["y"]?.value == "2")
        #expect(root.elements.map(\.name) == ["b", "c"])
        #expect(root.text == "onetwo")
        #expect(root.elements[1].text == "three")
    }

    @Test func `names carry the namespace that their prefix stands for`() throws {
        let root = try Self.read("<p:a xmlns:p='urn:one' xmlns='urn:two' p:x='1' y='2'><b/><c xmlns=''/></p:a>")
        #expect(root.namespace == "urn:one")
        #expect(root.attributes.map(\.namespace) == ["urn:one", nil])
        #expect(root.elements.map(\.namespace) == ["urn:two", nil])
    }

    @Test func `references are resolved, sections of characters are text`() throws {
        let root = try Self.read("<a x='&quot;&#x41;&lt;'>1 &amp; 2<![CDATA[ <b> ]]>é</a>")
        #expect(root["x"]?.value == "\"A<")
        #expect(root.text == "1 & 2 <b> é")
    }

    @Test func `positions count characters, from behind a byte order mark`() throws {
        let root = try Self.read("\u{FEFF}<a>\n  <é:b xmlns:é='urn:x' ü='1'\r\n\t c = \"2\"/>text</a>")
        let element = try #require(root.elements.first)
        func place(_ range: SourceRange) -> String {
            "\(range.start.line):\(range.start.column)-\(range.end.line):\(range.end.column)"
        }
        #expect(place(element.range) == "2:4-2:7")
        #expect(element.attributes.map { place($0.range) } == ["2:24-2:25", "3:3-3:4"])
        #expect(element.attributes.map { place($0.valueRange) } == ["2:27-2:28", "3:8-3:9"])
        guard case .text(let text) = root.content.last else { return #expect(Bool(false), "no text at the end") }
        #expect(text.start.line == 3 && text.start.column == 12)
    }

    @Test(arguments: [
        ("<!DOCTYPE a><a/>", XMLFact.documentType, "1:1"),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]>\n<a>&b;</a>", .documentType, "1:1"),
        ("<!DOCTYPE a SYSTEM 'http://localhost/a.dtd'><a/>", .documentType, "1:1"),
        ("<?xml version='1.0' encoding='ISO-8859-1'?><a/>", .encoding("ISO-8859-1"), "1:1"),
        ("<a>\n <b></a>", .malformed("mismatched tag"), "2:7"),
        ("<a>&b;</a>", .malformed("undefined entity"), "1:4"),
        ("", .malformed("no element found"), "1:1"),
        ("<a x='1' x='2'/>", .malformed("duplicate attribute"), "1:10"),
        ("<p:a/>", .malformed("unbound prefix"), "1:1"),
        ("<a/><b/>", .malformed("junk after document element"), "1:5"),
    ])
    func `what it refuses`(text: String, fact: XMLFact, place: String) {
        let refusal = Self.refusal(text)
        #expect(refusal.fact == fact)
        #expect(refusal.place == place)
    }

    @Test func `size, depth and number of nodes are limited`() {
        var limits = XMLLimits()
        limits.depth = 3
        #expect(Self.refusal("<a><b><c/></b></a>", limits: limits).fact == nil)
        #expect(Self.refusal("<a><b><c>\n<d/></c></b></a>", limits: limits) == (.tooDeep(limit: 3), "2:1"))
        limits = XMLLimits()
        limits.nodes = 4
        #expect(Self.refusal("<a b='1' c='2'>text</a>", limits: limits).fact == nil)
        #expect(Self.refusal("<a b='1' c='2'>text<d/></a>", limits: limits) == (.tooManyNodes(limit: 4), "1:20"))
        limits = XMLLimits()
        limits.bytes = 4
        #expect(Self.refusal("<a/>", limits: limits).fact == nil)
        #expect(Self.refusal("<a />", limits: limits).fact == .tooLarge(bytes: 5, limit: 4))
    }

    @Test func `UTF-16 and bytes that are no text are refused`() throws {
        for (bytes, fact) in [
            ([0xFF, 0xFE, 0x3C, 0x00], XMLFact.encoding("UTF-16")),
            ([0x3C, 0x61, 0x3E, 0xFF, 0x3C, 0x2F, 0x61, 0x3E], .malformed("not well-formed (invalid token)")),
            ([0x3C, 0x61, 0x3E, 0x00, 0x3C, 0x2F, 0x61, 0x3E], .malformed("not well-formed (invalid token)")),
        ] as [([UInt8], XMLFact)] {
            let error = #expect(throws: XMLError.self) { try XMLReader.read(bytes, file: "test.xml") }
            #expect(error?.diagnostic.fact as? XMLFact == fact)
        }
    }

    @Test func `mutated documents are read or refused, and never more`() {
        var random = SplitMix64(seed: 20_261_130)
        let seeds = [
            "<a x='1'><b>text &amp; more</b><!-- c --><c y=\"2\"/></a>", "<?xml version='1.0'?><p:a xmlns:p='u'><![CDATA[x]]></p:a>",
        ]
        for round in 0..<2_000 {
            var bytes = Array(seeds[round % seeds.count].utf8)
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(UInt8(ascii: "<"), at: place)
                }
            }
            do throws(XMLError) {
                let root = try XMLReader.read(bytes, file: "test.xml").root
                #expect(!root.name.isEmpty)
            } catch {
                #expect(error.diagnostic.fact is XMLFact)
            }
        }
    }
}
