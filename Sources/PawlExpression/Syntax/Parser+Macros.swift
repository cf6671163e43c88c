import PawlKit

extension Parser {
    /// Turns a call into the macro of that name, style and number of arguments, or leaves it a call.
    ///
    /// Macros are found by the parser, as in https://github.com/google/cel-spec/blob/master/doc/langdef.md#macros.
    mutating func expandMacro(
        _ name: Node.Name, target: Node?, arguments: [Node], range: Range<Int>
    ) throws(SyntaxFailure) -> Node {
        guard let target else {
            guard name.text == "has", arguments.count == 1 else {
                return try make(.call(name, target: nil, arguments: arguments), range)
            }
            guard case .select(let operand, let field, isOptional: false) = arguments[0].kind else {
                throw SyntaxFailure(fact: .hasNeedsField, range: arguments[0].range)
            }
            return try make(.has(operand, field: field), range)
        }
        if let kind = try receiverMacro(name.text, target: target, arguments: arguments) { return try make(kind, range) }
        return try make(.call(name, target: target, arguments: arguments), range)
    }

    private func receiverMacro(_ name: String, target: Node, arguments: [Node]) throws(SyntaxFailure) -> Node.Kind? {
        func walk(_ macro: Node.Macro, second: Bool = false, filter: Int? = nil) throws(SyntaxFailure) -> Node.Kind {
            .comprehension(
                Node.Comprehension(
                    macro: macro, target: target, first: try variable(arguments[0]), second: second ? try variable(arguments[1]) : nil,
                    filter: filter.map { arguments[$0] }, body: arguments[arguments.count - 1]))
        }
        if name == "bind", case .name("cel", _) = target.kind, arguments.count == 3 {
            return .bind(try variable(arguments[0]), arguments[1], arguments[2])
        }
        switch (name, arguments.count) {
        case ("all", 2): return try walk(.all)
        case ("all", 3): return try walk(.all, second: true)
        case ("exists", 2): return try walk(.exists)
        case ("exists", 3): return try walk(.exists, second: true)
        case ("exists_one", 2), ("existsOne", 2): return try walk(.existsOne)
        case ("exists_one", 3), ("existsOne", 3): return try walk(.existsOne, second: true)
        case ("map", 2): return try walk(.map)
        case ("map", 3): return try walk(.map, filter: 1)
        case ("filter", 2): return try walk(.filter)
        case ("sortBy", 2): return try walk(.sortBy)
        case ("transformList", 3): return try walk(.transformList, second: true)
        case ("transformList", 4): return try walk(.transformList, second: true, filter: 2)
        case ("transformMap", 3): return try walk(.transformMap, second: true)
        case ("transformMap", 4): return try walk(.transformMap, second: true, filter: 2)
        case ("transformMapEntry", 3): return try walk(.transformMapEntry, second: true)
        case ("transformMapEntry", 4): return try walk(.transformMapEntry, second: true, filter: 2)
        case ("optMap", 2): return .optionalMap(target, try variable(arguments[0]), arguments[1], isFlat: false)
        case ("optFlatMap", 2): return .optionalMap(target, try variable(arguments[0]), arguments[1], isFlat: true)
        default: return nil
        }
    }

    private func variable(_ node: Node) throws(SyntaxFailure) -> Node.Name {
        guard case .name(let text, isAbsolute: false) = node.kind else {
            throw SyntaxFailure(fact: .macroNeedsName, range: node.range)
        }
        return Node.Name(text: text, range: node.range)
    }
}
