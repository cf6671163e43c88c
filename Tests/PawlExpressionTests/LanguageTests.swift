import PawlKit
import Testing

@testable import PawlExpression

/// Cases of the language definition and the extensions that people meet: an expression and its value, `!` where it has none.
@Suite struct LanguageTests {
    @Test("an expression has the value that the language definition gives it", arguments: cases)
    func value(expression: String, expected: String) throws {
        let value = try? evaluateQuietly(expression)
        #expect((value.map(ExpressionText.literal) ?? "!") == expected)
    }

    @Test("a value that was printed has itself as value", arguments: cases.filter { $0.expected != "!" && !$0.expected.contains("NaN") })
    func printed(expression: String, expected: String) throws { #expect(try evaluateQuietly(expected) == evaluateQuietly(expression)) }

    /// The value; throws also when the expression does not load.
    private func evaluateQuietly(_ text: String) throws -> Value {
        switch ExpressionCompiler.compile(text, in: ExpressionScope(variables: [])) {
        case .failure(let findings): throw findings[0]
        case .success(let expression, _):
            let frame = ExpressionFrame(slotCount: 0)
            frame.timeZones = FoundationTimeZones()
            return try expression.evaluate(frame)
        }
    }

    static let cases: [(expression: String, expected: String)] = table.split(separator: "\n").map { line in
        let parts = line.split(separator: "  =>  ", maxSplits: 1)
        return (String(parts[0]), String(parts[1]))
    }

    private static let table = #"""
        '%s'.format(['a'])  =>  'a'
        '%d %d'.format([1, 2u])  =>  '1 2'
        '%x'.format([255])  =>  'ff'
        '%X'.format([255])  =>  'FF'
        '%x'.format([-255])  =>  '-ff'
        '%x'.format(['hi'])  =>  '6869'
        '%X'.format([b'\xff'])  =>  'FF'
        '%o'.format([8])  =>  '10'
        '%b'.format([5])  =>  '101'
        '%b'.format([-5])  =>  '-101'
        '%b'.format([true])  =>  '1'
        '%b'.format([false])  =>  '0'
        '%e'.format([1234.5])  =>  '1.234500e+03'
        '%.2e'.format([0.0])  =>  '0.00e+00'
        '%.0e'.format([1234.5])  =>  '1e+03'
        '%f'.format([2.5])  =>  '2.500000'
        '%.0f'.format([2.5])  =>  '2'
        '%.0f'.format([3.5])  =>  '4'
        '%.3f'.format([-1.23456])  =>  '-1.235'
        '%f'.format([double('NaN')])  =>  'NaN'
        '%f'.format([double('-Infinity')])  =>  '-Infinity'
        '%.2f'.format([1])  =>  '1.00'
        '%f'.format([1u])  =>  '1.000000'
        '%d'.format([1.5])  =>  !
        '%d'.format([double('Infinity')])  =>  'Infinity'
        '%s'.format([double('NaN')])  =>  'NaN'
        '%s'.format([1.0])  =>  '1'
        '%s'.format([0.5])  =>  '0.5'
        '%s'.format([1e100])  =>  '1e+100'
        '%s'.format([[1, 'a', 2.5, null, true]])  =>  '[1, a, 2.5, null, true]'
        '%s'.format([{'b': 1, 'a': [2u]}])  =>  '{a: [2], b: 1}'
        '%s'.format([{1: 'x', 'k': 2, true: 3u}])  =>  '{1: x, k: 2, true: 3}'
        '%s'.format([null])  =>  'null'
        '%s'.format([b'abc'])  =>  'abc'
        '%s'.format([type('')])  =>  'string'
        '%s'.format([int])  =>  'int'
        '%s'.format([type(timestamp(0))])  =>  'google.protobuf.Timestamp'
        '%s'.format([timestamp('2023-02-03T23:31:20+00:00')])  =>  '2023-02-03T23:31:20Z'
        '%s'.format([duration('1h45m47s')])  =>  '6347s'
        '%s'.format([duration('1.5s')])  =>  '1.5s'
        '%%'.format([])  =>  '%'
        '%'.format([1])  =>  !
        '%z'.format([1])  =>  !
        '%s'.format([])  =>  !
        'a'.format([1])  =>  'a'
        '%5d'.format([1])  =>  !
        '%x'.format([1.5])  =>  !
        '%b'.format(['a'])  =>  !
        '%o'.format([true])  =>  !
        '%e'.format(['a'])  =>  !
        '%d'.format(['NaN'])  =>  !
        '%s %s'.format(['a'])  =>  !
        strings.quote('a\nb"c\\d')  =>  '"a\\nb\\"c\\\\d"'
        strings.quote('é\t\a')  =>  '"é\\t\\a"'
        strings.quote('')  =>  '""'
        base64.encode(b'hello')  =>  'aGVsbG8='
        base64.decode('aGVsbG8')  =>  b'\x68\x65\x6c\x6c\x6f'
        base64.decode('aGVsbG8=')  =>  b'\x68\x65\x6c\x6c\x6f'
        base64.decode('a')  =>  !
        base64.encode(b'')  =>  ''
        'abc'.charAt(3)  =>  ''
        'abc'.charAt(4)  =>  !
        'abc'.charAt(-1)  =>  !
        'éa'.charAt(0)  =>  'é'
        'hello mellow'.indexOf('')  =>  0
        'hello mellow'.indexOf('ello', 2)  =>  7
        'hello mellow'.indexOf('ello', 20)  =>  !
        'hello mellow'.indexOf('', 12)  =>  12
        'hello mellow'.lastIndexOf('')  =>  12
        'hello mellow'.lastIndexOf('ello', 6)  =>  1
        'hello mellow'.lastIndexOf('ello', -1)  =>  !
        'hello mellow'.lastIndexOf('jello')  =>  -1
        'a'.lastIndexOf('abc')  =>  -1
        'hello hello'.replace('he', 'we')  =>  'wello wello'
        'hello hello'.replace('he', 'we', -1)  =>  'wello wello'
        'hello hello'.replace('he', 'we', 1)  =>  'wello hello'
        'hello hello'.replace('he', 'we', 0)  =>  'hello hello'
        'hello hello'.replace('', '_')  =>  '_h_e_l_l_o_ _h_e_l_l_o_'
        'ab'.replace('', '_', 2)  =>  '_a_b'
        'hello hello hello'.split(' ')  =>  ['hello', 'hello', 'hello']
        'hello hello hello'.split(' ', 0)  =>  []
        'hello hello hello'.split(' ', 1)  =>  ['hello hello hello']
        'hello hello hello'.split(' ', 2)  =>  ['hello', 'hello hello']
        'hello hello hello'.split(' ', -1)  =>  ['hello', 'hello', 'hello']
        'héy'.split('')  =>  ['h', 'é', 'y']
        ''.split('')  =>  []
        ''.split(',')  =>  ['']
        'tacocat'.substring(4)  =>  'cat'
        'tacocat'.substring(0, 4)  =>  'taco'
        'tacocat'.substring(-1)  =>  !
        'tacocat'.substring(40)  =>  !
        'tacocat'.substring(3, 2)  =>  !
        'tacocat'.substring(7)  =>  ''
        ' \u0009\u000a\u000B\u000c\u000d\u0085\u00a0\u1680\u2000\u2028\u202f\u205f\u3000a '.trim()  =>  'a'
        '\u180e\u200b\u200c\u200d\u2060\ufeffa'.trim().size()  =>  7
        'TacoCÆt'.lowerAscii()  =>  'tacocÆt'
        'tacoCÆt Xii'.upperAscii()  =>  'TACOCÆT XII'
        ['x', 'y'].join()  =>  'xy'
        ['x', 'y'].join(', ')  =>  'x, y'
        [].join('-')  =>  ''
        'gums'.reverse()  =>  'smug'
        'John Smith é'.reverse()  =>  'é htimS nhoJ'
        math.greatest(1, 2.0, 3u)  =>  3u
        math.greatest(-1)  =>  -1
        math.least(1, 1.0)  =>  1
        math.greatest([1, 5, 3])  =>  5
        math.least([])  =>  !
        math.greatest(dyn('a'))  =>  !
        math.greatest(5.4, 10u, 3u, -5.0, 9223372036854775807)  =>  9223372036854775807
        math.ceil(1.2)  =>  2.0
        math.ceil(-1.2)  =>  -1.0
        math.floor(-1.2)  =>  -2.0
        math.round(1.5)  =>  2.0
        math.round(-1.5)  =>  -2.0
        math.round(2.5)  =>  3.0
        math.round(double('NaN'))  =>  double('NaN')
        math.trunc(-1.3)  =>  -1.0
        math.abs(-1)  =>  1
        math.abs(-9223372036854775808)  =>  !
        math.abs(-1.5)  =>  1.5
        math.abs(3u)  =>  3u
        math.sign(-42)  =>  -1
        math.sign(0u)  =>  0u
        math.sign(-0.3)  =>  -1.0
        math.sign(double('NaN'))  =>  double('NaN')
        math.isNaN(0.0/0.0)  =>  true
        math.isInf(1.0/0.0)  =>  true
        math.isFinite(1.0/0.0)  =>  false
        math.bitAnd(3u, 1u)  =>  1u
        math.bitOr(-2, 1)  =>  -1
        math.bitXor(3, 5)  =>  6
        math.bitNot(1)  =>  -2
        math.bitNot(0u)  =>  18446744073709551615u
        math.bitShiftLeft(1, 2)  =>  4
        math.bitShiftLeft(1, 200)  =>  0
        math.bitShiftLeft(-1, 1)  =>  -2
        math.bitShiftLeft(1, -1)  =>  !
        math.bitShiftRight(-1024, 3)  =>  2305843009213693824
        math.bitShiftRight(1024u, 2)  =>  256u
        math.bitShiftRight(-1024, 64)  =>  0
        math.bitShiftRight(1, -2)  =>  !
        math.sqrt(49.0)  =>  7.0
        math.sqrt(-15)  =>  double('NaN')
        [1, 2, 3].slice(1, 3)  =>  [2, 3]
        [1, 2, 3].slice(2, 1)  =>  !
        [3, 1, 2].sort()  =>  [1, 2, 3]
        ['b', 'a'].sort()  =>  ['a', 'b']
        [1, 'a'].sort()  =>  !
        [].sort()  =>  []
        [[1, [2]], [3]].flatten()  =>  [1, [2], 3]
        [1, [2, [3, [4]]]].flatten(2)  =>  [1, 2, 3, [4]]
        [1].flatten(-1)  =>  !
        [1, 2, 2, 3.0, 3u].distinct()  =>  [1, 2, 3.0]
        [1, 2, 3].reverse()  =>  [3, 2, 1]
        lists.range(3)  =>  [0, 1, 2]
        lists.range(0)  =>  []
        ['foo', 'bar', 'bazz'].sortBy(x, x.size())  =>  ['foo', 'bar', 'bazz']
        ['foo', 'bar', 'ba'].sortBy(x, -x.size())  =>  ['foo', 'bar', 'ba']
        [1,2,3].first()  =>  optional.of(1)
        [1,2,3].last()  =>  optional.of(3)
        [].first()  =>  optional.none()
        int(1.9)  =>  1
        int(-1.9)  =>  -1
        int('-5')  =>  -5
        int('0x5')  =>  !
        int(' 5')  =>  !
        int('')  =>  !
        int(9223372036854775807u)  =>  9223372036854775807
        int(18446744073709551615u)  =>  !
        int(1e99)  =>  !
        int(-9.3e18)  =>  !
        uint(-1)  =>  !
        uint('300')  =>  300u
        uint(1.9)  =>  1u
        uint('-1')  =>  !
        double('1.5e3')  =>  1500.0
        double('-0')  =>  -0.0
        double('.5')  =>  0.5
        double('0x1p3')  =>  !
        double('inf')  =>  !
        double(9007199254740993)  =>  9007199254740992.0
        string(1.0)  =>  '1'
        string(1e7)  =>  '10000000'
        string(true)  =>  'true'
        string(b'\xff')  =>  !
        string(timestamp('2009-02-13T23:31:30Z'))  =>  '2009-02-13T23:31:30Z'
        string(duration('104s'))  =>  '104s'
        string(1u)  =>  '1'
        string(-0.5)  =>  '-0.5'
        bool('t')  =>  true
        bool('TRUE')  =>  true
        bool('tRuE')  =>  !
        bool('')  =>  !
        type(type) == type  =>  true
        type(null) == null_type  =>  true
        type([]) == list  =>  true
        type({})  =>  map
        type(1) == type(1u)  =>  false
        type(optional.none())  =>  optional_type
        type(duration('1s')) == google.protobuf.Duration  =>  true
        [type(1), type('')]  =>  [int, string]
        timestamp('2009-02-13T23:31:30Z').getFullYear()  =>  2009
        timestamp('2009-02-13T23:31:30Z').getMonth()  =>  1
        timestamp('2009-02-13T23:31:30Z').getDate()  =>  13
        timestamp('2009-02-13T23:31:30Z').getDayOfMonth()  =>  12
        timestamp('2009-02-13T23:31:30Z').getDayOfWeek()  =>  5
        timestamp('2009-02-13T23:31:30Z').getDayOfYear()  =>  43
        timestamp('2009-02-13T23:31:30Z').getHours('02:00')  =>  1
        timestamp('2009-02-13T23:31:30Z').getHours('-02:30')  =>  21
        timestamp('2009-02-13T23:31:30Z').getMinutes('-02:30')  =>  1
        timestamp('2009-02-13T23:31:30Z').getDate('Australia/Sydney')  =>  14
        timestamp('2009-02-13T02:00:00Z').getDayOfMonth('US/Central')  =>  11
        timestamp('2009-02-13T23:31:30Z').getHours('Asia/Kathmandu')  =>  5
        timestamp('2009-02-13T23:31:30Z').getMinutes('Asia/Kathmandu')  =>  16
        timestamp('2009-02-13T23:31:30Z').getHours('Nowhere/Land')  =>  !
        timestamp('2009-02-13T23:31:20.123456789Z').getMilliseconds()  =>  123
        timestamp('2009-02-13T23:31:30Z').getSeconds('UTC')  =>  30
        timestamp('9999-12-31T23:59:59Z') + duration('1s')  =>  !
        timestamp('0001-01-01T00:00:00Z') - duration('1s')  =>  !
        timestamp('0001-01-01T00:00:00Z') + duration('-1ns')  =>  !
        timestamp('9999-12-31T23:59:59.999999999Z') + duration('1ns')  =>  !
        timestamp('9999-12-31T23:59:59Z') - timestamp('0001-01-01T00:00:00Z')  =>  !
        timestamp('0000-01-01T00:00:00Z')  =>  !
        timestamp('10000-01-01T00:00:00Z')  =>  !
        timestamp('2009-02-13T23:31:30')  =>  !
        timestamp('2009-02-30T00:00:00Z')  =>  !
        timestamp('2009-02-13')  =>  !
        timestamp(1234567890)  =>  timestamp('2009-02-13T23:31:30Z')
        timestamp('2009-02-13T23:31:30.5+01:00') == timestamp('2009-02-13T22:31:30.5Z')  =>  true
        timestamp('2009-02-13T23:31:00Z') - timestamp('2009-02-13T23:29:00Z')  =>  duration('120s')
        duration('1h') + timestamp('2009-02-13T23:00:00Z')  =>  timestamp('2009-02-14T00:00:00Z')
        timestamp('2009-02-13T23:00:00Z') + timestamp('2009-02-13T23:00:00Z')  =>  !
        duration('2s') - duration('3s')  =>  duration('-1s')
        duration('-1.5h')  =>  duration('-5400s')
        duration('1m30s500ms')  =>  duration('90.5s')
        duration('0')  =>  duration('0s')
        duration('')  =>  !
        duration('1')  =>  !
        duration('1d')  =>  !
        duration('320000000000s')  =>  !
        duration('-320000000000s')  =>  !
        duration('10000s').getHours()  =>  2
        duration('3730s').getMinutes()  =>  62
        duration('3730s').getSeconds()  =>  3730
        duration('1.234s').getMilliseconds()  =>  234
        duration('123.321456789s').getMilliseconds()  =>  321
        duration('9223372036s') + duration('9223372036s')  =>  !
        duration('1us')  =>  duration('0.000001s')
        duration('1ns') < duration('1us')  =>  true
        '\u00e9' == 'é'  =>  true
        '\U0001F600'.size()  =>  1
        size(b'\u00e9')  =>  !
        b'é'  =>  b'\xc3\xa9'
        size('éé')  =>  2
        size(b'éé')  =>  4
        r'\n'.size()  =>  2
        '\101'  =>  'A'
        '\x41'  =>  'A'
        '\?'  =>  '?'
        """a"b"""  =>  'a"b'
        br'\x'  =>  b'\x5c\x78'
        rb'x'  =>  !
        '\xFG'  =>  !
        '\400'  =>  !
        '\ud800'  =>  !
        dyn(1) == 1u  =>  true
        dyn(1) == 1.0  =>  true
        dyn(1.5) > 1  =>  true
        dyn(-1) < 0u  =>  true
        dyn(18446744073709551615u) > 9223372036854775807  =>  true
        1 == dyn(1.0)  =>  true
        [1] == [dyn(1.0)]  =>  true
        {1: 'a'} == {dyn(1u): 'a'}  =>  true
        {'a': 1} == {'a': dyn(1.0)}  =>  true
        dyn('a') == 1  =>  false
        dyn('a') < 1  =>  !
        dyn(1) in [dyn(1.0)]  =>  true
        dyn(3.0) in {3: 1}  =>  true
        dyn(3.1) in {3: 1}  =>  false
        dyn(1u) in {1: true}  =>  true
        {0: 1, 0u: 2}  =>  !
        {'a': 1, 'a': 2}  =>  !
        {1.0: 1}  =>  !
        {dyn(null): 1}  =>  !
        {true: 1}[true]  =>  1
        {1: 'x'}[dyn(1u)]  =>  'x'
        {1u: 'x'}[dyn(1)]  =>  'x'
        {1: 'x'}[dyn(1.0)]  =>  'x'
        {1: 'x'}[dyn(1.5)]  =>  !
        [7, 8, 9][dyn(0.0)]  =>  7
        [7, 8, 9][dyn(0.1)]  =>  !
        [7, 8, 9][dyn(1u)]  =>  8
        [7][1]  =>  !
        [7][-1]  =>  !
        has({'a': null}.a)  =>  true
        has({'a': 1}.b)  =>  false
        has({'a': {}}.a.b)  =>  false
        has({}.a.b)  =>  !
        has(dyn(1).a)  =>  !
        {'a': 1}.b  =>  !
        {'a-b': 1}.`a-b`  =>  1
        has({'a-b': 1}.`a-b`)  =>  true
        dyn({'in': 1}).`in`  =>  1
        {'if': 2}.if  =>  2
        [1, 2].map(x, [3].map(x, x * 2))  =>  [[6], [6]]
        [1].all(x, [2].exists(x, x == 2) && x == 1)  =>  true
        cel.bind(x, 1, cel.bind(x, x + 1, x))  =>  2
        cel.bind(a, 'hello', [1].map(i, a + string(i)))  =>  ['hello1']
        [1, 2, 3].exists_one(x, x > 2)  =>  true
        [1, 2, 3].existsOne(i, v, v > 2)  =>  true
        [].exists_one(x, true)  =>  false
        [1, 2].exists(x, 1 / (x - 1) == 1)  =>  true
        [1, 2].all(x, 1 / (x - 1) == 1)  =>  !
        {'a': 1, 'b': 2}.map(k, k)  =>  ['a', 'b']
        {'a': 1, 'b': 2}.exists(k, k == 'b')  =>  true
        {'a': 1}.all(k, v, v == 1 && k == 'a')  =>  true
        [10, 20].transformList(i, v, i + v)  =>  [10, 21]
        [10, 20].transformList(i, v, v > 10, i)  =>  [1]
        {'a': 1}.transformList(k, v, k + string(v))  =>  ['a1']
        [1, 2].transformMap(i, v, v * 2)  =>  {0: 2, 1: 4}
        {'a': 1, 'b': 2}.transformMap(k, v, v > 1, v * 10)  =>  {'b': 20}
        {'a': 1}.transformMapEntry(k, v, {v: k})  =>  {1: 'a'}
        ['x', 'y'].transformMapEntry(i, v, {v: i})  =>  {'x': 0, 'y': 1}
        ['x', 'x'].transformMapEntry(i, v, {v: i})  =>  !
        optional.ofNonZeroValue(0)  =>  optional.none()
        optional.ofNonZeroValue('')  =>  optional.none()
        optional.ofNonZeroValue(1)  =>  optional.of(1)
        optional.ofNonZeroValue([])  =>  optional.none()
        optional.ofNonZeroValue(null)  =>  optional.none()
        optional.ofNonZeroValue(0.0)  =>  optional.none()
        optional.ofNonZeroValue(duration('0s'))  =>  optional.none()
        optional.ofNonZeroValue(false)  =>  optional.none()
        optional.none().orValue(5)  =>  5
        optional.of(1).orValue(1 / 0)  =>  1
        optional.none().or(optional.of(2))  =>  optional.of(2)
        optional.of(1).value()  =>  1
        optional.none().value()  =>  !
        optional.none() == optional.none()  =>  true
        optional.of(1) == optional.of(dyn(1.0))  =>  true
        optional.of(1) != optional.none()  =>  true
        {'a': {'b': 1}}.?a.b  =>  optional.of(1)
        {'a': {'b': 1}}.?a.?c.orValue(7)  =>  7
        {'a': {'b': 1}}.?x.b.hasValue()  =>  false
        {'a': {}}.?a.b  =>  optional.none()
        [1, 2][?5].orValue(9)  =>  9
        [1, 2][?0].optMap(x, x + 1)  =>  optional.of(2)
        optional.none().optFlatMap(x, optional.of(1))  =>  optional.none()
        optional.of(3).optFlatMap(x, optional.of(x * 2))  =>  optional.of(6)
        {?'a': optional.none(), 'b': 1}  =>  {'b': 1}
        [?optional.of(1), ?optional.none(), 2]  =>  [1, 2]
        has({'a': optional.of({'b': 1})}.a.b)  =>  true
        optional.unwrap([optional.of(1), optional.none()])  =>  [1]
        [optional.of(1), optional.none()].unwrapOpt()  =>  [1]
        1 + 1u  =>  !
        dyn(1) + dyn(1u)  =>  !
        9223372036854775807 + 1  =>  !
        -9223372036854775808 - 1  =>  !
        -(-9223372036854775808)  =>  !
        -9223372036854775808 / -1  =>  !
        -9223372036854775808 % -1  =>  !
        0u - 1u  =>  !
        18446744073709551615u + 1u  =>  !
        5 % -3  =>  2
        -5 % 3  =>  -2
        -5 / 2  =>  -2
        5 / 0  =>  !
        5u % 0u  =>  !
        1.0 / 0.0  =>  double('Infinity')
        -1.0 / 0.0  =>  double('-Infinity')
        !true  =>  false
        !!true  =>  true
        --5  =>  5
        -(-5)  =>  5
        true ? 1 : 2  =>  1
        false ? 1 : true ? 2 : 3  =>  2
        1 < 2 == true  =>  true
        1 + 2 * 3 - 4 / 2  =>  5
        (1 / 0 > 0) || true  =>  true
        (1 / 0 > 0) && false  =>  false
        true ? 1 : 1 / 0  =>  1
        'a' + 'b'  =>  'ab'
        b'a' + b'b'  =>  b'\x61\x62'
        [1] + [2]  =>  [1, 2]
        'abc'.contains('')  =>  true
        'abc'.startsWith('')  =>  true
        'abc'.endsWith('bc')  =>  true
        'a\n'.matches('a$')  =>  false
        matches('abc', 'b')  =>  true
        'abc'.matches('^b')  =>  false
        'x'.matches('(')  =>  !
        'hello'.size()  =>  5
        size([1])  =>  1
        {'a': 1}.size()  =>  1
        1 in [1, 2]  =>  true
        'a' in {'a': 1}  =>  true
        'x' in []  =>  false
        null == null  =>  true
        dyn(null) == 1  =>  false
        [null] == [null]  =>  true
        b'a' < b'b'  =>  true
        false < true  =>  true
        'a' < 'é'  =>  true
        'Z' < 'a'  =>  true
        [0.0 / 0.0] == [0.0 / 0.0]  =>  false
        0.0 == -0.0  =>  true
        0x1F  =>  31
        -0x8000000000000000  =>  -9223372036854775808
        0xFFu  =>  255u
        1e-3  =>  0.001
        .5  =>  0.5
        9223372036854775808  =>  !
        1.e3  =>  !
        {'a': 1,}  =>  {'a': 1}
        [1, 2,]  =>  [1, 2]
        size([1,])  =>  1
        1 // comment  =>  1
        .size([1])  =>  1
        math.sum([1, 2])  =>  3
        math.sum([])  =>  0
        math.avg([1, 2])  =>  1.5
        """#
}
