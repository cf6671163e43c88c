import Glibc
import PawlExpression
import PawlKit

/// Guards and the like: prepared once, evaluated often, setting up the frame included.
enum ExpressionBenchmark {
    static let item = RecordType(name: "Item", fields: [.init("sku", .string), .init("price", .double)])
    static let event = RecordType(fields: [.init("amount", .double), .init("currency", .string)])
    static let state = RecordType(fields: [.init("limit", .double), .init("note", .string, isOptional: true)])
    static let scope = ExpressionScope(variables: [
        .init(name: "event", type: .record(event), slot: 0), .init(name: "state", type: .record(state), slot: 1),
        .init(name: "items", type: .list(.record(item)), slot: 2), .init(name: "s", type: .string, slot: 3),
    ])
    static let guardText = "event.amount > state.limit && event.currency in ['EUR','USD']"

    static func run() {
        let event = Value.record(Record(type: event, fields: [.double(250), .string("USD")]))
        let state = Value.record(Record(type: state, fields: [.double(100), nil]))
        let items = Value.list(
            (0..<10).map { .record(Record(type: item, fields: [.string("sku-\($0)"), .double($0 == 9 ? 150 : 50)])) })
        let address = Value.string("someone.with.a.name@mail.example.org")
        print("expressions")
        Measure.line(
            "compile + check of the first", Measure.perSecond { _ = ExpressionCompiler.compile(guardText, in: scope, expecting: .bool) },
            5e4)
        measure(guardText, 5e6) { frame in
            frame[0] = event
            frame[1] = state
        }
        measure("items.exists(i, i.price > 100.0)", 1.5e6) { frame in frame[2] = items }
        measure("s.matches('^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\\\\.[a-zA-Z]{2,}$')", 1e6) { frame in frame[3] = address }
        measure("has(state.note) && state.note == 'x' || event.currency == 'USD'") { frame in
            frame[0] = event
            frame[1] = state
        }
        measure("math.sum(items.map(i, i.price * 2.0))") { frame in frame[2] = items }
        peers()
    }

    /// The same on other engines, in the same run, so that the machine is as busy.
    private static func peers() {
        let python = ".build/peers/bin/python"
        guard access(python, X_OK) == 0 else {
            print("no other engines: `make peers` installs them")
            return
        }
        fflush(nil)
        if system("\(python) Tests/Benchmarks/peers/expressions.py") != 0 { print("the other engines could not be measured") }
    }

    private static func measure(_ text: String, _ wanted: Double? = nil, _ fill: (ExpressionFrame) -> Void) {
        guard let expression = ExpressionCompiler.compile(text, in: scope).expression else {
            print("\(text) does not load")
            return
        }
        let frame = ExpressionFrame(slotCount: scope.slotCount)
        var failures = 0
        let body = {
            fill(frame)
            do throws(EvaluationError) { _ = try expression.evaluate(frame) } catch { failures += 1 }
        }
        let rate = Measure.perSecond(body)
        Measure.line(text, rate, wanted, allocations: Measure.allocations(body))
        if failures > 0 { print("  it failed \(failures) times") }
    }
}
