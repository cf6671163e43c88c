import PawlKit

extension Emitter {
    mutating func emitComprehension(_ node: Node, _ walk: Node.Comprehension) -> Code {
        let macro = walk.macro
        let target = emit(walk.target).compute
        var filter: Compute<Bool>?
        if let node = walk.filter { filter = emit(node).truth("the test of \(macro.rawValue)", at: node.range) }
        let loop = Loop(
            macro: macro, target: target, filter: filter, slot: localSlot(node), hasTwo: walk.second != nil, range: walk.target.range)
        let code = emit(walk.body)
        let range = walk.body.range
        switch macro {
        case .all, .exists: return Self.quantifier(loop, code.truth("the test of \(macro.rawValue)", at: range), isAll: macro == .all)
        case .existsOne: return Self.existsOne(loop, code.truth("the test of exists_one", at: range))
        case .filter: return Self.filter(loop, code.truth("the test of filter", at: range))
        case .map, .transformList: return Self.map(loop, code.compute)
        case .sortBy: return Self.sortBy(loop, code.compute, at: range)
        case .transformMap: return Self.transformMap(loop, code.compute)
        case .transformMapEntry: return Self.transformMapEntry(loop, code.compute, at: range)
        }
    }

    /// `all` and `exists`: an element that decides wins over elements that fail.
    private static func quantifier(_ loop: Loop, _ test: @escaping Compute<Bool>, isAll: Bool) -> Code {
        .bool { (frame) throws(EvaluationError) in
            var failure: EvaluationError?
            var isDecided = false
            try loop.run(frame) { () throws(EvaluationError) in
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
    }

    private static func existsOne(_ loop: Loop, _ test: @escaping Compute<Bool>) -> Code {
        .bool { (frame) throws(EvaluationError) in
            var count = 0
            try loop.run(frame) { () throws(EvaluationError) in
                if try test(frame) { count += 1 }
                return false
            }
            return count == 1
        }
    }

    private static func filter(_ loop: Loop, _ test: @escaping Compute<Bool>) -> Code {
        .value { (frame) throws(EvaluationError) in
            var result: [Value] = []
            try loop.run(frame) { () throws(EvaluationError) in
                if try test(frame), let element = frame.locals[loop.slot] { result.append(element) }
                return false
            }
            return .list(result)
        }
    }

    private static func map(_ loop: Loop, _ body: @escaping Compute<Value>) -> Code {
        .value { (frame) throws(EvaluationError) in
            var result: [Value] = []
            try loop.run(frame) { () throws(EvaluationError) in
                result.append(try body(frame))
                return false
            }
            return .list(result)
        }
    }

    private static func sortBy(_ loop: Loop, _ key: @escaping Compute<Value>, at range: Range<Int>) -> Code {
        .value { (frame) throws(EvaluationError) in
            var (values, keys): ([Value], [Value]) = ([], [])
            try loop.run(frame) { () throws(EvaluationError) in
                if let element = frame.locals[loop.slot] { values.append(element) }
                keys.append(try key(frame))
                return false
            }
            do throws(EvaluationError) { return .list(try ListFunctions.sorted(values, by: keys, frame)) } catch { throw error.at(range) }
        }
    }

    private static func transformMap(_ loop: Loop, _ body: @escaping Compute<Value>) -> Code {
        .value { (frame) throws(EvaluationError) in
            var result = ValueMap()
            try loop.run(frame) { () throws(EvaluationError) in
                let made = try body(frame)
                result[try key(frame.locals[loop.slot] ?? .null, at: loop.range)] = made
                return false
            }
            return .map(result)
        }
    }

    private static func transformMapEntry(_ loop: Loop, _ body: @escaping Compute<Value>, at range: Range<Int>) -> Code {
        .value { (frame) throws(EvaluationError) in
            var result = ValueMap()
            try loop.run(frame) { () throws(EvaluationError) in
                let made = try body(frame)
                guard case .map(let entries) = made else { throw Code.mismatch(made, .map(.any, .any), at: range) }
                for entry in entries.entries {
                    guard result[entry.key] == nil else { throw duplicate(entry.key).at(range) }
                    result[entry.key] = entry.value
                }
                return false
            }
            return .map(result)
        }
    }
}
