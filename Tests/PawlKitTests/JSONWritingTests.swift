import PawlKit
import Testing

private func text(_ value: Value, as type: ValueType, _ dialect: JSONDialect = .canonical) throws -> String {
    String(decoding: try JSONCodec.encode(value, as: type, dialect: dialect), as: UTF8.self)
}

private let numberKeyed: Value = {
    var map = ValueMap()
    map[.int(1)] = "x"
    return .map(map)
}()

@Suite("Writing JSON")
struct JSONWritingTests {
    @Test(
        "Each type has its text",
        arguments: [
            (.bool(true), .bool, "true"),
            (.int(.min), .int, "-9223372036854775808"),
            (.int(.max), .int, "9223372036854775807"),
            (.int(0), .int, "0"),
            (.int(-7), .int, "-7"),
            (.int(120), .int, "120"),
            (.uint(.max), .uint, "18446744073709551615"),
            (.double(1), .double, "1.0"),
            (.double(-0.0), .double, "-0.0"),
            (.double(0.1), .double, "0.1"),
            (.double(1e21), .double, "1e+21"),
            (.double(1e16), .double, "1e+16"),
            (.double(.leastNonzeroMagnitude), .double, "5e-324"),
            (.double(.nan), .double, #""NaN""#),
            (.double(.infinity), .double, #""Infinity""#),
            (.double(-.infinity), .double, #""-Infinity""#),
            (.string("a/é\u{7F}"), .string, "\"a/é\u{7F}\""),
            (.string("\"\\\u{8}\t\n\u{C}\r\u{0}\u{1F}"), .string, #""\"\\\b\t\n\f\r\u0000\u001f""#),
            (.bytes([]), .bytes, #""""#),
            (.bytes([0xFB, 0xFF]), .bytes, #""+/8=""#),
            (.timestamp(.epoch), .timestamp, #""1970-01-01T00:00:00Z""#),
            (.duration(.minutes(90)), .duration, #""1h30m""#),
            (["b", "a"], .list(.string), #"["b","a"]"#),
            (["b": 1, "a": 2], .map(.int), #"{"a":2,"b":1}"#),
            ("EUR", .enumeration(EnumType(members: ["EUR"])), #""EUR""#),
            (.secret(Secret(parts: [.text("Bearer "), .name("KEY")])), .string, #"{"$secret":["Bearer ",{"name":"KEY"}]}"#),
        ] as [(Value, ValueType, String)])
    func scalars(value: Value, type: ValueType, expected: String) throws {
        let written = try text(value, as: type)
        #expect(written == expected)
        #expect(try JSONCodec.decode(Array(written.utf8), as: type) == value)
    }

    @Test(
        "An any place tags what JSON has no words for",
        arguments: [
            (.null, "null"),
            (.int(5), "5"),
            (.double(5), "5.0"),
            (.uint(5), #"{"$uint":"5"}"#),
            (.double(.nan), #"{"$double":"NaN"}"#),
            (.double(-.infinity), #"{"$double":"-Infinity"}"#),
            (.bytes([1]), #"{"$bytes":"AQ=="}"#),
            (.timestamp(.epoch), #"{"$timestamp":"1970-01-01T00:00:00Z"}"#),
            (.duration(.seconds(1)), #"{"$duration":"1s"}"#),
            (.secret(Secret(name: "K")), #"{"$secret":[{"name":"K"}]}"#),
            (["$uint": "5"], #"{"$map":{"$uint":"5"}}"#),
            (["a": ["$b": .uint(1)]], #"{"a":{"$map":{"$b":{"$uint":"1"}}}}"#),
            ([], "[]"),
            ([:], "{}"),
        ] as [(Value, String)])
    func tags(value: Value, expected: String) throws {
        let written = try text(value, as: .any)
        #expect(written == expected)
        #expect(try JSONCodec.decodeAny(Array(written.utf8)) == value)
    }

    @Test("Fields stand in declared order, absent ones are left out, map keys are sorted by bytes")
    func order() throws {
        let type = RecordType(fields: [.init("z", .int), .init("a", .map(.int)), .init("note", .string, isOptional: true)])
        let value: Value = ["a": ["é": 3, "e\u{301}": 2, "Z": 1], "z": 1]
        #expect(try text(value, as: .record(type)) == "{\"z\":1,\"a\":{\"Z\":1,\"e\u{301}\":2,\"é\":3}}")
    }

    @Test("A record in an any place is written as the map it reads back as")
    func recordInAny() throws {
        let record = Record(type: RecordType(fields: [.init("b", .int), .init("a", .int)]), fields: [1, 2])
        let written = try text(.record(record), as: .any)
        #expect(written == #"{"a":2,"b":1}"#)
        #expect(try JSONCodec.decodeAny(Array(written.utf8)) == ["a": 2, "b": 1])
    }

    @Test("The plain dialect has no tags and shows a secret by its name")
    func plain() throws {
        let value: Value = [
            "$u": .uint(5), "b": .bytes([1]), "n": .double(.nan), "s": .secret(Secret(parts: [.text("B "), .name("K")])),
            "t": .timestamp(.epoch),
        ]
        #expect(
            try text(value, as: .any, .plain) == #"{"$u":5,"b":"AQ==","n":"NaN","s":"B ${ secret('K') }","t":"1970-01-01T00:00:00Z"}"#)
    }

    @Test(
        "A value that is not one of the type is an error with its path",
        arguments: [
            (["items": [["price": 1]]], "items[0].price", "expected double, found int 1"),
            (["items": [[:]]], "items[0]", "the field 'price' of { price: double } is missing"),
            (["items": [], "itms": 1], "", "unknown field 'itms'; did you mean 'items'?"),
            (["items": [], "other": numberKeyed], "other", "a map in data has texts as keys, found the key 1; use string(…) on it"),
            (["items": [], "other": [.type("int")]], "other[0]", "the type int exists only inside expressions and cannot be stored"),
        ] as [([String: Value], String, String)])
    func mismatches(fields: [String: Value], path: String, message: String) throws {
        let item = RecordType(fields: [.init("price", .double)])
        let type = RecordType(fields: [.init("items", .list(.record(item))), .init("other", .any, isOptional: true)])
        var map = ValueMap()
        for (name, value) in fields { map[name] = value }
        let error = try #require(throws: JSONError.self) { try JSONCodec.encode(.map(map), as: .record(type)) }
        #expect(error.path == path)
        #expect(error.message == message)
        #expect(error.position == nil)
    }

    @Test("What is nested too deeply to be read again is not written")
    func depth() throws {
        func nested(_ depth: Int) -> Value { (0..<depth).reduce(1) { inner, _ in .list([inner]) } }
        let written = try JSONCodec.encode(nested(128), as: .any)
        #expect(try JSONCodec.decodeAny(written) == nested(128))
        #expect(try #require(throws: JSONError.self) { try JSONCodec.encode(nested(129), as: .any) }.code == .tooDeep)
    }

    @Test("The structural calls place the commas")
    func structure() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("a")
        writer.beginArray()
        writer.int(1)
        writer.null()
        writer.beginObject()
        writer.endObject()
        writer.bool(false)
        writer.endArray()
        writer.key("b")
        writer.raw(#"{"c":1}"#.utf8)
        writer.key("d")
        writer.uint(2)
        writer.endObject()
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"a":[1,null,{},false],"b":{"c":1},"d":2}"#)
        writer.removeAll()
        writer.double(2)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "2.0")
    }

    @Test("What is written reads back as the same value and is written the same again", arguments: seeds)
    func roundTrip(seed: UInt64) throws {
        var generator = Generator(seed: seed)
        for _ in 0..<100 {
            let type = generator.type()
            let value = generator.value(of: type)
            let written = try JSONCodec.encode(value, as: type)
            let read = try JSONCodec.decode(written, as: type)
            #expect(read == value, "seed \(seed): \(String(decoding: written, as: UTF8.self)) as \(type)")
            #expect(try JSONCodec.encode(read, as: type) == written, "seed \(seed)")
        }
    }

    @Test("Every value of an any place survives", arguments: seeds)
    func anyRoundTrip(seed: UInt64) throws {
        var generator = Generator(seed: seed)
        for _ in 0..<100 {
            let value = generator.value(of: .any, depth: 4)
            let written = try JSONCodec.encode(value, as: .any)
            #expect(try JSONCodec.decodeAny(written) == value, "seed \(seed): \(String(decoding: written, as: UTF8.self))")
        }
    }
}
