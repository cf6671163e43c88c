import PawlKit
import Testing

private let item = RecordType(
    name: "Item", fields: [.init("sku", .string), .init("price", .double), .init("note", .string, isOptional: true)])
private let currency = ValueType.enumeration(EnumType(name: "Currency", members: ["EUR", "USD"]))

@Suite("Types")
struct ValueTypeTests {
    @Test(
        "Which type fits which",
        arguments: [
            (.int, .any, true), (.any, .int, false), (.int, .double, false), (.int, .int, true), (currency, .string, true),
            (.string, currency, false),
            (.enumeration(EnumType(members: ["USD"])), currency, true), (currency, .enumeration(EnumType(members: ["USD"])), false),
            (.list(currency), .list(.string), true), (.list(.any), .list(.int), false), (.map(.int), .map(.any), true),
            (.map(.int), .list(.int), false),
        ] as [(ValueType, ValueType, Bool)])
    func fits(one: ValueType, other: ValueType, expected: Bool) { #expect(one.fits(other) == expected) }

    @Test(
        "Which record fits Item",
        arguments: [
            ([.init("price", .double), .init("sku", .string)], true),
            ([.init("sku", .string), .init("price", .double), .init("note", .string)], true),
            ([.init("sku", currency), .init("price", .double)], true),
            ([.init("sku", .string)], false),
            ([.init("sku", .string, isOptional: true), .init("price", .double)], false),
            ([.init("sku", .string), .init("price", .int)], false),
            ([.init("sku", .string), .init("price", .double), .init("more", .int, isOptional: true)], false),
        ] as [([RecordType.Field], Bool)])
    func recordFits(fields: [RecordType.Field], expected: Bool) { #expect(RecordType(fields: fields).fits(item) == expected) }

    @Test("Slots are found by the bytes of the name, in small and large records")
    func slots() {
        for count in [3, 30] {
            let type = RecordType(
                fields: (0..<count).map { RecordType.Field("f\($0)", .int) } + [.init("\u{E9}", .int), .init("e\u{301}", .int)])
            #expect((0..<count).allSatisfy { type.slot(of: "f\($0)") == $0 })
            #expect(type.slot(of: "\u{E9}") == count)
            #expect(type.slot(of: "e\u{301}") == count + 1)
            #expect(type.slot(of: "no") == nil)
        }
    }

    @Test("Types are written as the language writes them")
    func descriptions() {
        #expect("\(ValueType.list(.map(.record(item))))" == "list(map(Item))")
        #expect("\(ValueType.record(RecordType(fields: [.init("a", .int, isOptional: true)])))" == "{ a: int? }")
        #expect("\(ValueType.enumeration(EnumType(members: ["a", "b"])))" == "[a, b]")
    }
}

@Suite("Converting values to a type")
struct ConversionTests {
    private let order = ValueType.record(
        RecordType(
            name: "Order",
            fields: [.init("items", .list(.record(item))), .init("extra", .any, isOptional: true), .init("by", .map(currency))]))

    @Test("Maps and records of another layout become records with slots, at every depth")
    func records() throws {
        let other = RecordType(fields: [.init("price", .double), .init("sku", .string)])
        let value: Value = ["by": ["a": "EUR"], "items": [["sku": "x", "price": 1.5], .record(Record(type: other, fields: [2.5, "y"]))]]
        let converted = try order.convert(value)
        guard case .record(let record) = converted, case .list(let items) = record.fields[0] else {
            Issue.record("not a record: \(converted)")
            return
        }
        #expect(items == [.record(Record(type: item, fields: ["x", 1.5, nil])), .record(Record(type: item, fields: ["y", 2.5, nil]))])
        #expect(record.fields[1] == nil)
        for case .record(let record) in items { #expect(record.type === item) }
    }

    @Test("Null and an empty optional are an absent field")
    func absent() throws {
        let type = ValueType.record(item)
        for note in [Value.null, .optional(nil)] {
            #expect(try type.convert(["sku": "x", "price": 1.5, "note": note]) == .record(Record(type: item, fields: ["x", 1.5, nil])))
        }
        #expect(
            try type.convert(["sku": "x", "price": 1.5, "note": .optional("n")]) == .record(Record(type: item, fields: ["x", 1.5, "n"])))
        #expect(
            try type.convert(.record(Record(type: item, fields: ["x", 1.5, .null])))
                == .record(Record(type: item, fields: ["x", 1.5, nil])))
    }

    @Test("A record is a map where a map is declared")
    func recordAsMap() throws {
        let record = Record(type: RecordType(fields: [.init("a", .string)]), fields: ["EUR"])
        #expect(try ValueType.map(currency).convert(.record(record)) == ["a": "EUR"])
    }

    @Test(
        "What does not fit says where and why",
        arguments: [
            (["items": [["sku": "x", "price": 1]], "by": [:]], "items[0].price: expected double, found int 1"),
            (["items": [["sku": "x"]], "by": [:]], "items[0]: the field 'price' of Item is missing"),
            (["items": [["sku": "x", "pric": 1.5]], "by": [:]], "items[0]: unknown field 'pric'; did you mean 'price'?"),
            (["items": [], "by": ["a b": "EURO"]], #"by["a b"]: "EURO" is not a member of Currency; did you mean 'EUR'?"#),
            (["items": 1, "by": [:]], "items: expected list(Item), found int 1"),
            (["items": [.null], "by": [:]], "items[0]: expected Item, found null"),
            ([], "expected Order, found a list of 0 elements"),
        ] as [(Value, String)])
    func mismatches(value: Value, message: String) throws {
        let error = try #require(throws: TypeMismatch.self) { try order.convert(value) }
        #expect(error.message == message)
    }

    @Test("A field of the right type with a wrong value is found in a record of the very type")
    func sameTypeWrongValue() throws {
        let wrong = Value.record(Record(type: item, fields: ["x", "y", nil]))
        #expect(try #require(throws: TypeMismatch.self) { try ValueType.record(item).convert(wrong) }.path == "price")
        let missing = Value.record(Record(type: item, fields: [nil, nil, nil]))
        #expect(
            try #require(throws: TypeMismatch.self) { try ValueType.record(item).convert(missing) }.message
                == "the fields 'sku', 'price' of Item are missing")
    }

    @Test("A value of the type is returned as it is", arguments: seeds)
    func identity(seed: UInt64) throws {
        var generator = Generator(seed: seed)
        for _ in 0..<100 {
            let type = generator.type()
            let value = generator.value(of: type)
            #expect(try type.convert(value) == value, "seed \(seed)")
        }
    }

    @Test("A map of the fields of a record is that record", arguments: seeds)
    func fromMap(seed: UInt64) throws {
        var generator = Generator(seed: seed)
        for _ in 0..<100 {
            let type = generator.recordType(depth: 2)
            let value = generator.value(of: .record(type))
            guard case .record(let record) = value else { continue }
            #expect(try ValueType.record(type).convert(.map(record.asMap)) == value, "seed \(seed)")
        }
    }
}
