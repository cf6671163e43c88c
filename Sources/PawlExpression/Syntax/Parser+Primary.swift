import PawlKit

extension Parser {
    /// A primary with the selections, indexes and calls after it; `sign` is where the minus of a number stands.
    mutating func member(sign: Int? = nil) throws(SyntaxFailure) -> Node {
        var node = try primary(sign: sign)
        while case .symbol(let symbol) = token.kind {
            switch symbol {
            case .dot:
                try advance()
                node = try selection(of: node)
            case .openBracket:
                try advance()
                let isOptional = try take(.question)
                let index = try expression()
                let end = try expect(.closeBracket, for: "after the index")
                node = try make(.index(node, index, isOptional: isOptional), node.range.lowerBound..<end)
            case .openBrace:
                guard let (name, isAbsolute) = typeName(node) else { return node }
                node = try record(name, isAbsolute: isAbsolute, start: node.range.lowerBound)
            default: return node
            }
        }
        return node
    }

    private mutating func selection(of operand: Node) throws(SyntaxFailure) -> Node {
        let isOptional = try take(.question)
        let name = try fieldName()
        guard !isOptional, !name.isQuoted, token.kind == .symbol(.openParenthesis) else {
            let range = operand.range.lowerBound..<name.name.range.upperBound
            return try make(.select(operand, field: name.name, isOptional: isOptional), range)
        }
        return try call(name.name, target: operand, start: operand.range.lowerBound)
    }

    private mutating func fieldName() throws(SyntaxFailure) -> (name: Node.Name, isQuoted: Bool) {
        let range = token.range
        switch token.kind {
        case .word(let text):
            try advance()
            return (Node.Name(text: text, range: range), false)
        case .quotedName(let text):
            try advance()
            return (Node.Name(text: text, range: range), true)
        default: throw unexpected(expected: "a field name")
        }
    }

    private mutating func primary(sign: Int?) throws(SyntaxFailure) -> Node {
        let range = token.range
        switch token.kind {
        case .int(let magnitude):
            let start = sign ?? range.lowerBound
            guard sign != nil || magnitude <= UInt64(Int64.max) else {
                throw SyntaxFailure(fact: .numberOutOfRange(type: "int"), range: range)
            }
            try advance()
            let number = sign == nil ? Int64(magnitude) : Int64(truncatingIfNeeded: 0 &- magnitude)
            return try make(.literal(.int(number)), start..<range.upperBound)
        case .double(let number):
            try advance()
            return try make(.literal(.double(sign == nil ? number : -number)), (sign ?? range.lowerBound)..<range.upperBound)
        case .uint(let number): return try literal(.uint(number))
        case .string(let text): return try literal(.string(text))
        case .bytes(let bytes): return try literal(.bytes(bytes))
        case .symbol(.true): return try literal(.bool(true))
        case .symbol(.false): return try literal(.bool(false))
        case .symbol(.null): return try literal(.null)
        case .symbol(.openParenthesis):
            try advance()
            let inner = try expression()
            let end = try expect(.closeParenthesis, for: "after the expression in parentheses")
            // The parentheses belong to the place, not to the tree.
            return try make(inner.kind, range.lowerBound..<end)
        case .symbol(.openBracket): return try list()
        case .symbol(.openBrace): return try map()
        case .symbol(.dot):
            try advance()
            return try name(isAbsolute: true, start: range.lowerBound)
        case .word: return try name(isAbsolute: false, start: range.lowerBound)
        default: throw unexpected(expected: "a value")
        }
    }

    private mutating func literal(_ value: Value) throws(SyntaxFailure) -> Node {
        let range = token.range
        try advance()
        return try make(.literal(value), range)
    }

    private mutating func name(isAbsolute: Bool, start: Int) throws(SyntaxFailure) -> Node {
        guard case .word(let text) = token.kind else { throw unexpected(expected: "a name") }
        let range = token.range
        guard !ReservedWord.all.contains(text) else { throw SyntaxFailure(fact: .reservedWord(text), range: range) }
        try advance()
        let name = Node.Name(text: text, range: range)
        if token.kind == .symbol(.openParenthesis) {
            return try call(isAbsolute ? Node.Name(text: "." + text, range: start..<range.upperBound) : name, target: nil, start: start)
        }
        return try make(.name(text, isAbsolute: isAbsolute), start..<range.upperBound)
    }

    private mutating func call(_ name: Node.Name, target: Node?, start: Int) throws(SyntaxFailure) -> Node {
        try advance()
        var arguments: [Node] = []
        if token.kind != .symbol(.closeParenthesis) {
            repeat { arguments.append(try expression()) } while try take(.comma)
        }
        let end = try expect(.closeParenthesis, for: "or ',' after the argument")
        return try expandMacro(name, target: target, arguments: arguments, range: start..<end)
    }

    private mutating func list() throws(SyntaxFailure) -> Node {
        let start = token.range.lowerBound
        try advance()
        var elements: [Node.Element] = []
        while token.kind != .symbol(.closeBracket) {
            let isOptional = try take(.question)
            elements.append(Node.Element(value: try expression(), isOptional: isOptional))
            guard try take(.comma) else { break }
        }
        let end = try expect(.closeBracket, for: "or ',' after the element")
        return try make(.list(elements), start..<end)
    }

    private mutating func map() throws(SyntaxFailure) -> Node {
        let start = token.range.lowerBound
        try advance()
        var entries: [Node.Entry] = []
        while token.kind != .symbol(.closeBrace) {
            let isOptional = try take(.question)
            let key = try expression()
            try expect(.colon, for: "after the key")
            entries.append(Node.Entry(key: key, value: try expression(), isOptional: isOptional))
            guard try take(.comma) else { break }
        }
        let end = try expect(.closeBrace, for: "or ',' after the entry")
        return try make(.map(entries), start..<end)
    }

    private mutating func record(_ type: Node.Name, isAbsolute: Bool, start: Int) throws(SyntaxFailure) -> Node {
        try advance()
        var fields: [Node.FieldValue] = []
        while token.kind != .symbol(.closeBrace) {
            let isOptional = try take(.question)
            let name = try fieldName().name
            try expect(.colon, for: "after the field name")
            fields.append(Node.FieldValue(name: name, value: try expression(), isOptional: isOptional))
            guard try take(.comma) else { break }
        }
        let end = try expect(.closeBrace, for: "or ',' after the field")
        return try make(.record(type, isAbsolute: isAbsolute, fields), start..<end)
    }

    /// The dotted name that a chain of plain selections spells, nil for anything else.
    private func typeName(_ node: Node) -> (Node.Name, isAbsolute: Bool)? {
        guard let (text, isAbsolute) = node.dottedName, text.utf8.allSatisfy({ $0.isNamePart || $0 == UInt8(ascii: ".") }) else {
            return nil
        }
        return (Node.Name(text: text, range: node.range), isAbsolute)
    }
}

extension Node {
    /// The name that a chain of plain selections starts with.
    var root: String? {
        var node = self
        while case .select(let operand, _, isOptional: false) = node.kind { node = operand }
        if case .name(let text, _) = node.kind { return text }
        return nil
    }

    /// The dotted name that a chain of plain selections spells, nil for anything else.
    var dottedName: (text: String, isAbsolute: Bool)? {
        switch kind {
        case .name(let text, let isAbsolute): return (text, isAbsolute)
        case .select(let operand, let field, isOptional: false):
            guard let (prefix, isAbsolute) = operand.dottedName else { return nil }
            return (prefix + "." + field.text, isAbsolute)
        default: return nil
        }
    }
}
