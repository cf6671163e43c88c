import PawlKit
import Testing

@testable import PawlExpression

@Suite struct CheckerTests {
    /// An expression and the type that it must have.
    static let types: [(String, String)] = [
        ("input.items", "list(Item)"), ("input.items.map(i, i.price)", "list(double)"), ("input.items[0].price * 2.0", "double"),
        ("math.sum(input.items.map(i, i.price * double(i.quantity)))", "double"), ("input.currency", "Currency"),
        ("input.currency == 'EUR'", "bool"), ("input.currency + '!'", "string"), ("input.meta", "any"), ("input.meta.deep.x", "any"),
        ("input.meta.deep.x + 1", "int"), ("input.meta.flag && true", "bool"), ("input.tags.color", "string"),
        ("input.tags['color']", "string"),
        ("input.?note", "optional(string)"), ("input.?note.orValue('')", "string"), ("input.?gift.price", "optional(double)"),
        ("input.?gift.note", "optional(string)"), ("has(input.note) ? input.note : ''", "string"),
        ("has(input.note) && input.note == 'x'", "bool"),
        ("!has(input.note) || input.note == 'x'", "bool"), ("!(has(input.note) && has(input.gift)) ? 0.0 : input.gift.price", "double"),
        ("has(input.gift) && has(input.gift.note) && input.gift.note != ''", "bool"),
        ("input.items.filter(i, has(i.note) && i.note == 'x')", "list(Item)"), ("input.items.map(i, has(i.note), i.note)", "list(string)"),
        ("Item{sku: 'x', quantity: 1, price: 1.0}", "Item"), ("Item{sku: 'x', quantity: 1, price: 1.0, note: 'n'}", "Item"),
        ("Item{sku: 'x', quantity: 1, price: 1.0, ?note: input.?note}", "Item"),
        ("Item{sku: 'x', quantity: 1, price: 1.0, note: input.?note}", "Item"),
        ("[1, 2]", "list(int)"), ("[1, 'a']", "list(any)"), ("[]", "list(any)"), ("[[], [1]]", "list(list(int))"), ("{'a': 1}", "map(int)"),
        ("{1: 'a'}", "map(int, string)"), ("{'a': 1, 'b': 'c'}", "map(any)"), ("state.tries > 1 ? 'a' : 'b'", "string"),
        ("now - input.placed", "duration"), ("now + input.patience", "timestamp"), ("now > input.placed + duration('1h')", "bool"),
        ("type(1)", "type(int)"), ("dyn(1)", "any"), ("[1] + dyn([2])", "list(any)"), ("cel.bind(x, 1, x + x)", "int"),
        ("[3, 1].sort()", "list(int)"), ("[[1], [2]].flatten()", "list(int)"), ("lists.range(3)", "list(int)"),
        ("[1].first()", "optional(int)"),
        ("math.greatest(1, 2, 3)", "int"), ("math.greatest(1, 2.0)", "any"), ("'a,b'.split(',')", "list(string)"),
        ("active('Paying')", "bool"),
        ("uuid()", "string"), ("input.items.sortBy(i, i.price)", "list(Item)"), ("input.tags.transformMap(k, v, size(v))", "map(int)"),
        ("input.items.exists(i, x, x.price > 1.0 && i > 0)", "bool"), ("optional.none()", "optional(any)"),
        ("[optional.of(1)]", "list(optional(int))"),
        ("input.currency in ['EUR', 'USD']", "bool"), ("null", "null"), ("anything == 1", "bool"), ("anything.x.y[0]", "any"),
    ]

    @Test("an expression has its type", arguments: types)
    func hasType(text: String, type: String) {
        let result = ExpressionCompiler.compile(text, in: OrderScope.scope)
        #expect(result.expression?.typeText == type, "\(result.findings.map(\.fact.wording.message))")
    }

    /// An expression, the code of what is wrong, the text that it is about, and a piece of the message or the help.
    static let errors: [(String, Int, String, String)] = [
        ("inptu.note", 320, "inptu", "'input'"), ("x", 320, "x", "unknown name 'x'"),
        ("math", 324, "math", "starts the names of functions"),
        ("state.totl", 321, "totl", "'total'"), ("input.items[0].prise", 321, "prise", "'price'"),
        ("input.items.map(i, i.nope)", 321, "nope", "Item has no"),
        ("input.?gift.?nope", 321, "nope", ""), ("foo(1)", 322, "foo", "unknown function 'foo'"), ("siez('a')", 322, "siez", "'size'"),
        ("'a'.startWith('a')", 322, "startWith", "'startsWith'"), ("math.summ([1])", 322, "summ", "'math.sum'"),
        ("contains('a', 'b')", 322, "contains", "write x.contains"), ("'a'.int()", 322, "int", "write int("),
        ("Itm{sku: ''}", 323, "Itm", "'Item'"),
        ("size()", 330, "size", "does not take 0 arguments"), ("'a'.contains()", 330, "contains", "string.contains(string) -> bool"),
        ("[1].map(x)", 330, "map", "list.map(x, value)"), ("size(1)", 331, "size", "does not take (int)"),
        ("state.total > 1000", 331, "state.total > 1000", "write 1000.0"), ("state.tries + 1.5", 331, "state.tries + 1.5", "do not mix"),
        ("1 + 'a'", 331, "1 + 'a'", "'+' does not take (int, string)"), ("1 == 'a'", 331, "1 == 'a'", ""),
        ("1 in ['a']", 331, "1 in ['a']", ""),
        ("1u < 2", 331, "1u < 2", "write 2u"), ("!1", 331, "!1", "'!' does not take (int)"), ("-'a'", 331, "-'a'", ""),
        ("1.5 % 2.0", 331, "1.5 % 2.0", ""),
        ("state.tries.x", 332, "x", "has no fields"), ("state.tries[0]", 333, "state.tries[0]", "cannot be indexed"),
        ("input.items['a']", 334, "'a'", "the index is string, not int"), ("input.tags[1]", 334, "1", ""),
        ("state.tries.all(x, true)", 335, "state.tries", "walks a list or a map"),
        ("true ? 1 : 'a'", 336, "true ? 1 : 'a'", "int and string"),
        ("true ? 1 : 1.5", 336, "true ? 1 : 1.5", "write 1.0"), ("1 ? 2 : 3", 337, "1", "the condition must be bool, not int"),
        ("1 && true", 337, "1", "each side of &&"), ("[1].filter(x, x)", 337, "x", "the test of filter"),
        ("[?1]", 338, "1", "must be an optional"),
        ("1.optMap(x, x)", 338, "1", ""), ("input.currency == 'EURO'", 340, "'EURO'", "'EUR'"),
        ("'XXX' != input.currency", 340, "'XXX'", "it has EUR, USD, GBP"),
        ("input.currency in ['EUR', 'YEN']", 340, "'YEN'", ""), ("input.currency == (state.tries > 1 ? 'EUR' : 'YEN')", 340, "'YEN'", ""),
        ("Item{sku: 'x', price: 1.0}", 350, "Item{sku: 'x', price: 1.0}", "'quantity'"),
        ("Item{sku: 'x', sku: 'y', quantity: 1, price: 1.0}", 351, "sku", ""),
        ("Item{sku: 1, quantity: 1, price: 1.0}", 352, "1", "the field 'sku' is string, but this is int"),
        ("Item{sku: 'x', quantity: 1, price: 1}", 352, "1", "write 1.0"),
        ("Item{sku: 'x', quantity: 1, price: 1.0, nope: 1}", 321, "nope", ""),
        ("input.note == 'x'", 353, "note", "write input.?note.orValue('')"), ("input.gift.price", 353, "gift", "input.?gift.orValue(…)"),
        ("input.note == 'x' && has(input.note)", 353, "note", ""), ("has(input.note) || input.note == 'x'", 353, "note", ""),
        ("has(state.note) ? input.note : ''", 353, "note", ""), ("has(input.gift) && input.gift.note == ''", 353, "note", ""),
        ("input.items.all(i, i.note == '')", 353, "note", "i.?note"), ("has(input.gift.note)", 353, "gift", ""),
        ("secret('KEY')", 360, "secret", "not allowed here"), ("active('a' + 'b')", 361, "'a' + 'b'", ""),
        ("active('Payin')", 362, "'Payin'", "'Paying'"), ("active('Boxing')", 363, "'Boxing'", "Packing.Boxing"),
        ("'a'.matches('(')", 365, "'('", "is not a pattern"),
        // Syntax
        ("", 300, "", "empty"), ("a = 1", 301, "=", "write =="), ("a & b", 301, "&", "write &&"), ("‘a’", 301, "‘", "typographic"),
        ("1 2", 302, "2", "cannot stand here"),
        ("(1", 303, "", "too early"), ("[1, 2", 303, "", ""), ("f(1,)", 302, ")", ""), ("'abc", 304, "'abc", "no closing quote"),
        ("'a\nb'", 304, "'a", ""),
        ("'\\d'", 305, "\\d", "r'…'"), ("b'\\u0041'", 305, "\\u", ""), ("'\\ud800'", 305, "\\ud800", ""), ("'\\400'", 305, "\\4", ""),
        ("'\\12'", 305, "\\12'", ""),
        ("{}.`a", 306, "`a", ""), ("9223372036854775808", 307, "9223372036854775808", "range of int"),
        ("18446744073709551616u", 307, "18446744073709551616u", ""),
        ("if", 308, "if", "reserved"), ("for(1)", 308, "for", ""), ("has(input)", 311, "input", ""),
        ("has(input.tags['a'])", 311, "input.tags['a']", ""),
        ("[1].all(1, true)", 312, "1", ""), ("1.", 303, "", ""), ("a.1", 302, ".1", ""),
    ]

    @Test("what is wrong is found, with its place and what to do", arguments: errors)
    func reports(text: String, code: Int, place: String, words: String) throws {
        let findings = ExpressionCompiler.compile(text, in: OrderScope.scope).findings
        let finding = try #require(findings.first)
        #expect(finding.fact.code == DiagnosticCode(code), "\(findings.map(\.fact.wording.message))")
        #expect(String(decoding: Array(text.utf8)[finding.range], as: UTF8.self) == place)
        let wording = finding.fact.wording
        #expect([wording.message, wording.label, wording.help ?? ""].contains { words.isEmpty || $0.contains(words) }, "\(wording)")
        #expect(findings.count == 1, "\(findings.map(\.fact.wording.message))")
    }

    @Test("all findings of one expression come in one run, by position")
    func several() {
        let findings = ExpressionCompiler.compile("state.totl > 1.0 && inptu.x && input.note == ''", in: OrderScope.scope).findings
        #expect(findings.map(\.fact.code.rawValue) == ["PWL0321", "PWL0320", "PWL0353"])
        #expect(findings.map(\.range.lowerBound) == [6, 20, 37])
    }

    @Test(
        "a result fits its place, or the finding says how to make it fit",
        arguments: [
            ("state.total", ValueType.double, nil), ("state.tries", .double, "write double(…)"), ("5", .double, "write 5.0"),
            ("state.total", .string, "write string(…)"), ("'EUR'", .enumeration(OrderScope.currency), nil),
            ("'YEN'", .enumeration(OrderScope.currency), "EUR"),
            ("input.currency", .enumeration(OrderScope.currency), nil), ("input.currency", .string, nil),
            ("state.tries > 1 ? 'EUR' : input.currency", .enumeration(OrderScope.currency), nil),
            ("input.orderId", .enumeration(OrderScope.currency), "write dyn(…)"),
            ("dyn(input.orderId)", .enumeration(OrderScope.currency), nil),
            ("['EUR', 'USD']", .list(.enumeration(OrderScope.currency)), nil),
            ("['EUR', 'YEN']", .list(.enumeration(OrderScope.currency)), ""),
            ("input.?note", .string, "orValue"), ("anything", .int, nil), ("[]", .list(.int), nil), ("{}", .map(.int), nil),
            ("{'a': 1}", .map(.int), nil),
            ("{'sku': 'x'}", .record(OrderScope.item), "write Item{…}"), ("{1: 2}", .map(.int), ""), ("int", .any, ""),
            ("input", .any, nil),
            ("input.?currency.orValue('EUR')", .enumeration(OrderScope.currency), nil), ("state.tries", .bool, ""),
            ("anything.x", .bool, nil),
        ] as [(String, ValueType, String?)])
    func expected(text: String, type: ValueType, help: String?) {
        let findings = ExpressionCompiler.compile(text, in: OrderScope.scope, expecting: type).findings
        guard let help else {
            #expect(findings.isEmpty, "\(findings.map(\.fact.wording.message))")
            return
        }
        #expect(findings.count == 1)
        #expect(findings.first.map { "\($0.fact.wording)" }?.contains(help) ?? false || help.isEmpty, "\(findings.map(\.fact.wording))")
    }

    @Test("a place that may stay empty takes an optional")
    func absent() throws {
        let result = ExpressionCompiler.compile("input.?note", in: OrderScope.scope, expecting: .string, allowsAbsent: true)
        let expression = try #require(result.expression)
        #expect(expression.isOptional)
        #expect(expression.type == .string)
        let plain = ExpressionCompiler.compile("state.total", in: OrderScope.scope, expecting: .double, allowsAbsent: true)
        #expect(plain.expression?.isOptional == false)
        let wrong = ExpressionCompiler.compile("input.?note", in: OrderScope.scope, expecting: .int, allowsAbsent: true)
        #expect(wrong.findings.map(\.fact.code.rawValue) == ["PWL0339"])
    }

    @Test("what an expression reads is listed once, in order")
    func reads() throws {
        let text =
            "input.items.exists(i, i.price > state.total) && has(state.note) && input.tags['a'] == state.?note.orValue('') || input.items == []"
        let expression = try #require(ExpressionCompiler.compile(text, in: OrderScope.scope).expression)
        #expect(expression.reads.map(\.text) == ["input.items", "state.total", "state.note", "input.tags"])
        let frame = ExpressionFrame(slotCount: 4)
        for (slot, value) in OrderScope.values().enumerated() { frame[slot] = value }
        #expect(expression.reads[1].value(in: frame) == .double(250))
        #expect(expression.reads[2].value(in: frame) == nil)
    }

    @Test("what a guard proves can be used by what it guards")
    func proves() throws {
        let text = "has(input.note) && (has(state.note) || state.tries > 1) && !(!has(input.gift) || !has(input.gift.note))"
        let expression = try #require(
            ExpressionCompiler.compile(text.replacing("!has(input.gift.note)", with: "false"), in: OrderScope.scope).expression)
        #expect(expression.provesPresent == ["input.note", "input.gift"])
        var scope = OrderScope.scope
        scope.presentPaths = expression.provesPresent
        #expect(ExpressionCompiler.compile("input.note + input.gift.sku", in: scope).expression != nil)
        #expect(ExpressionCompiler.compile("[1].map(input, input)", in: scope).expression != nil)
        #expect(ExpressionCompiler.compile("state.note", in: scope).findings.count == 1)
    }

    @Test("a constant that has no value is a warning, not an error: it may stand behind a condition")
    func constants() throws {
        let result = ExpressionCompiler.compile("state.tries > 0 || duration('1x') > input.patience", in: OrderScope.scope)
        #expect(result.expression != nil)
        #expect(result.findings.map(\.fact.code.rawValue) == ["PWL0370"])
        #expect(result.findings.map(\.fact.severity) == [.warning])
        #expect(ExpressionCompiler.compile("1 + 2 * 3", in: OrderScope.scope).expression?.constantValue == .int(7))
        #expect(ExpressionCompiler.compile("uuid()", in: OrderScope.scope).expression?.isConstant == false)
    }

    @Test("a secret stands alone, in a place that allows it")
    func secrets() throws {
        var scope = OrderScope.scope
        scope.capabilities.insert(.secret)
        #expect(try evaluate("secret('KEY')", in: scope, expecting: .string) == .secret(Secret(name: "KEY")))
        #expect(try evaluate("state.tries > 1 ? secret('A') : secret('B')", in: scope, OrderScope.values()) == .secret(Secret(name: "A")))
        for text in ["'Bearer ' + secret('KEY')", "size(secret('KEY'))", "[secret('KEY')]", "secret('A') == 'x'"] {
            #expect(ExpressionCompiler.compile(text, in: scope).findings.map(\.fact.code.rawValue) == ["PWL0364"], "\(text)")
        }
    }
}
