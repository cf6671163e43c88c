import PawlKit

extension Checker {
    func checkCall(_ node: Node, _ name: Node.Name, _ target: Node?, _ arguments: [Node]) -> StaticType {
        guard let target else {
            let isAbsolute = name.text.hasPrefix(".")
            let text = isAbsolute ? String(name.text.dropFirst()) : name.text
            return checkGlobal(node, text, name.range, arguments, isAbsolute: isAbsolute)
        }
        if let (prefix, isAbsolute) = target.dottedName, globalFunction(prefix + "." + name.text, isAbsolute: isAbsolute) != nil {
            return checkGlobal(
                node, prefix + "." + name.text, target.range.lowerBound..<name.range.upperBound, arguments, isAbsolute: isAbsolute)
        }
        if let (prefix, isAbsolute) = target.dottedName, scope.table.isNamespace(prefix), local(prefix) == nil,
            scope.variables[ByteString(prefix)] == nil
        {
            return checkGlobal(node, prefix + "." + name.text, name.range, arguments, isAbsolute: isAbsolute)
        }
        let all = [target] + arguments
        guard let function = scope.table.function(name.text, isReceiver: true) else { return unknownMethod(node, name, all) }
        let types = all.map(check)
        if let pattern = constantPattern(function, arguments.last) { return pattern(node) }
        return apply(function, node, name.range, all, types)
    }

    private func globalFunction(_ name: String, isAbsolute: Bool) -> Function? {
        for candidate in scope.candidates(name, isAbsolute: isAbsolute) {
            if let function = scope.table.function(candidate, isReceiver: false) { return function }
        }
        return nil
    }

    private func checkGlobal(
        _ node: Node, _ name: String, _ range: Range<Int>, _ arguments: [Node], isAbsolute: Bool
    ) -> StaticType {
        let types = arguments.map(check)
        guard let function = globalFunction(name, isAbsolute: isAbsolute), function.style == .global else {
            let other =
                scope.table.function(name, isReceiver: true) ?? scope.table.functions.first { $0.style == .macro && $0.name == name }
            let names = scope.table.functions.filter { $0.style == .global && scope.capabilities.isSuperset(of: $0.capability) }.map(\.name)
            let namespace = Self.namespace(name)
            return report(
                .unknownFunction(
                    name, isMethod: false, nearest: NearestName.find(name, among: names),
                    otherStyle: other.map { "it is a method: write x.\($0.name)(…)" },
                    candidates: names.filter { Self.namespace($0) == namespace }), range, node: node)
        }
        guard scope.capabilities.isSuperset(of: function.capability) else {
            return report(.notAllowedHere(function: name), range, node: node)
        }
        if function.capability != [] { return checkWorkflowFunction(function, node, range, arguments, types) }
        if function.name == "matches", arguments.count == 2, let pattern = constantPattern(function, arguments.last) {
            return pattern(node)
        }
        if ["math.greatest", "math.least"].contains(function.name), arguments.count > 2 {
            guard let (overloads, result) = matching(function, [.list(common(types))]) else {
                return report(
                    .wrongArgumentTypes(
                        name, found: types.map { solver.resolved($0).description }, signatures: signatures(function), hint: nil), range,
                    node: node)
            }
            resolve(node, as: .variadic(function, overloads))
            return result
        }
        return apply(function, node, range, arguments, types)
    }

    /// What stands before the last dot of a name: `math`.
    private static func namespace(_ name: String) -> Substring? { name.lastIndex(of: ".").map { name[..<$0] } }

    /// The methods that a value of a type has.
    private func methods(of type: StaticType) -> [String] {
        let type = solver.resolved(type)
        guard type != .any, type != .error else { return [] }
        return scope.table.functions.filter { function in
            function.style == .receiver
                && function.overloads.contains { overload in
                    var (attempt, names) = (solver, [String: StaticType]())
                    guard let place = overload.parameters.first else { return false }
                    return attempt.assign([type], to: [attempt.instantiate(place, &names)])
                }
        }.map(\.name)
    }

    private func unknownMethod(_ node: Node, _ name: Node.Name, _ all: [Node]) -> StaticType {
        let type = check(all[0])
        if let macro = scope.table.functions.first(where: { $0.style == .macro && $0.name == name.text }) {
            let form = macro.summary.split(separator: "`").first.map(String.init) ?? macro.name
            return report(.wrongArgumentCount(name.text, found: all.count - 1, signatures: [form]), name.range, node: node)
        }
        for argument in all.dropFirst() { _ = check(argument) }
        let isGlobal = scope.table.function(name.text, isReceiver: false) != nil
        return report(
            .unknownFunction(
                name.text, isMethod: true, nearest: NearestName.find(name.text, among: scope.table.names(isReceiver: true)),
                otherStyle: isGlobal ? "it is a function: write \(name.text)(…)" : nil, candidates: methods(of: type)), name.range,
            node: node)
    }

    func checkOperator(_ node: Node, _ operation: Operator, _ operands: [Node]) -> StaticType {
        let types = operands.map(check)
        guard let function = scope.table.function(operation) else { return .error }
        checkMembers(operation, operands, types)
        return apply(function, node, node.range, operands, types)
    }

    /// An enum is compared only with its members.
    private func checkMembers(_ operation: Operator, _ operands: [Node], _ types: [StaticType]) {
        guard isStrict, operands.count == 2 else { return }
        switch operation {
        case .equal, .unequal:
            for (side, other) in [(0, 1), (1, 0)] {
                guard case .enumeration(let type) = solver.shallow(types[side]) else { continue }
                for text in constantTexts(operands[other]) ?? [] { requireMember(text, type) }
            }
        case .within:
            guard case .enumeration(let type) = solver.shallow(types[0]), case .list(let elements) = operands[1].kind else { return }
            for element in elements {
                for text in constantTexts(element.value) ?? [] { requireMember(text, type) }
            }
        default: break
        }
    }

    private func apply(_ function: Function, _ node: Node, _ range: Range<Int>, _ arguments: [Node], _ types: [StaticType]) -> StaticType {
        if let (overloads, result) = matching(function, types) {
            resolve(node, as: .function(function, overloads))
            return result
        }
        let shown = function.style == .binary || function.style == .prefix ? Operator(rawValue: function.name)!.symbol : function.name
        let found = types.map { solver.resolved($0).description }
        guard function.overloads.contains(where: { $0.parameters.count == types.count }) else {
            let own = function.style == .receiver ? types.count - 1 : types.count
            return report(.wrongArgumentCount(shown, found: own, signatures: signatures(function)), range, node: node)
        }
        // What was reported already needs no second finding.
        if types.contains(where: { solver.shallow($0) == .error }) { return .error }
        return report(
            .wrongArgumentTypes(shown, found: found, signatures: signatures(function), hint: mixHint(arguments, types)), range,
            node: node)
    }

    private func signatures(_ function: Function) -> [String] {
        function.overloads.map { $0.signature(of: function.name, style: function.style) }
    }

    /// The signatures that may apply, and the type that they give: `any` when they give different ones.
    private func matching(_ function: Function, _ types: [StaticType]) -> ([Overload], StaticType)? {
        let known = types.map(solver.resolved)
        // Most calls fit one signature as it is written.
        for overload in function.overloads where overload.isPlain && overload.parameters == known { return ([overload], overload.result) }
        let isProven = known.allSatisfy(\.isProven)
        if isProven, let overload = same(function, known) { return ([overload], .bool) }
        var overloads: [Overload] = []
        var result: StaticType?
        for overload in function.overloads where overload.parameters.count == types.count {
            var names: [String: StaticType] = [:]
            let parameters = overload.parameters.map { solver.instantiate($0, &names) }
            guard solver.assign(types, to: parameters) else { continue }
            overloads.append(overload)
            let instance = solver.instantiate(overload.result, &names)
            let own = solver.resolved(instance)
            if let first = result, solver.resolved(first) != own { result = .any } else { result = own }
            // Signatures are listed from special to general: with all types proven the first that fits is the one.
            if isProven { break }
        }
        return result.map { (overloads, $0) }
    }

    /// The signature of `==`, `!=` or `in` for proven types that agree as they stand: no unknown types need solving.
    private func same(_ function: Function, _ types: [StaticType]) -> Overload? {
        guard function.style == .binary, let operation = Operator(rawValue: function.name) else { return nil }
        switch operation {
        case .equal, .unequal: return types[0] == types[1] ? function.overloads[0] : nil
        case .within: return types[1] == .list(types[0]) ? function.overloads[0] : nil
        default: return nil
        }
    }

    // MARK: Functions with a meaning at load

    private func constantPattern(_ function: Function, _ argument: Node?) -> ((Node) -> StaticType)? {
        guard function.name == "matches", let argument, case .literal(.string(let text)) = argument.kind else { return nil }
        return { [self] node in
            let target: Node
            switch node.kind {
            case .call(_, let receiver?, let arguments) where arguments.count == 1: target = receiver
            case .call(_, nil, let arguments) where arguments.count == 2: target = arguments[0]
            default:
                return report(.wrongArgumentCount("matches", found: 1, signatures: signatures(function)), node.range, node: node)
            }
            guard solver.assign([checked.types[target.id]], to: [.string]) else {
                return report(
                    .wrongArgumentTypes(
                        "matches", found: [solver.resolved(checked.types[target.id]).description, "string"],
                        signatures: signatures(function), hint: nil), target.range, node: node)
            }
            do throws(EvaluationError) {
                resolve(node, as: .pattern(try Pattern(text)))
                return .bool
            } catch {
                return report(.badPattern(reason: error.message), argument.range, node: node)
            }
        }
    }

    private func checkWorkflowFunction(
        _ function: Function, _ node: Node, _ range: Range<Int>, _ arguments: [Node], _ types: [StaticType]
    ) -> StaticType {
        guard arguments.count == function.overloads[0].parameters.count else {
            return report(
                .wrongArgumentCount(function.name, found: arguments.count, signatures: signatures(function)), range, node: node)
        }
        resolve(node, as: .function(function, function.overloads))
        guard let argument = arguments.first else { return function.overloads[0].result }
        guard case .literal(.string(let text)) = argument.kind else {
            return report(.needsConstant(function: function.name), argument.range, node: node)
        }
        if function.capability == .secret, !resultNodes.contains(node.id) {
            return report(.secretNotAlone, node.range, node: node)
        }
        if function.capability == .active {
            switch scope.states(text) {
            case .found(let number): resolve(node, as: .state(number))
            case .ambiguous(let names): return report(.ambiguousState(text, candidates: names), argument.range, node: node)
            case .unknown(let nearest): return report(.unknownState(text, nearest: nearest), argument.range, node: node)
            }
        }
        return function.overloads[0].result
    }
}
