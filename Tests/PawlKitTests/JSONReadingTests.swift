import PawlKit
import Testing

private let item = RecordType(
    name: "Item",
    fields: [
        .init("sku", .string), .init("quantity", .int), .init("price", .double), .init("note", .string, isOptional: true),
    ])

private func read(_ text: String, as type: ValueType = .any, _ dialect: JSONDialect = .canonical) throws -> Value {
    try JSONCodec.decode(Array(text.utf8), as: type, dialect: dialect)
}

private func problem(_ bytes: [UInt8], as type: ValueType = .any, _ dialect: JSONDialect = .canonical) throws -> JSONError {
    try #require(throws: JSONError.self) { try JSONCodec.decode(bytes, as: type, dialect: dialect) }
}

@Suite("Reading JSON")
struct JSONReadingTests {
    @Test("A record is read into its slots, in any order of fields")
    func record() throws {
        let expected = Value.record(Record(type: item, fields: ["x", 2, 1.5, nil]))
        #expect(try read(#"{"sku":"x","quantity":2,"price":1.5}"#, as: .record(item)) == expected)
        #expect(try read(#" { "price" : 1.5 , "note" : null, "quantity":2, "s\u006bu":"x" } "#, as: .record(item)) == expected)
    }

    @Test("A record with more than 64 fields is read too, and its duplicates found")
    func wideRecord() throws {
        let type = RecordType(fields: (0..<100).map { RecordType.Field("f\($0)", .int) })
        let value = Value.record(Record(type: type, fields: (0..<100).map { .int(Int64($0)) }))
        let text = String(decoding: try JSONCodec.encode(value, as: .record(type)), as: UTF8.self)
        #expect(try read(text, as: .record(type)) == value)
        #expect(try problem(Array((text.dropLast() + #","f99":1}"#).utf8), as: .record(type)).code == .duplicateKey)
    }

    @Test(
        "Numbers",
        arguments: [
            ("0", .int, .int(0)), ("-0", .int, .int(0)), ("-9223372036854775808", .int, .int(.min)), ("5", .double, .double(5)),
            ("-0", .double, .double(-0.0)), ("1E2", .double, .double(100)), ("1.5e-3", .any, .double(0.0015)), ("-12", .any, .int(-12)),
            ("18446744073709551615", .uint, .uint(.max)), ("0.1", .double, .double(0.1)), ("1e23", .double, .double(1e23)),
            ("9007199254740993", .double, .double(9_007_199_254_740_992)),
            ("123456789012345678901234567890", .double, .double(1.2345678901234568e29)),
            ("2.2250738585072011e-308", .double, .double(Double(bitPattern: 0x000F_FFFF_FFFF_FFFF))), ("1e-999", .double, .double(0)),
            ("0.30000000000000004", .double, .double(0.30000000000000004)), ("1e22", .double, .double(1e22)),
        ] as [(String, ValueType, Value)])
    func numbers(text: String, type: ValueType, value: Value) throws { #expect(try read(text, as: type) == value) }

    @Test("Every finite double is read to the last bit", arguments: seeds)
    func doubles(seed: UInt64) throws {
        var generator = Generator(seed: seed)
        for _ in 0..<500 {
            let number = generator.double()
            guard number.isFinite else { continue }
            let read = try read("\(number)", as: .double).doubleValue
            #expect(read?.bitPattern == number.bitPattern, "seed \(seed): \(number)")
        }
    }

    @Test(
        "Strings",
        arguments: [
            (#""""#, ""), (#""a\/b""#, "a/b"), (#""\u00e9""#, "é"), (#""e\u0301""#, "e\u{301}"), (#""\ud83d\ude00""#, "😀"),
            (#""\u0000\b\f\n\r\t""#, "\u{0}\u{8}\u{C}\n\r\t"), ("\"€😀\"", "€😀"),
        ])
    func strings(text: String, expected: String) throws {
        let value = try read(text, as: .string)
        #expect(value == .string(expected))
    }

    @Test(
        "A value of another type is an error that says what to do",
        arguments: [
            (#"{"sku":"x","quantity":"5","price":1}"#, "quantity", #"expected int, found string "5"; write 5 without quotes"#, 22),
            (
                #"{"sku":"x","quantity":5.0,"price":1}"#, "quantity",
                "expected int, found 5.0; write a whole number, without a point or an exponent", 22
            ),
            (
                #"{"sku":"x","quantity":5e0,"price":1}"#, "quantity",
                "expected int, found 5e0; write a whole number, without a point or an exponent", 22
            ),
            (
                #"{"sku":"x","quantity":9223372036854775808,"price":1}"#, "quantity",
                "9223372036854775808 is out of the range of int, -9223372036854775808 to 9223372036854775807", 22
            ),
            (#"{"sku":5,"quantity":5,"price":1}"#, "sku", "expected string, found int 5; write it in double quotes", 7),
            (
                #"{"sku":null,"quantity":5,"price":1}"#, "sku",
                "expected string, found null; only a field whose type ends in ? may be null", 7
            ),
            (
                #"{"sku":"x","quantity":5,"price":"1.5"}"#, "price",
                #"expected double, found string "1.5"; write the number without quotes"#, 32
            ),
            (#"{"sku":"x","quantity":5,"price":1e999}"#, "price", "1e999 is out of the range of double", 32),
            (#"{"sku":"x","quantity":[1,2],"price":1}"#, "quantity", "expected int, found a list of 2 elements", 22),
            (#"{"sku":"x","quantty":5,"price":1}"#, "", "unknown field 'quantty'; did you mean 'quantity'?", 11),
            (#"{"sku":"x"}"#, "", "the fields 'quantity', 'price' of Item are missing", 0),
            (#"{"sku":"x","sku":"y"}"#, "", #"the key "sku" stands here for the second time; remove one"#, 11),
            (#"{"sku":{"$ref":1}}"#, "sku", #"expected string, found an object; only {"$secret": […]} may stand for a string"#, 8),
            ("[]", "", "expected Item, found a list of 0 elements", 0),
        ])
    func mismatches(text: String, path: String, message: String, offset: Int) throws {
        let error = try problem(Array(text.utf8), as: .record(item))
        #expect(error.path == path)
        #expect(error.message == message)
        #expect(error.position?.offset == offset)
        #expect(error.position?.column == offset + 1)
    }

    @Test("The path leads through lists and maps, and the position is counted in lines and scalars")
    func position() throws {
        let text = "{\n  \"é-1\": [ {\"sku\":\"€\", \"quantity\":true} ]\n}"
        let error = try problem(Array(text.utf8), as: .map(.list(.record(item))))
        #expect(error.path == #"["é-1"][0].quantity"#)
        #expect(error.position?.line == 2)
        #expect(error.position?.column == 35)
        #expect(error.description == #"2:35: ["é-1"][0].quantity: expected int, found bool true"#)
    }

    @Test("A member outside the enum is an error with the nearest one")
    func enumeration() throws {
        let type = ValueType.enumeration(EnumType(name: "Currency", members: ["EUR", "USD"]))
        #expect(try problem(Array(#""EURO""#.utf8), as: type).message == #""EURO" is not a member of Currency; did you mean 'EUR'?"#)
        #expect(try problem(Array(#""JPY""#.utf8), as: type).message == #""JPY" is not a member of Currency; members are 'EUR', 'USD'"#)
    }

    @Test(
        "Texts of other types must be of their form",
        arguments: [
            (#""AQ""#, ValueType.bytes), (#""AR==""#, .bytes), (#""A===""#, .bytes), (#""2026-02-29T00:00:00Z""#, .timestamp),
            (#""1x""#, .duration),
            (#""infinity""#, .double), ("1", .bytes), ("1", .timestamp), ("1", .duration), (#"{"$map":{}}"#, .string),
        ])
    func forms(text: String, type: ValueType) throws { #expect(try problem(Array(text.utf8), as: type).code == .mismatch) }

    @Test("Text from outside cannot name a secret, and its keys are only keys")
    func plain() throws {
        let text = #"{"$secret":[{"name":"PAY_KEY"}],"$ref":"x","$uint":"5"}"#
        let expected: Value = ["$secret": [["name": "PAY_KEY"]], "$ref": "x", "$uint": "5"]
        #expect(try read(text, as: .any, .plain) == expected)
        #expect(try problem(Array(#"{"$secret":[{"name":"PAY_KEY"}]}"#.utf8), as: .string, .plain).code == .mismatch)
    }

    @Test(
        "Hostile and broken text is refused",
        arguments: [
            ("", .syntax), (" ", .syntax), ("{", .syntax), ("[", .syntax), ("[1", .syntax), ("[1,", .syntax), ("[1,]", .syntax),
            ("[,1]", .syntax),
            (#"{"a"}"#, .syntax), (#"{"a":}"#, .syntax), (#"{"a":1,}"#, .syntax), (#"{a:1}"#, .syntax), (#"{'a':1}"#, .syntax),
            ("1 2", .syntax),
            ("[]]", .syntax), ("nul", .syntax), ("nulll", .syntax), ("truefalse", .syntax), ("NaN", .syntax), ("Infinity", .syntax),
            ("-", .syntax),
            ("01", .syntax), ("1.", .syntax), (".5", .syntax), ("1e", .syntax), ("1e+", .syntax), ("+1", .syntax), ("--1", .syntax),
            ("0x10", .syntax),
            ("\"", .syntax), ("\"a", .syntax), (#""\"#, .syntax), (#""\x""#, .syntax), (#""\u12""#, .syntax), (#""\u12g4""#, .syntax),
            ("\"\n\"", .syntax), ("\"\u{0}\"", .syntax), ("\u{FEFF}1", .syntax), ("// x\n1", .syntax), ("\u{A0}1", .syntax),
            ("1\u{0}", .syntax),
            (#""\ud800""#, .invalidText), (#""\udc00""#, .invalidText), (#""\ud800\ud800""#, .invalidText), (#""\ud800x""#, .invalidText),
            (#"{"a":1,"a":2}"#, .duplicateKey), (#"{"a":1,"\u0061":2}"#, .duplicateKey), ("9223372036854775808", .outOfRange),
            ("1e400", .outOfRange), ("-1e400", .outOfRange), (#"{"$no":1}"#, .syntax), (#"{"a":1,"$b":1}"#, .syntax),
            (#"{"$uint":"1","a":1}"#, .syntax), (#"{"$uint":"-1"}"#, .mismatch), (#"{"$uint":"01"}"#, .mismatch),
            (#"{"$uint":5}"#, .mismatch),
            (#"{"$secret":[{"nam":"x"}]}"#, .syntax), (#"{"$secret":[{"name":"x","y":1}]}"#, .syntax),
        ] as [(String, JSONError.Code)])
    func hostile(text: String, code: JSONError.Code) throws { #expect(try problem(Array(text.utf8)).code == code) }

    @Test(
        "Bytes that are not UTF-8 are refused",
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
            [0x22, 0xE2, 0x82, 0x22],
            [0x22, 0x5C, 0x6E, 0x80, 0x22],
        ] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) throws { #expect(try problem(bytes).code == .invalidText) }

    @Test("Nesting is limited before the stack is")
    func depth() throws {
        for bracket in ["[", #"{"a":"#, #"{"$map":{"a":"#] {
            let text = String(repeating: bracket, count: 100_000)
            #expect(try problem(Array(text.utf8)).code == .tooDeep)
            #expect(try problem(Array(text.utf8), as: .int).code == .tooDeep)
        }
        let fits = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
        #expect(try JSONCodec.decodeAny(Array(fits.utf8)) != .null)
    }

    @Test("Changed bytes are read or refused, never worse", arguments: seeds)
    func mutations(seed: UInt64) throws {
        var generator = Generator(seed: seed)
        for _ in 0..<200 {
            let type = generator.type()
            var bytes = try JSONCodec.encode(generator.value(of: type), as: type)
            for _ in 0...generator.upTo(3) where !bytes.isEmpty {
                switch generator.upTo(3) {
                case 0: bytes.remove(at: generator.upTo(bytes.count))
                case 1: bytes[generator.upTo(bytes.count)] = UInt8(truncatingIfNeeded: generator.next())
                default:
                    bytes.insert(Array("{}[]\",:\\u0e-$".utf8).randomElement(using: &generator) ?? 0, at: generator.upTo(bytes.count + 1))
                }
            }
            do {
                // What is read is a value of the type, so it can be written again.
                let value = try JSONCodec.decode(bytes, as: type)
                #expect(try type.convert(value) == value, "seed \(seed)")
            } catch let error as JSONError {
                #expect((0...bytes.count).contains(error.position?.offset ?? -1), "seed \(seed)")
                #expect(!error.message.isEmpty)
            }
        }
    }
}
