import PawlKit

extension Emitter {
    mutating func emitUnary(_ node: Node, _ operation: Operator, _ operand: Node) -> Code {
        let code = emit(operand)
        let type = checked.type(of: operand)
        let range = node.range
        if operation == .not, let body = code.asBool(type, at: range) {
            return folded(.bool { (frame) throws(EvaluationError) in !(try body(frame)) }, [code], at: range)
        }
        if operation == .negate, let body = code.asDouble(type, at: range) {
            return folded(.double { (frame) throws(EvaluationError) in -(try body(frame)) }, [code], at: range)
        }
        return emitFunction(node, [operand], [code])
    }

    mutating func emitBinary(_ node: Node, _ operation: Operator, _ left: Node, _ right: Node) -> Code {
        let (a, b) = (emit(left), emit(right))
        let types = (checked.type(of: left), checked.type(of: right))
        if operation == .within, let fast = emitMembership(node, a, b, types.0) { return fast }
        let fast: Code? =
            if let x = a.asInt(types.0, at: left.range), let y = b.asInt(types.1, at: right.range) {
                whole(operation, x, y, at: node.range)
            } else if let x = a.asDouble(types.0, at: left.range), let y = b.asDouble(types.1, at: right.range) {
                double(operation, x, y)
            } else if let x = a.asString(types.0, at: left.range), let y = b.asString(types.1, at: right.range) {
                text(operation, x, y, at: node.range)
            } else if let x = a.asBool(types.0, at: left.range), let y = b.asBool(types.1, at: right.range) {
                truth(operation, x, y)
            } else {
                nil
            }
        if let fast { return folded(fast, [a, b], at: node.range) }
        return emitFunction(node, [left, right], [a, b])
    }

    private func whole(_ operation: Operator, _ x: @escaping Compute<Int64>, _ y: @escaping Compute<Int64>, at range: Range<Int>) -> Code? {
        func checked(_ body: @escaping @Sendable (Int64, Int64) throws(EvaluationError) -> Int64) -> Code {
            .int { (frame) throws(EvaluationError) in
                let (a, b) = (try x(frame), try y(frame))
                do throws(EvaluationError) { return try body(a, b) } catch { throw error.at(range) }
            }
        }
        switch operation {
        case .add: return checked { (a, b) throws(EvaluationError) in try Arithmetic.add(a, b) }
        case .subtract: return checked { (a, b) throws(EvaluationError) in try Arithmetic.subtract(a, b) }
        case .multiply: return checked { (a, b) throws(EvaluationError) in try Arithmetic.multiply(a, b) }
        case .divide: return checked { (a, b) throws(EvaluationError) in try Arithmetic.divide(a, b) }
        case .modulo: return checked { (a, b) throws(EvaluationError) in try Arithmetic.remainder(a, b) }
        default: return compare(operation, x, y)
        }
    }

    private func double(_ operation: Operator, _ x: @escaping Compute<Double>, _ y: @escaping Compute<Double>) -> Code? {
        switch operation {
        case .add: .double { (frame) throws(EvaluationError) in try x(frame) + (try y(frame)) }
        case .subtract: .double { (frame) throws(EvaluationError) in try x(frame) - (try y(frame)) }
        case .multiply: .double { (frame) throws(EvaluationError) in try x(frame) * (try y(frame)) }
        case .divide: .double { (frame) throws(EvaluationError) in try x(frame) / (try y(frame)) }
        default: compare(operation, x, y)
        }
    }

    private func compare(_ operation: Operator, _ x: @escaping Compute<Int64>, _ y: @escaping Compute<Int64>) -> Code? {
        switch operation {
        case .equal: .bool { (frame) throws(EvaluationError) in try x(frame) == (try y(frame)) }
        case .unequal: .bool { (frame) throws(EvaluationError) in try x(frame) != (try y(frame)) }
        case .less: .bool { (frame) throws(EvaluationError) in try x(frame) < (try y(frame)) }
        case .lessOrEqual: .bool { (frame) throws(EvaluationError) in try x(frame) <= (try y(frame)) }
        case .greater: .bool { (frame) throws(EvaluationError) in try x(frame) > (try y(frame)) }
        case .greaterOrEqual: .bool { (frame) throws(EvaluationError) in try x(frame) >= (try y(frame)) }
        default: nil
        }
    }

    private func compare(_ operation: Operator, _ x: @escaping Compute<Double>, _ y: @escaping Compute<Double>) -> Code? {
        switch operation {
        case .equal: .bool { (frame) throws(EvaluationError) in try x(frame) == (try y(frame)) }
        case .unequal: .bool { (frame) throws(EvaluationError) in try x(frame) != (try y(frame)) }
        case .less: .bool { (frame) throws(EvaluationError) in try x(frame) < (try y(frame)) }
        case .lessOrEqual: .bool { (frame) throws(EvaluationError) in try x(frame) <= (try y(frame)) }
        case .greater: .bool { (frame) throws(EvaluationError) in try x(frame) > (try y(frame)) }
        case .greaterOrEqual: .bool { (frame) throws(EvaluationError) in try x(frame) >= (try y(frame)) }
        default: nil
        }
    }

    private func text(_ operation: Operator, _ x: @escaping Compute<String>, _ y: @escaping Compute<String>, at range: Range<Int>) -> Code?
    {
        switch operation {
        case .equal: .bool { (frame) throws(EvaluationError) in UTF8Order.equal(try x(frame), try y(frame)) }
        case .unequal: .bool { (frame) throws(EvaluationError) in !UTF8Order.equal(try x(frame), try y(frame)) }
        case .less: .bool { (frame) throws(EvaluationError) in UTF8Order.less(try x(frame), try y(frame)) }
        case .greater:
            .bool { (frame) throws(EvaluationError) in
                let (a, b) = (try x(frame), try y(frame))
                return UTF8Order.less(b, a)
            }
        case .lessOrEqual:
            .bool { (frame) throws(EvaluationError) in
                let (a, b) = (try x(frame), try y(frame))
                return !UTF8Order.less(b, a)
            }
        case .greaterOrEqual: .bool { (frame) throws(EvaluationError) in !UTF8Order.less(try x(frame), try y(frame)) }
        case .add:
            .string { (frame) throws(EvaluationError) in
                let (a, b) = (try x(frame), try y(frame))
                do throws(EvaluationError) { try frame.chargeBytes(a.utf8.count + b.utf8.count) } catch { throw error.at(range) }
                return a + b
            }
        default: nil
        }
    }

    private func truth(_ operation: Operator, _ x: @escaping Compute<Bool>, _ y: @escaping Compute<Bool>) -> Code? {
        switch operation {
        case .equal: .bool { (frame) throws(EvaluationError) in try x(frame) == (try y(frame)) }
        case .unequal: .bool { (frame) throws(EvaluationError) in try x(frame) != (try y(frame)) }
        default: nil
        }
    }

    /// `value in list` for a constant list of one scalar type: made ready for the search once.
    private mutating func emitMembership(_ node: Node, _ value: Code, _ list: Code, _ type: StaticType) -> Code? {
        guard case .constant(.list(let elements)) = list else { return nil }
        let range = node.range
        if let body = value.asString(type, at: range) {
            let texts = elements.compactMap(\.stringValue)
            guard texts.count == elements.count else { return nil }
            if texts.count <= 8 {
                return folded(
                    .bool { (frame) throws(EvaluationError) in
                        let text = try body(frame)
                        for other in texts where UTF8Order.equal(text, other) { return true }
                        return false
                    }, [value], at: range)
            }
            let set = Set(texts.map { ByteString($0) })
            return folded(.bool { (frame) throws(EvaluationError) in set.contains(ByteString(try body(frame))) }, [value], at: range)
        }
        if let body = value.asInt(type, at: range) {
            let numbers = elements.compactMap(\.intValue)
            guard numbers.count == elements.count else { return nil }
            let set = Set(numbers)
            return folded(
                .bool { (frame) throws(EvaluationError) in
                    let number = try body(frame)
                    return numbers.count <= 8 ? numbers.contains(number) : set.contains(number)
                }, [value], at: range)
        }
        return nil
    }
}
