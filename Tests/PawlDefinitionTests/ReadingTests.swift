import PawlKit
import PawlMachine
import Testing

@testable import PawlDefinition

/// The small readers: types, templates, names.
@Suite struct ReadingTests {
    @Test(arguments: [
        ("string", "string", false), ("string?", "string", true), ("list(int)", "list(int)", false),
        ("map( list(Item) )?", "map(list(Item))", true),
        (" int ", "int", false),
    ])
    func `types are read`(_ text: String, _ expected: String, _ isOptional: Bool) {
        let (type, optional) = TypeSyntax.parse(text)
        #expect(describe(type) == expected)
        #expect(optional == isOptional)
    }

    @Test(arguments: ["", "?", "list", "list(", "list()", "list(int", "list(int))", "int int", "map(string?)", "[int]", "in-t"])
    func `what is no type is told`(_ text: String) {
        guard case .invalid(let range, _) = TypeSyntax.parse(text).type else {
            Issue.record("\(text) was read")
            return
        }
        #expect(range.lowerBound <= range.upperBound && range.upperBound <= max(1, text.utf8.count))
    }

    private func describe(_ type: TypeSyntax) -> String {
        switch type {
        case .name(let name, _): name
        case .list(let inner): "list(\(describe(inner)))"
        case .map(let inner): "map(\(describe(inner)))"
        case .invalid(_, let expected): "invalid: \(expected)"
        }
    }

    @Test(arguments: [
        ("plain", ["plain"]), ("", []), ("${ a }", ["<a>"]), ("x ${a}y", ["x ", "<a>", "y"]), ("$${ a }", ["${ a }"]),
        ("$$${ a }", ["$${ a }"]), ("$ 5 ${ {'a': {}} }", ["$ 5 ", "<{'a': {}}>"]), ("${ '}' }", ["<'}'>"]),
        ("${ \"\\\"}\" }!", ["<\"\\\"}\">", "!"]),
        ("${ r'\\' }${ b }", ["<r'\\'>", "<b>"]), ("${ '''a'}''' }", ["<'''a'}'''>"]), ("é${ ü }", ["é", "<ü>"]),
    ])
    func `templates are cut at their expressions`(_ text: String, _ expected: [String]) throws {
        let pieces = try TemplatePieces.cut(text).map { piece in
            switch piece {
            case .literal(let literal): literal
            case .expression(let range): "<\(trimmed(String(decoding: Array(text.utf8)[range], as: UTF8.self)))>"
            }
        }
        #expect(pieces == expected)
    }

    private func trimmed(_ text: String) -> String { text.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") }

    @Test(arguments: ["${", "${ a", "a ${ '}", "${ {} ", "${ \"a }"])
    func `an open template is told`(_ text: String) {
        #expect(throws: TemplatePieces.Unclosed.self) { try TemplatePieces.cut(text) }
    }

    @Test(arguments: [("${ a }", true), ("${ a } ", false), ("x${ a }", false), ("${ a }${ b }", false), ("$${ a }", false), ("a", false)])
    func `a whole expression is seen`(_ text: String, _ isWhole: Bool) { #expect((TemplatePieces.whole(text) != nil) == isWhole) }

    @Test(arguments: [("A", true), ("_a1", true), ("1a", false), ("", false), ("a-b", false), ("Ä", false), ("\u{212A}", false)])
    func `names are identifiers of ASCII`(_ text: String, _ isName: Bool) { #expect(Names.isIdentifier(text) == isName) }

    @Test(arguments: ["yes", "No", "ON", "off", "true", "Null"])
    func `words of YAML 1.1 are known`(_ text: String) { #expect(Names.isYAML11Word(text)) }

    @Test(arguments: ["y", "N", "yEs", "oN", "offer", "none"])
    func `other names are none`(_ text: String) { #expect(!Names.isYAML11Word(text)) }

    @Test func `types of services are read as they are written`() throws {
        let item = RecordType(name: "Item", fields: [.init("sku", .string), .init("note", .string, isOptional: true)])
        let interface = ServiceInterface(
            input: RecordType(fields: [
                .init("items", .list(.record(item))), .init("level", .enumeration(EnumType(members: ["a", "list"]))),
                .init("more", .map(.map(.any)), isOptional: true), .init("time", .timestamp), .init("list", .list(.list(.bytes))),
            ]), output: .any, errors: ["x", "y"])
        let services = [
            ("b.c", ServiceTypes.Service(interface: interface, takesAnyInput: true)),
            ("a", ServiceTypes.Service(interface: ServiceInterface())),
        ]
        let text = ServiceTypes.encode(services)
        #expect(
            text.description.hasPrefix(
                #"{"a":{"input":{},"output":{},"errors":[]},"b.c":{"input":{"items":["list",{"sku":"string","note?":"string"}]"#))
        #expect(ServiceTypes.decode(text) == Dictionary(uniqueKeysWithValues: services))
        #expect(ServiceTypes.decode(RawJSON(#"{"a":{"input":"nothing"}}"#)) == nil)
    }
}
