import PawlKit
import Testing

@testable import PawlExpression

@Suite struct EvaluationTests {
    /// Expressions over the order scope and the texts of their values.
    static let values: [(String, String)] = [
        ("math.sum(input.items.map(i, i.price * double(i.quantity)))", "12.0"), ("math.sum([])", "0"), ("math.avg([1, 2, 4])", "7.0 / 3.0"),
        ("math.sum([duration('1h'), duration('30m')])", "duration('90m')"),
        ("math.sum(input.items.filter(i, false).map(i, i.price))", "0.0"),
        ("input.items.exists(i, i.sku == 'ink')", "true"), ("input.items.filter(i, has(i.note)).map(i, i.?note.orValue(''))", "['blue']"),
        ("input.items.map(i, has(i.note), i.note)", "['blue']"), ("input.items[1].?note.orValue('none')", "'blue'"),
        ("input.items[?7].sku.orValue('none')", "'none'"), ("input.?note.orValue('none')", "'none'"), ("has(input.note)", "false"),
        ("input.?gift.price.orValue(0.0)", "0.0"), ("input.currency in ['EUR', 'USD']", "true"), ("input.currency == 'GBP'", "false"),
        ("Item{sku: 'pen', quantity: 2, price: 1.5} == input.items[0]", "true"),
        ("Item{sku: 'x', quantity: 1, price: 0.0, ?note: optional.none()}.sku", "'x'"),
        ("has(Item{sku: 'x', quantity: 1, price: 0.0, note: input.?note}.note)", "false"), ("input.meta.deep.x + 1", "2"),
        ("has(input.meta.nope)", "false"),
        ("input.meta.?nope.orValue(5)", "5"), ("input.tags == {'color': 'red'}", "true"), ("now - input.placed", "duration('1h')"),
        ("now.getHours('Europe/Berlin')", "11"), ("now.getHours('+05:30')", "15"), ("string(now)", "'2026-11-30T10:00:00Z'"),
        ("string(input.patience)", "'900s'"),
        ("string(0.1)", "'0.1'"), ("string(1234567.0)", "'1234567'"), ("string(1e21)", "'1e+21'"), ("string(1e-7)", "'1e-7'"),
        ("string(1e-6)", "'0.000001'"),
        ("string(-0.0)", "'-0'"), ("string(1.0 / 0.0)", "'Infinity'"), ("string(5e-324)", "'5e-324'"),
        ("string(123456789012345680000.0)", "'123456789012345680000'"),
        ("'%.2f|%e|%.0f|%.3f'.format([1234.565, 0.000123, 0.5, 1e-9])", "'1234.57|1.230000e-04|0|0.000'"),
        ("'%.10f'.format([0.1])", "'0.1000000000'"),
        ("'%.1f'.format([9.96])", "'10.0'"), ("'%.20f'.format([0.1])", "'0.10000000000000000555'"),
        ("'%e'.format([0.0])", "'0.000000e+00'"),
        ("'%.3e'.format([9999.9])", "'1.000e+04'"), ("'%f'.format([-0.0])", "'-0.000000'"),
        ("'%.0f'.format([1e22])", "'10000000000000000000000'"),
        ("'%b %o %x'.format([-5, 8, -255])", "'-101 10 -ff'"), ("[3, 1, 2].sort()", "[1, 2, 3]"),
        ("['b', 'a', 'é'].sort()", "['a', 'b', 'é']"),
        ("input.items.sortBy(i, i.price).map(i, i.sku)", "['pen', 'ink']"), ("input.items.sortBy(i, -i.price)[0].sku", "'ink'"),
        ("[1, 2, 1, 3, 2].distinct()", "[1, 2, 3]"), ("[[1], [1], []].distinct()", "[[1], []]"), ("dyn([1, 1.0, 1u]).distinct()", "[1]"),
        ("[[1], [2, [3]]].flatten()", "[1, 2, [3]]"), ("[[1], [2, [3]]].flatten(2)", "[1, 2, 3]"), ("[1, 2, 3].reverse()", "[3, 2, 1]"),
        ("lists.range(0)", "[]"),
        ("[1, 2, 3].slice(1, 1)", "[]"), ("[].first().hasValue()", "false"), ("'a,b'.split(',').join('+')", "'a+b'"),
        ("'héllo'.split('')", "['h', 'é', 'l', 'l', 'o']"),
        ("''.split(',')", "['']"), ("'abc'.replace('', '-')", "'-a-b-c-'"), ("'aaa'.replace('a', 'b', 2)", "'bba'"),
        ("'e\\u0301'.contains('e')", "true"),
        ("'e\\u0301' < 'f'", "true"), ("'\\U0001F600' > '\\uFFFD'", "true"), ("size('e\\u0301')", "2"), ("'a\\r\\nb'.size()", "4"),
        ("'é' == 'e\\u0301'", "false"),
        ("{'é': 1, 'e\\u0301': 2}['e\\u0301']", "2"), ("dyn(9007199254740993) == 9007199254740992.0", "true"),
        ("{9007199254740993: 1}[?dyn(9007199254740992.0)].hasValue()", "false"),
        ("int(timestamp('1969-12-31T23:59:59.5Z'))", "-1"), ("duration('-1.5s').getMilliseconds()", "-500"),
        ("cel.bind(a, 2, cel.bind(b, a + 1, a * b))", "6"),
        ("input.items.all(i, x, i < 2 && x.price > 1.0)", "true"),
        ("{'a': 1, 'b': 2}.transformMapEntry(k, v, {string(v): k})", "{'1': 'a', '2': 'b'}"),
        ("{'a': 1}.map(k, k)", "['a']"), ("[1, 2].transformList(i, v, i > 0, v)", "[2]"),
        ("optional.of(1).or(optional.of(1 / 0)).value()", "1"),
        ("optional.of(3).optFlatMap(x, x > 2 ? optional.of(x) : optional.none()).orValue(0)", "3"), ("1 / 0 == 1 || true", "true"),
        ("false && 1 / 0 == 1", "false"),
        ("[1, 0].exists(x, 1 / x == 1)", "true"), ("math.bitShiftRight(-1, 63)", "1"), ("type(now) == google.protobuf.Timestamp", "true"),
        ("type(input.items[0]) == type(input.items[1])", "true"),
        ("'a' in input.tags", "false"), ("[1, 2] + [3]", "[1, 2, 3]"), ("state.tries in [1, 2, 3]", "true"),
        ("state.tries in [1, 3, 4, 5, 6, 7, 8, 9, 10]", "false"),
        ("input.orderId in ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'A-1']", "true"), ("base64.encode(b'\\xff')", "'/w=='"),
        ("base64.decode('/w==')", "b'\\xff'"),
    ]

    @Test("an expression has its value", arguments: values)
    func hasValue(text: String, result: String) throws {
        let value = try evaluate(text, in: OrderScope.scope, OrderScope.values())
        #expect(value.isSame(as: try evaluate(result)), "\(value)")
    }

    static let failures: [(String, EvaluationError.Code, String)] = [
        ("1 / (state.tries - 2)", .divisionByZero, "1 / 0"), ("9223372036854775807 + state.tries", .overflow, "out of the range of int"),
        ("input.items[5].sku", .indexOutOfRange, "a list of 2 elements"), ("input.meta.deap", .noSuchKey, "did you mean 'deep'?"),
        ("input.tags['size']", .noSuchKey, "'size'"),
        ("input.meta.deep.x.y", .notAField, "int has no field 'y'"),
        ("input.meta.deep + 1", .noSuchOverload, "'+' does not take (map, int)"), ("int('x')", .conversion, "'x'"),
        ("optional.none().value()", .emptyOptional, "holds no value"), ("now.getHours('Mars/Base')", .timeZone, "'Mars/Base'"),
        ("math.avg([])", .invalidArgument, "no mean"),
        ("{'a': 1, input.orderId: 2, 'A-1': 3}", .duplicateKey, "'A-1'"), ("{dyn(1.5): 1}", .invalidKey, "double"),
        ("anything > 1", .noSuchVariable, "'anything' has no value"),
        ("[3, 0].exists(x, 1 / x == 1)", .divisionByZero, "1 / 0"), ("[dyn(1), dyn('a')].sort()", .noSuchOverload, "int and string"),
        ("input.meta.deep && true", .noSuchOverload, "must be bool, not map"),
        ("'%d'.format(['x'])", .invalidArgument, "not string"), ("'%s %s'.format([1])", .indexOutOfRange, ""),
        ("timestamp('2026-02-30T00:00:00Z')", .conversion, ""),
        ("'abc'.substring(2, 1)", .invalidArgument, "backwards"),
    ]

    @Test("a failure says what happened", arguments: failures)
    func fails(text: String, code: EvaluationError.Code, words: String) throws {
        do {
            let value = try evaluate(text, in: OrderScope.scope, OrderScope.values())
            Issue.record("\(value)")
        } catch let error as EvaluationError {
            #expect(error.code == code, "\(error.message)")
            #expect(error.message.contains(words) || words.isEmpty, "\(error.message)")
            #expect(error.range.lowerBound >= 0 && error.range.upperBound <= text.utf8.count && !error.range.isEmpty, "\(error.range)")
        }
    }

    @Test("the place of a failure is the part that failed")
    func places() throws {
        let text = "state.total > 1.0 && 10 / (state.tries - 2) > 1"
        let error = #expect(throws: EvaluationError.self) { try evaluate(text, in: OrderScope.scope, OrderScope.values()) }
        #expect(error.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) } == "10 / (state.tries - 2)")
    }

    @Test(
        "a value of type any is checked when it comes to its place",
        arguments: [
            (.int(1), .int, nil), (.string("x"), .int, "expected int, got string"), (["a": 1], .map(.int), nil),
            (["a": "b"], .map(.int), "expected int, got string"),
            (.string("EUR"), .enumeration(OrderScope.currency), nil),
            (.string("YEN"), .enumeration(OrderScope.currency), "not a member of Currency"),
            ([1, 2], .list(.int), nil), ([1, "a"], .list(.int), "expected int"),
            (["sku": "x", "quantity": 1], .record(OrderScope.item), "'price' of Item is missing"),
            (["sku": "x", "quantity": 1, "price": 1.0, "more": 1], .record(OrderScope.item), "no field 'more'"),
            (.optional(.int(1)), .int, "got optional(int)"),
        ] as [(Value, ValueType, String?)])
    func arrival(value: Value, type: ValueType, words: String?) throws {
        let scope = ExpressionScope(variables: [.init(name: "v", type: .any, slot: 0)])
        do {
            let result = try evaluate("v", in: scope, [value], expecting: type)
            #expect(words == nil && result == value)
        } catch let error as EvaluationError {
            #expect(error.code == .typeMismatch)
            #expect(words.map(error.message.contains) ?? false, "\(error.message)")
        }
    }

    @Test(
        "types and optionals do not leave through a place of type any", arguments: ["dyn([type(1)])", "dyn(optional.of(1))", "dyn({1: 2})"])
    func inner(text: String) throws {
        #expect {
            _ = try evaluate(text, expecting: .any)
        } throws: { ($0 as? EvaluationError)?.code == .typeMismatch }
    }

    @Test("a map and a record of another layout become a record of the place")
    func layouts() throws {
        let scope = ExpressionScope(variables: [.init(name: "v", type: .any, slot: 0)])
        let other = RecordType(fields: [.init("price", .double), .init("quantity", .int), .init("sku", .string)])
        for value: Value in [
            ["price": 1.5, "quantity": 2, "sku": "x"], .record(Record(type: other, fields: [.double(1.5), .int(2), .string("x")])),
        ] {
            let result = try evaluate("v", in: scope, [value], expecting: .record(OrderScope.item))
            #expect(result == .record(Record(type: OrderScope.item, fields: [.string("x"), .int(2), .double(1.5), nil])))
        }
        // Also when the record stands in a variable that it fits: fields are found by name then.
        let typed = ExpressionScope(variables: [.init(name: "v", type: .record(OrderScope.item), slot: 0)])
        let value = Value.record(Record(type: other, fields: [.double(1.5), .int(2), .string("x")]))
        #expect(try evaluate("v.sku + string(v.price) + v.?note.orValue('-')", in: typed, [value]) == .string("x1.5-"))
    }

    @Test("active asks the frame, uuid gives the same texts again")
    func workflow() throws {
        let expression = try #require(
            ExpressionCompiler.compile("active('Paying') ? uuid() + uuid() : ''", in: OrderScope.scope).expression)
        let frame = ExpressionFrame(slotCount: 0)
        frame.uuidSeed = { "order-17/5/with.order" }
        #expect(try expression.evaluate(frame) == .string(""))
        frame.isActive = { $0 == 3 }
        let first = try expression.evaluate(frame)
        #expect(try expression.evaluate(frame) != first)
        frame.uuidSeed = { "order-17/5/with.order" }
        #expect(try expression.evaluate(frame) == first)
        let text = try #require(first.stringValue)
        #expect(text.utf8.count == 72 && text.prefix(36) != text.suffix(36))
        // RFC 9562, appendix A.4: www.example.com in the DNS namespace.
        let dns: [UInt8] = [0x6B, 0xA7, 0xB8, 0x10, 0x9D, 0xAD, 0x11, 0xD1, 0x80, 0xB4, 0x00, 0xC0, 0x4F, 0xD4, 0x30, 0xC8]
        #expect(NamedUUID.text("www.example.com", namespace: dns) == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
    }

    @Test("interpolated scalars read as CEL's string() writes them")
    func interpolation() throws {
        #expect(try ExpressionText.string(of: .double(12.5)) == "12.5")
        #expect(try ExpressionText.string(of: .duration(.minutes(90))) == "5400s")
        #expect(throws: EvaluationError.self) { try ExpressionText.string(of: [1]) }
        #expect(throws: EvaluationError.self) { try ExpressionText.string(of: .secret(Secret(name: "x"))) }
    }

    @Test("an absent value is told from a present one")
    func absent() throws {
        let expression = try #require(
            ExpressionCompiler.compile("input.?note", in: OrderScope.scope, expecting: .string, allowsAbsent: true).expression)
        let frame = ExpressionFrame(slotCount: 4)
        frame[0] = OrderScope.values()[0]
        #expect(try expression.evaluateIfPresent(frame) == nil)
        frame[0] = OrderScope.values(note: .string("hi"))[0]
        #expect(try expression.evaluateIfPresent(frame) == .string("hi"))
    }
}
