import PawlKit

/// What a macro walks, as pairs of key (or index) and value.
private struct Walk {
    let count: Int
    let key: (Int) -> Value
    let value: (Int) -> Value
    let isMap: Bool

    init(_ target: Value, _ macro: Node.Macro, at range: Range<Int>) throws(EvaluationError) {
        switch target {
        case .list(let elements):
            count = elements.count
            key = { .int(Int64($0)) }
            value = { elements[$0] }
            isMap = false
        case .map(let map):
            let entries = map.entries
            count = entries.count
            key = { entries[$0].key.value }
            value = { entries[$0].value }
            isMap = true
        default:
            throw EvaluationError(.noSuchOverload, "'\(macro.rawValue)' walks a list or a map, not \(target.typeText)", at: range)
        }
    }
}

extension Emitter {
    mutating func emitComprehension(_ node: Node, _ walk: Node.Comprehension) -> Code {
        let target = emit(walk.target).compute
        let slot = localSlot(node)
        let hasTwo = walk.second != nil
        let macro = walk.macro
        let targetRange = walk.target.range
        let filterCode = walk.filter.map { ($0, emit($0)) }
        let filter = filterCode.map { $1.truth("the test of \(macro.rawValue)", at: $0.range) }
        let bodyCode = emit(walk.body)
        let bodyRange = walk.body.range
        // Visits each element that the filter lets through, until the visitor has enough.
        let visit: @Sendable (ExpressionFrame, (Walk, Int) throws(EvaluationError) -> Bool) throws(EvaluationError) -> Void = {
            (frame, visitor) throws(EvaluationError) in
            let elements = try Walk(try target(frame), macro, at: targetRange)
            defer {
                // Nothing that was walked stays alive in the frame.
                frame.locals[slot] = nil
                if hasTwo { frame.locals[slot + 1] = nil }
            }
            for index in 0..<elements.count {
                do throws(EvaluationError) { try frame.charge(1) } catch { throw error.at(targetRange) }
                if hasTwo {
                    frame.locals[slot] = elements.key(index)
                    frame.locals[slot + 1] = elements.value(index)
                } else {
                    frame.locals[slot] = elements.isMap ? elements.key(index) : elements.value(index)
                }
                if let filter, !(try filter(frame)) { continue }
                if try visitor(elements, index) { return }
            }
        }
        switch macro {
        case .all, .exists:
            let test = bodyCode.truth("the test of \(macro.rawValue)", at: bodyRange)
            return Self.quantifier(visit, test, slot, isAll: macro == .all, target, hasTwo: hasTwo, targetRange)
        case .existsOne:
            let test = bodyCode.truth("the test of exists_one", at: bodyRange)
            return .bool { (frame) throws(EvaluationError) in
                var count = 0
                try visit(frame) { (_, _) throws(EvaluationError) in
                    if try test(frame) { count += 1 }
                    return false
                }
                return count == 1
            }
        case .filter:
            let test = bodyCode.truth("the test of filter", at: bodyRange)
            return .value { (frame) throws(EvaluationError) in
                var result: [Value] = []
                try visit(frame) { (elements, index) throws(EvaluationError) in
                    if try test(frame) { result.append(elements.isMap && !hasTwo ? elements.key(index) : elements.value(index)) }
                    return false
                }
                return .list(result)
            }
        case .map, .transformList:
            let body = bodyCode.compute
            return .value { (frame) throws(EvaluationError) in
                var result: [Value] = []
                try visit(frame) { (_, _) throws(EvaluationError) in
                    result.append(try body(frame))
                    return false
                }
                return .list(result)
            }
        case .sortBy:
            let body = bodyCode.compute
            return .value { (frame) throws(EvaluationError) in
                var (values, keys): ([Value], [Value]) = ([], [])
                try visit(frame) { (elements, index) throws(EvaluationError) in
                    values.append(elements.isMap ? elements.key(index) : elements.value(index))
                    keys.append(try body(frame))
                    return false
                }
                do throws(EvaluationError) { return .list(try ListFunctions.sorted(values, by: keys, frame)) } catch {
                    throw error.at(bodyRange)
                }
            }
        case .transformMap, .transformMapEntry:
            let body = bodyCode.compute
            return .value { (frame) throws(EvaluationError) in
                var result = ValueMap()
                try visit(frame) { (elements, index) throws(EvaluationError) in
                    let made = try body(frame)
                    if macro == .transformMap {
                        result[try Self.key(elements.key(index), at: targetRange)] = made
                        return false
                    }
                    guard case .map(let entries) = made else { throw Code.mismatch(made, .map(.any, .any), at: bodyRange) }
                    for entry in entries.entries {
                        guard result[entry.key] == nil else { throw Self.duplicate(entry.key).at(bodyRange) }
                        result[entry.key] = entry.value
                    }
                    return false
                }
                return .map(result)
            }
        }
    }

    private typealias Visit = @Sendable (ExpressionFrame, (Walk, Int) throws(EvaluationError) -> Bool) throws(EvaluationError) -> Void

    /// `all` and `exists`: an element that decides wins over elements that fail.
    private static func quantifier(
        _ visit: @escaping Visit, _ test: @escaping Compute<Bool>, _ slot: Int, isAll: Bool, _ target: @escaping Compute<Value>,
        hasTwo: Bool,
        _ targetRange: Range<Int>
    ) -> Code {
        let slow: @Sendable (ExpressionFrame) throws(EvaluationError) -> Bool = { (frame) throws(EvaluationError) in
            var failure: EvaluationError?
            var isDecided = false
            try visit(frame) { (_, _) throws(EvaluationError) in
                do throws(EvaluationError) {
                    isDecided = try test(frame) != isAll
                } catch {
                    guard error.isAbsorbable else { throw error }
                    if failure == nil { failure = error }
                }
                return isDecided
            }
            if isDecided { return !isAll }
            if let failure { throw failure }
            return isAll
        }
        return .bool(slow)
    }
}
