import Foundation
import PawlKit
import Testing

private enum Currency: String, Codable, CaseIterable { case eur = "EUR", usd = "USD" }
private enum Unlisted: String, Codable { case one }
private enum Associated: Codable { case one(Int), two }

private struct Item: Codable, Equatable {
    var sku: String
    var quantity: Int
    var price: Double
}

private struct Order: Codable, Equatable {
    struct Address: Codable, Equatable { var street: String?, zip: UInt16 }

    var id: UInt64
    var items: [Item]
    var currency: Currency
    var fallback: Currency?
    var address: Address
    var second: Address?
    var labels: [String: [Bool]]
    var tags: Set<String>
    var key: [UInt8]
    var placed: Timestamp
    var patience: TimeAmount?
    var extra: Value
    var ratio: Float
    var small: Int8?
    var note: String?

    enum CodingKeys: String, CodingKey {
        case id, items, currency, fallback, address, second, labels, tags, key, patience, extra, ratio, small, note
        case placed = "placedAt"
    }

    static let sample = Order(
        id: 7, items: [Item(sku: "x", quantity: 2, price: 1.5)], currency: .usd, fallback: nil, address: Address(street: "Main", zip: 1),
        second: Address(street: nil, zip: 2), labels: ["a": [true]], tags: ["t"], key: [1, 2], placed: .epoch, patience: .minutes(1),
        extra: ["free": .uint(1)], ratio: 0.5, small: -1, note: nil)
}

private struct Wrapper: Codable, Equatable, RawRepresentable { var rawValue: String }
private struct Wrapped: Codable, Equatable { var id: Wrapper }
private struct Tree: Codable { var children: [Tree] }
private struct Nothing: Codable, Equatable {}
private struct HasUnlisted: Codable { var state: Unlisted }
private struct HasAssociated: Codable { var state: Associated }

private struct Nested: Codable, Equatable {
    var x: Int
    var list: [Int]
    enum Keys: CodingKey { case inner, list }
    enum InnerKeys: CodingKey { case x }

    init(x: Int, list: [Int]) {
        self.x = x
        self.list = list
    }
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        x = try container.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner).decode(Int.self, forKey: .x)
        var elements = try container.nestedUnkeyedContainer(forKey: .list)
        list = []
        while !elements.isAtEnd { list.append(try elements.decode(Int.self)) }
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        var inner = container.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner)
        try inner.encode(x, forKey: .x)
        var elements = container.nestedUnkeyedContainer(forKey: .list)
        for element in list { try elements.encode(element) }
    }
}

@Suite("Reading types off Swift types")
struct ProbeTests {
    @Test("A struct is a record of its fields")
    func record() throws {
        let type = try RecordType(of: Order.self)
        let address = "{ street: string?, zip: uint }"
        let expected = [
            "id: uint", "items: list({ sku: string, quantity: int, price: double })", "currency: [EUR, USD]", "fallback: [EUR, USD]?",
            "address: \(address)", "second: \(address)?", "labels: map(list(bool))", "tags: list(string)", "key: bytes",
            "patience: duration?",
            "extra: any", "ratio: double", "small: int?", "note: string?", "placedAt: timestamp",
        ]
        #expect(type.name == "Order")
        #expect(Set(type.fields.map { "\($0.name): \(structure($0))" }) == Set(expected))
    }

    private func structure(_ field: RecordType.Field) -> String {
        func text(_ type: ValueType) -> String {
            switch type {
            case .record(let record):
                "{ " + record.fields.map { "\($0.name): \(text($0.type))\($0.isOptional ? "?" : "")" }.joined(separator: ", ") + " }"
            case .list(let element): "list(\(text(element)))"
            case .map(let value): "map(\(text(value)))"
            default: "\(type)"
            }
        }
        return text(field.type) + (field.isOptional ? "?" : "")
    }

    @Test("Fields stand in the order in which they are declared")
    func order() throws { #expect(try RecordType(of: Item.self).fields.map(\.name) == ["sku", "quantity", "price"]) }

    @Test("Wrappers, nested containers and empty structs")
    func others() throws {
        #expect(try ValueType(of: Wrapper.self) == .string)
        #expect(try RecordType(of: Wrapped.self).fields == [.init("id", .string)])
        #expect(try RecordType(of: Nothing.self) == .empty)
        #expect(
            try RecordType(of: Nested.self).fields == [
                .init("inner", .record(RecordType(fields: [.init("x", .int)]))), .init("list", .list(.int)),
            ])
        #expect(try ValueType(of: [String: Int].self) == .map(.int))
        #expect(try ValueType(of: Value.self) == .any)
    }

    @Test("What cannot be read off says which field and what to do")
    func refused() throws {
        func message<T: Decodable>(_ type: T.Type) throws -> String {
            try #require(throws: PluginError.self) { try RecordType(of: type) }.message
        }
        #expect(try message(Tree.self).contains("children.[]: the type of Tree cannot be read off: it contains itself"))
        #expect(try message(HasUnlisted.self).contains("state: the type of Unlisted cannot be read off"))
        #expect(try message(HasUnlisted.self).contains("CaseIterable"))
        #expect(try message(HasAssociated.self).contains("state: the type of Associated cannot be read off"))
        #expect(try message([Int: String].self).contains("its keys are not String"))
        #expect(try message(String.self).contains("wrap it in a struct"))
    }
}

@Suite("Swift values and workflow values")
struct CodingTests {
    @Test("A value goes there and back, through its record and through JSON")
    func roundTrip() throws {
        let type = ValueType.record(try RecordType(of: Order.self))
        let encoded = try ValueEncoder().encode(Order.sample)
        let record = try type.convert(encoded)
        #expect(try ValueDecoder().decode(Order.self, from: encoded) == .sample)
        #expect(try ValueDecoder().decode(Order.self, from: record) == .sample)
        let json = try JSONCodec.encode(record, as: type)
        #expect(try ValueDecoder().decode(Order.self, from: try JSONCodec.decode(json, as: type)) == .sample)
    }

    @Test("Scalars, lists, wrappers, nested containers")
    func shapes() throws {
        #expect(try ValueEncoder().encode(5) == 5)
        #expect(try ValueEncoder().encode(UInt8(5)) == .uint(5))
        #expect(try ValueEncoder().encode([1.5, 2]) == [1.5, 2.0])
        #expect(try ValueEncoder().encode([UInt8]([1, 2])) == .bytes([1, 2]))
        #expect(try ValueEncoder().encode(["a": Timestamp.epoch]) == ["a": .timestamp(.epoch)])
        #expect(try ValueEncoder().encode(Optional<Int>.none) == .null)
        #expect(try ValueEncoder().encode(Nothing()) == [:])
        #expect(try ValueEncoder().encode(Wrapped(id: Wrapper(rawValue: "w"))) == ["id": "w"])
        let nested = Nested(x: 1, list: [2, 3])
        #expect(try ValueEncoder().encode(nested) == ["inner": ["x": 1], "list": [2, 3]])
        #expect(try ValueDecoder().decode(Nested.self, from: ["inner": ["x": 1], "list": [2, 3]]) == nested)
        #expect(try ValueDecoder().decode([String: [Int?]].self, from: ["a": [1, .null]]) == ["a": [1, nil]])
        #expect(try ValueDecoder().decode(Value.self, from: .type("int")) == .type("int"))
    }

    @Test(
        "A value that does not fit says which field of which type",
        arguments: [
            (["sku": "x", "quantity": 1, "price": 1], "price of Item: expected double, found int 1"),
            (["sku": "x", "quantity": .uint(1), "price": 1.5], "quantity of Item: expected int, found uint 1u"),
            (["sku": "x", "quantty": 1, "price": 1.5], "the field 'quantity' of Item is missing; there is a field 'quantty'"),
            (["sku": .secret(Secret(name: "K")), "quantity": 1, "price": 1.5], "sku of Item: expected string, found a text with secrets"),
            ([], "Item: expected a record, found a list of 0 elements"),
        ] as [(Value, String)])
    func mismatches(value: Value, message: String) {
        #expect(throws: DecodingError.self) {
            do {
                _ = try ValueDecoder().decode(Item.self, from: value)
            } catch let error as DecodingError {
                #expect(error.context.debugDescription == message)
                throw error
            }
        }
    }

    @Test("The path leads through lists, and numbers must be in range")
    func paths() throws {
        func message<T: Decodable>(_ type: T.Type, _ value: Value) throws -> String {
            try #require(throws: DecodingError.self) { try ValueDecoder().decode(type, from: value) }.context.debugDescription
        }
        #expect(try message([Item].self, [["sku": 1]]) == "[0].sku of Item: expected string, found int 1")
        #expect(try message([String: Int8].self, ["a": 200]) == "a: 200 is out of the range -128 to 127")
        #expect(try message([String: Timestamp].self, ["a": "x"]) == #"a: expected timestamp, found string "x""#)
    }

    @Test("Other coders see times as texts and values as plain data")
    func foundation() throws {
        struct Plain: Codable, Equatable {
            var at: Timestamp
            var wait: TimeAmount
            var any: Value
        }
        let plain = Plain(at: .epoch, wait: .minutes(90), any: ["a": [1, 1.5, "x", true, .null]])
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(plain)
        #expect(String(decoding: data, as: UTF8.self) == #"{"any":{"a":[1,1.5,"x",true,null]},"at":"1970-01-01T00:00:00Z","wait":"1h30m"}"#)
        #expect(try JSONDecoder().decode(Plain.self, from: data) == plain)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Timestamp].self, from: Data(#"["x"]"#.utf8)) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([TimeAmount].self, from: Data(#"["x"]"#.utf8)) }
        #expect(throws: EncodingError.self) { try encoder.encode([Value.type("int")]) }
    }
}

extension DecodingError {
    fileprivate var context: Context {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context), .dataCorrupted(let context):
            context
        @unknown default: Context(codingPath: [], debugDescription: "")
        }
    }
}
