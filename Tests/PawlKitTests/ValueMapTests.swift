import PawlKit
import Testing

@Suite("Maps")
struct ValueMapTests {
    @Test("Keys of one number are one key, whatever their sign")
    func numberKeys() {
        var map = ValueMap()
        map[.int(1)] = "int"
        map[.uint(1)] = "uint"
        map[.int(-1)] = "negative"
        map[.uint(.max)] = "large"
        #expect(map.count == 3)
        #expect(map[.int(1)] == "uint")
        #expect(map[.uint(.max)] == "large")
        #expect(ValueMap.Key.int(5).hashValue == ValueMap.Key.uint(5).hashValue)
        #expect(ValueMap.Key.int(-1) != .uint(.max))
    }

    @Test("Keys are told apart by kind and by bytes")
    func kinds() {
        var map = ValueMap()
        map[.bool(true)] = 1
        map[.int(1)] = 2
        map[.string("1")] = 3
        map["\u{E9}"] = 4
        map["e\u{301}"] = 5
        #expect(map.count == 5)
        #expect(map["\u{E9}"] == 4)
        #expect(map.sortedEntries.map(\.value) == [2, 1, 3, 5, 4])
    }

    @Test("Small and large maps behave like a dictionary that keeps its order", arguments: seeds)
    func model(seed: UInt64) {
        var generator = Generator(seed: seed)
        var map = ValueMap()
        var model: [(key: String, value: Int64)] = []
        for _ in 0..<200 {
            let key = "k\(generator.upTo(20))"
            let index = model.firstIndex { $0.key == key }
            if generator.upTo(3) == 0 {
                map[key] = nil
                if let index { model.remove(at: index) }
            } else {
                let value = generator.int()
                map[key] = .int(value)
                if let index { model[index].value = value } else { model.append((key, value)) }
            }
            #expect(map.entries.map(\.key.text) == model.map(\.key), "seed \(seed)")
            #expect(map.entries.map(\.value) == model.map { .int($0.value) }, "seed \(seed)")
            for number in 0..<20 {
                let expected = model.first { $0.key == "k\(number)" }.map { Value.int($0.value) }
                #expect(map["k\(number)"] == expected, "seed \(seed)")
            }
        }
    }

    @Test("Order does not count for equality and hash")
    func equality() {
        #expect(["a": 1, "b": 2] as Value == ["b": 2, "a": 1])
        #expect((["a": 1, "b": 2] as Value).hashValue == (["b": 2, "a": 1] as Value).hashValue)
        #expect(["a": 1] as Value != ["a": 1, "b": 2])
        #expect(["a": 1] as Value != ["b": 1])
    }
}

@Suite("Values")
struct ValueTests {
    @Test("Numbers of different kinds are different values; NaN is itself")
    func numbers() {
        #expect(Value.int(1) != .uint(1))
        #expect(Value.int(1) != .double(1))
        #expect(Value.double(.nan) == .double(.nan))
        #expect(Value.double(0) == .double(-0.0))
        #expect(Value.double(0).hashValue == Value.double(-0.0).hashValue)
    }

    @Test("Records are compared by their fields, not by their layout or name")
    func records() {
        let one = RecordType(name: "One", fields: [.init("a", .int), .init("b", .int, isOptional: true)])
        let other = RecordType(fields: [.init("b", .int, isOptional: true), .init("a", .int)])
        #expect(Record(type: one, fields: [1, nil]) == Record(type: other, fields: [nil, 1]))
        #expect(Record(type: one, fields: [1, nil]).hashValue == Record(type: other, fields: [nil, 1]).hashValue)
        #expect(Record(type: one, fields: [1, 2]) != Record(type: other, fields: [1, 2]))
        #expect(Record(type: one, fields: [1, 2])["b"] == 2)
        #expect(Record(type: one, fields: [1, nil])["c"] == nil)
    }

    @Test(
        "Values describe themselves in a few words",
        arguments: [
            (.int(5), "int", "int 5"), (.uint(5), "uint", "uint 5u"), (.string("a\"b"), "string", #"string "a\"b""#),
            (.null, "null", "null"),
            (.bytes([1]), "bytes", "1 byte"), ([1, 2, 3], "list", "a list of 3 elements"),
            (.secret(Secret(name: "K")), "secret", "a text with secrets"),
            (.duration(.minutes(90)), "duration", "duration 1h30m"), (.double(.nan), "double", "double NaN"),
        ] as [(Value, String, String)])
    func descriptions(value: Value, name: String, text: String) {
        #expect(value.typeName == name)
        #expect(value.typeAndShortDescription == text)
    }

    @Test("A long text is cut in messages")
    func cut() { #expect(Value.string(String(repeating: "x", count: 1_000)).shortDescription.count == 43) }
}
