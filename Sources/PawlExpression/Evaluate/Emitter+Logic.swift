import PawlKit

extension Emitter {
    /// `&&` and `||`: the deciding value on any side wins over failures on the others
    /// (https://github.com/google/cel-spec/blob/master/doc/langdef.md#logical-operators).
    mutating func emitChain(_ nodes: [Node], decides: Bool) -> Code {
        let what = "each side of \(decides ? "||" : "&&")"
        var made: [BoolCode] = []
        var isDecided = false
        for node in nodes {
            let code = emit(node)
            if case .constant(.bool(let truth)) = code {
                isDecided = isDecided || truth == decides
            } else {
                made.append(BoolCode(run: code.truth(what, at: node.range)))
            }
        }
        // A constant that decides does so whatever the others are; one that does not is nothing.
        if isDecided || made.isEmpty { return .constant(.bool(isDecided == decides)) }
        let terms = made
        if terms.count == 1 { return .bool(terms[0].run) }
        if terms.count == 2 {
            let first = terms[0].run
            let second = terms[1].run
            return .bool { (frame) throws(EvaluationError) in
                do throws(EvaluationError) {
                    if try first(frame) == decides { return decides }
                } catch {
                    return try Self.absorb(error, second, decides, frame)
                }
                return try second(frame)
            }
        }
        return .bool { (frame) throws(EvaluationError) in
            for (index, term) in terms.enumerated() {
                do throws(EvaluationError) {
                    if try term.run(frame) == decides { return decides }
                } catch {
                    for term in terms[(index + 1)...] where try Self.decided(error, term.run, decides, frame) { return decides }
                    throw error
                }
            }
            return !decides
        }
    }

    @inline(never)
    private static func absorb(
        _ failure: EvaluationError, _ other: Compute<Bool>, _ decides: Bool, _ frame: ExpressionFrame
    ) throws(EvaluationError) -> Bool {
        guard try decided(failure, other, decides, frame) else { throw failure }
        return decides
    }

    /// Whether a term decides after another failed; a failure of its own counts for nothing.
    private static func decided(
        _ failure: EvaluationError, _ other: Compute<Bool>, _ decides: Bool, _ frame: ExpressionFrame
    ) throws(EvaluationError) -> Bool {
        guard failure.isAbsorbable else { throw failure }
        do throws(EvaluationError) {
            return try other(frame) == decides
        } catch {
            if !error.isAbsorbable { throw error }
            return false
        }
    }

    mutating func emitConditional(_ node: Node, _ condition: Node, _ yes: Node, _ no: Node) -> Code {
        let decision = emit(condition)
        let (first, second) = (emit(yes), emit(no))
        if case .constant(.bool(let truth)) = decision { return truth ? first : second }
        let test = decision.truth("the condition", at: condition.range)
        let types = (checked.type(of: yes), checked.type(of: no))
        if let a = first.asBool(types.0, at: yes.range), let b = second.asBool(types.1, at: no.range) {
            return .bool { (frame) throws(EvaluationError) in try test(frame) ? try a.run(frame) : try b.run(frame) }
        }
        if let a = first.asInt(types.0, at: yes.range), let b = second.asInt(types.1, at: no.range) {
            return .int { (frame) throws(EvaluationError) in try test(frame) ? try a.run(frame) : try b.run(frame) }
        }
        if let a = first.asDouble(types.0, at: yes.range), let b = second.asDouble(types.1, at: no.range) {
            return .double { (frame) throws(EvaluationError) in try test(frame) ? try a.run(frame) : try b.run(frame) }
        }
        if let a = first.asString(types.0, at: yes.range), let b = second.asString(types.1, at: no.range) {
            return .string { (frame) throws(EvaluationError) in try test(frame) ? try a.run(frame) : try b.run(frame) }
        }
        let (a, b) = (first.compute, second.compute)
        return .value { (frame) throws(EvaluationError) in try test(frame) ? try a(frame) : try b(frame) }
    }

    // MARK: Literals

    mutating func emitList(_ elements: [Node.Element]) -> Code {
        var codes: [Code] = []
        for element in elements { codes.append(emit(element.value)) }
        if let values = constants(codes), !elements.contains(where: \.isOptional) { return .constant(.list(values)) }
        let parts = zip(codes, elements).map { (compute: $0.valueCode, isOptional: $1.isOptional, range: $1.value.range) }
        return folded(
            .value { (frame) throws(EvaluationError) in
                try frame.chargeElements(parts.count)
                var list: [Value] = []
                list.reserveCapacity(parts.count)
                for part in parts {
                    let value = try part.compute.run(frame)
                    if let value = part.isOptional ? try Self.unwrap(value, at: part.range) : value { list.append(value) }
                }
                return .list(list)
            }, codes, at: 0..<0)
    }

    /// The values of codes that are all constant, nil when one is not.
    private func constants(_ codes: [Code]) -> [Value]? {
        var values: [Value] = []
        values.reserveCapacity(codes.count)
        for code in codes {
            guard case .constant(let value) = code else { return nil }
            values.append(value)
        }
        return values
    }

    /// What an optional element, entry or field holds.
    static func unwrap(_ value: Value, at range: Range<Int>) throws(EvaluationError) -> Value? {
        guard case .optional(let wrapped) = value else {
            throw EvaluationError(.noSuchOverload, "what follows '?' must be an optional, not \(value.typeText)", at: range)
        }
        return wrapped
    }

    mutating func emitMap(_ entries: [Node.Entry], _ node: Node) -> Code {
        var codes: [Code] = []
        for entry in entries { codes += [emit(entry.key), emit(entry.value)] }
        let parts = entries.enumerated().map { index, entry in
            (key: codes[2 * index].valueCode, value: codes[2 * index + 1].valueCode, entry.isOptional, entry.key.range, entry.value.range)
        }
        return folded(
            .value { (frame) throws(EvaluationError) in
                try frame.chargeElements(parts.count)
                var map = ValueMap()
                map.reserveCapacity(parts.count)
                for (key, value, isOptional, keyRange, valueRange) in parts {
                    let key = try Self.key(try key.run(frame), at: keyRange)
                    let made = try value.run(frame)
                    guard let made = isOptional ? try Self.unwrap(made, at: valueRange) : made else { continue }
                    guard map[key] == nil else { throw Self.duplicate(key).at(keyRange) }
                    map[key] = made
                }
                return .map(map)
            }, codes, at: node.range)
    }

    static func duplicate(_ key: ValueMap.Key) -> EvaluationError {
        EvaluationError(.duplicateKey, "the key \(FieldAccess.describe(key.value)) is there twice")
    }

    static func key(_ value: Value, at range: Range<Int>) throws(EvaluationError) -> ValueMap.Key {
        guard let key = ValueMap.Key(value, lenient: false) else {
            throw EvaluationError(.invalidKey, "a key is a bool, int, uint or string, not \(value.typeText)", at: range)
        }
        return key
    }

    mutating func emitRecord(_ node: Node, _ fields: [Node.FieldValue]) -> Code {
        guard case .record(let type)? = checked.resolutions[node.id] else {
            return .failing(EvaluationError(.noSuchFunction, "the record type is not known", at: node.range))
        }
        var made: [(slot: Int, compute: ValueCode, type: ValueType, isOptional: Bool, range: Range<Int>)] = []
        for field in fields {
            let code = emit(field.value)
            guard let slot = type.slot(of: field.name.text) else { continue }
            let declared = type.fields[slot]
            let own = checked.type(of: field.value)
            var isOptional = field.isOptional
            if case .optional = own { isOptional = isOptional || declared.isOptional }
            // An optional that is not proven to be one is looked at when it comes.
            if own == .any, declared.isOptional { isOptional = field.isOptional }
            made.append((slot, code.valueCode, declared.type, isOptional, field.value.range))
        }
        let parts = made
        let count = type.fields.count
        return .value { (frame) throws(EvaluationError) in
            try frame.chargeElements(count)
            var slots = [Value?](repeating: nil, count: count)
            for part in parts {
                var value: Value? = try part.compute.run(frame)
                if part.isOptional, let optional = value { value = try Self.unwrap(optional, at: part.range) }
                guard let value else { continue }
                do throws(EvaluationError) {
                    slots[part.slot] = try Arrival.convert(value, to: part.type, frame)
                } catch { throw error.at(part.range) }
            }
            return .record(Record(type: type, fields: slots))
        }
    }

    // MARK: Names for values

    mutating func emitBind(_ node: Node, _ value: Node, _ body: Node) -> Code {
        let made = emit(value).compute
        let slot = localSlot(node)
        switch emit(body) {
        case .constant(let constant):
            return .value { (frame) throws(EvaluationError) in
                _ = try made(frame)
                return constant
            }
        case .bool(let body):
            return .bool { (frame) throws(EvaluationError) in
                frame.locals[slot].set(try made(frame))
                return try body(frame)
            }
        case let body:
            let compute = body.compute
            return .value { (frame) throws(EvaluationError) in
                frame.locals[slot].set(try made(frame))
                return try compute(frame)
            }
        }
    }

    mutating func emitOptionalMap(_ node: Node, _ target: Node, _ body: Node, isFlat: Bool) -> Code {
        let optional = emit(target).compute
        let slot = localSlot(node)
        let compute = emit(body).compute
        let (targetRange, bodyRange) = (target.range, body.range)
        return .value { (frame) throws(EvaluationError) in
            guard let inner = try Self.unwrap(try optional(frame), at: targetRange) else { return .optional(nil) }
            frame.locals[slot].set(inner)
            let result = try compute(frame)
            guard isFlat else { return .optional(result) }
            guard case .optional = result else {
                throw EvaluationError(
                    .noSuchOverload, "the result of optFlatMap must be an optional, not \(result.typeText)", at: bodyRange)
            }
            return result
        }
    }

    /// The number of the first local variable that a node introduces.
    func localSlot(_ node: Node) -> Int { checked.localSlots[node.id] ?? 0 }
}
