import PawlKit

extension Emitter {
    mutating func emitCall(_ node: Node, _ name: Node.Name, _ all: [Node], _ arguments: [Node]) -> Code {
        let range = node.range
        switch checked.resolutions[node.id] {
        case .pattern(let pattern): return emitMatch(pattern, all[0], at: range)
        case .state(let number): return .bool { (frame) throws(EvaluationError) in frame.isActive(number) }
        case .variadic(let function, let overloads):
            var codes: [Code] = []
            for argument in arguments { codes.append(emit(argument)) }
            let computes = codes.map(\.valueCode)
            let list = ValueCode { (frame) throws(EvaluationError) in
                try frame.chargeElements(computes.count)
                var values: [Value] = []
                values.reserveCapacity(computes.count)
                for compute in computes { values.append(try compute.run(frame)) }
                return .list(values)
            }
            return folded(run(function, overloads, [list], at: range), codes, at: range)
        case .function(let function, _) where function.capability == .uuid:
            let place = "\(node.range.lowerBound)"
            return .string { (frame) throws(EvaluationError) in
                NamedUUID.text("\(frame.uuidSeed())/\(place)/\(frame.nextUUIDCall())")
            }
        case .function(let function, _) where function.capability == .secret:
            guard case .literal(.string(let text)) = arguments[0].kind else { return .failing(Self.unknownFunction(name)) }
            return .constant(.secret(Secret(name: text)))
        case .function:
            // A namespace in front of a function is no argument.
            let operands = isMethod(node) ? all : arguments
            var codes: [Code] = []
            for operand in operands { codes.append(emit(operand)) }
            return emitFunction(node, operands, codes)
        default: return .failing(Self.unknownFunction(name))
        }
    }

    private func isMethod(_ node: Node) -> Bool {
        guard case .function(let function, _)? = checked.resolutions[node.id] else { return false }
        return function.style == .receiver
    }

    private static func unknownFunction(_ name: Node.Name) -> EvaluationError {
        EvaluationError(.noSuchFunction, "unknown function '\(name.text)'", at: name.range)
    }

    private mutating func emitMatch(_ pattern: Pattern, _ target: Node, at range: Range<Int>) -> Code {
        let code = emit(target)
        let type = checked.type(of: target)
        let targetRange = target.range
        let text: Compute<String>
        if let typed = code.asString(type, at: targetRange) {
            text = typed.run
        } else {
            let compute = code.compute
            text = { (frame) throws(EvaluationError) in
                let value = try compute(frame)
                guard case .string(let text) = value else { throw Code.mismatch(value, .string, at: targetRange) }
                return text
            }
        }
        return folded(
            .bool { (frame) throws(EvaluationError) in
                let text = try text(frame)
                try frame.charge(1 + text.utf8.count / 16)
                return pattern.occurs(in: text)
            }, [code], at: range)
    }

    /// A call of the signatures that were chosen, with its operands' code.
    mutating func emitFunction(_ node: Node, _ operands: [Node], _ codes: [Code]) -> Code {
        guard case .function(let function, let overloads)? = checked.resolutions[node.id] else {
            return .failing(EvaluationError(.noSuchFunction, "the call stands for nothing", at: node.range))
        }
        if function.style == .receiver, codes.count == 2, function.name == "or" || function.name == "orValue" {
            return emitOr(node, codes, isValue: function.name == "orValue")
        }
        let code = run(function, overloads, codes.map(\.valueCode), at: node.range)
        return folded(code, codes, at: node.range, isPure: function.isPure)
    }

    /// `or` and `orValue` compute their argument only when the optional is empty.
    private func emitOr(_ node: Node, _ codes: [Code], isValue: Bool) -> Code {
        let optional = codes[0].compute
        let other = codes[1].compute
        let range = node.range
        return .value { (frame) throws(EvaluationError) in
            let value = try optional(frame)
            guard case .optional(let wrapped) = value else {
                throw EvaluationError(
                    .noSuchOverload, "\(isValue ? "orValue" : "or") works on an optional, not \(value.typeText)", at: range)
            }
            if let wrapped { return isValue ? wrapped : value }
            let result = try other(frame)
            if !isValue, case .optional = result { return result }
            guard isValue else { throw EvaluationError(.noSuchOverload, "or takes an optional, not \(result.typeText)", at: range) }
            return result
        }
    }

    private func run(_ function: Function, _ overloads: [Overload], _ operands: [ValueCode], at range: Range<Int>) -> Code {
        let symbol = Operator(rawValue: function.name)?.symbol ?? function.name
        if let dynamic = function.dynamic { return Self.call(dynamic, operands, at: range, name: symbol) }
        if overloads.count == 1 { return Self.call(overloads[0].implementation, operands, at: range, name: symbol) }
        return .value { (frame) throws(EvaluationError) in
            var values: [Value] = []
            values.reserveCapacity(operands.count)
            for operand in operands { values.append(try operand.run(frame)) }
            guard let chosen = overloads.first(where: { $0.accepts(values) }) else {
                let types = values.map(\.typeText).joined(separator: ", ")
                throw EvaluationError(.noSuchOverload, "'\(symbol)' does not take (\(types))", at: range)
            }
            do throws(EvaluationError) { return try chosen.implementation.run(values, frame) } catch {
                throw error.naming(symbol).at(range)
            }
        }
    }

    private static func call(
        _ implementation: Implementation, _ operands: [ValueCode], at range: Range<Int>, name: String
    ) -> Code {
        switch implementation {
        case .none(let body):
            return .value { (frame) throws(EvaluationError) in
                do throws(EvaluationError) { return try body(frame) } catch { throw error.naming(name).at(range) }
            }
        case .one(let body):
            let operand = operands[0].run
            return .value { (frame) throws(EvaluationError) in
                let value = try operand(frame)
                do throws(EvaluationError) { return try body(value, frame) } catch { throw error.naming(name).at(range) }
            }
        case .two(let body):
            let left = operands[0].run
            let right = operands[1].run
            return .value { (frame) throws(EvaluationError) in
                let (a, b) = (try left(frame), try right(frame))
                do throws(EvaluationError) { return try body(a, b, frame) } catch { throw error.naming(name).at(range) }
            }
        case .many(let body):
            return .value { (frame) throws(EvaluationError) in
                var values: [Value] = []
                values.reserveCapacity(operands.count)
                for operand in operands { values.append(try operand.run(frame)) }
                do throws(EvaluationError) { return try body(values, frame) } catch { throw error.naming(name).at(range) }
            }
        case .builtIn: return .failing(EvaluationError(.noSuchFunction, "'\(name)' cannot be called here", at: range))
        }
    }
}

extension Implementation {
    func run(_ values: [Value], _ frame: ExpressionFrame) throws(EvaluationError) -> Value {
        switch self {
        case .none(let body): try body(frame)
        case .one(let body): try body(values[0], frame)
        case .two(let body): try body(values[0], values[1], frame)
        case .many(let body): try body(values, frame)
        case .builtIn: throw EvaluationError(.noSuchFunction, "the function cannot be called here")
        }
    }
}

extension Overload {
    /// Whether values are of the types that the signature takes.
    func accepts(_ values: [Value]) -> Bool {
        values.count == parameters.count && zip(parameters, values).allSatisfy { $0.accepts($1) }
    }
}

extension StaticType {
    /// Whether a value is of this type; elements of lists are looked at, other contents are not.
    func accepts(_ value: Value) -> Bool {
        switch (self, value) {
        case (.any, _), (.parameter, _), (.null, .null), (.bool, .bool), (.int, .int), (.uint, .uint), (.double, .double),
            (.string, .string),
            (.enumeration, .string), (.bytes, .bytes), (.timestamp, .timestamp), (.duration, .duration), (.map, .map), (.record, .record),
            (.type, .type), (.optional, .optional):
            true
        case (.list(let element), .list(let values)): values.allSatisfy { element.accepts($0) }
        default: false
        }
    }
}
