import PawlKit

/// Reads an expression into a tree: recursive descent, and climbing of precedences for the binary operators.
///
/// It never backs up, so its time is linear in the text whatever the text holds; depth and length are bounded.
struct Parser {
    private var lexer: Lexer
    private(set) var token: Token
    private var depth = 0
    /// The number of nodes made so far.
    private(set) var count = 0
    let limits: ExpressionLimits

    /// Parses a whole text.
    static func parse(_ text: String, limits: ExpressionLimits = .standard) throws(SyntaxFailure) -> (root: Node, count: Int) {
        guard text.utf8.count <= limits.textLength else {
            throw SyntaxFailure(fact: .textTooLong(limit: limits.textLength), range: 0..<text.utf8.count)
        }
        var parser = try Parser(text, limits: limits)
        guard parser.token.kind != .end else { throw SyntaxFailure(fact: .emptyExpression, range: parser.token.range) }
        let root = try parser.expression()
        guard parser.token.kind == .end else {
            // `not x` is read as a name with something behind it.
            if text.utf8.starts(with: "not ".utf8), case .name = root.kind {
                throw SyntaxFailure(fact: .unexpectedToken("not", expected: "an expression"), range: 0..<3)
            }
            throw parser.unexpected(expected: "the end of the expression or an operator")
        }
        return (root, parser.count)
    }

    private init(_ text: String, limits: ExpressionLimits) throws(SyntaxFailure) {
        self.limits = limits
        lexer = Lexer(text)
        token = try lexer.next()
    }
}

// MARK: Tokens and nodes

extension Parser {
    func unexpected(expected: String) -> SyntaxFailure {
        if token.kind == .end { return SyntaxFailure(fact: .unexpectedEnd(expected: expected), range: token.range) }
        let found = String(decoding: lexer.bytes[token.range], as: UTF8.self)
        return SyntaxFailure(fact: .unexpectedToken(found, expected: expected), range: token.range)
    }

    mutating func advance() throws(SyntaxFailure) { token = try lexer.next() }

    mutating func take(_ symbol: Token.Symbol) throws(SyntaxFailure) -> Bool {
        guard token.kind == .symbol(symbol) else { return false }
        try advance()
        return true
    }

    /// Takes a symbol that must be there; the place where it ended.
    @discardableResult
    mutating func expect(_ symbol: Token.Symbol, for what: String) throws(SyntaxFailure) -> Int {
        guard token.kind == .symbol(symbol) else { throw unexpected(expected: "'\(symbol.rawValue)' \(what)") }
        let end = token.range.upperBound
        try advance()
        return end
    }

    mutating func make(_ kind: Node.Kind, _ range: Range<Int>) throws(SyntaxFailure) -> Node {
        let node = Node(kind, range: range, id: count)
        count += 1
        guard node.height <= limits.nesting else { throw SyntaxFailure(fact: .nestedTooDeeply(limit: limits.nesting), range: range) }
        return node
    }
}

// MARK: Operators

extension Parser {
    mutating func expression() throws(SyntaxFailure) -> Node {
        depth += 1
        defer { depth -= 1 }
        guard depth <= limits.nesting else { throw SyntaxFailure(fact: .nestedTooDeeply(limit: limits.nesting), range: token.range) }
        let condition = try chain(.or)
        guard try take(.question) else { return condition }
        let yes = try chain(.or)
        try expect(.colon, for: "and the value for false")
        let no = try expression()
        return try make(.conditional(condition, yes, no), condition.range.lowerBound..<no.range.upperBound)
    }

    /// A chain of `||`, or of the `&&` in it, as one node: a long chain is not a deep tree.
    private mutating func chain(_ symbol: Token.Symbol) throws(SyntaxFailure) -> Node {
        let first = symbol == .or ? try chain(.and) : try binary(3)
        guard token.kind == .symbol(symbol) else { return first }
        var terms = [first]
        while try take(symbol) { terms.append(symbol == .or ? try chain(.and) : try binary(3)) }
        return try make(symbol == .or ? .or(terms) : .and(terms), first.range.lowerBound..<terms.last!.range.upperBound)
    }

    private mutating func binary(_ precedence: Int) throws(SyntaxFailure) -> Node {
        var left = try unary()
        while let (operation, own) = binaryOperator, own >= precedence {
            try advance()
            let right = try binary(own + 1)
            left = try make(.binary(operation, left, right), left.range.lowerBound..<right.range.upperBound)
        }
        return left
    }

    private var binaryOperator: (Operator, precedence: Int)? {
        guard case .symbol(let symbol) = token.kind else { return nil }
        let operation: Operator
        switch symbol {
        case .equal: operation = .equal
        case .unequal: operation = .unequal
        case .less: operation = .less
        case .lessOrEqual: operation = .lessOrEqual
        case .greater: operation = .greater
        case .greaterOrEqual: operation = .greaterOrEqual
        case .in: operation = .within
        case .plus: operation = .add
        case .minus: operation = .subtract
        case .star: operation = .multiply
        case .slash: operation = .divide
        case .percent: operation = .modulo
        default: return nil
        }
        return operation.precedence.map { (operation, $0) }
    }

    private mutating func unary() throws(SyntaxFailure) -> Node {
        guard token.kind == .symbol(.not) || token.kind == .symbol(.minus) else { return try member() }
        let operation: Operator = token.kind == .symbol(.not) ? .not : .negate
        var starts: [Int] = []
        while token.kind == .symbol(operation == .not ? .not : .minus) {
            starts.append(token.range.lowerBound)
            try advance()
            // Each becomes a level of the tree.
            guard starts.count <= limits.nesting else {
                throw SyntaxFailure(fact: .nestedTooDeeply(limit: limits.nesting), range: token.range)
            }
        }
        // A minus before a number is its sign: the least int has no positive counterpart.
        var operand: Node
        if operation == .negate, isNumber {
            operand = try member(sign: starts.removeLast())
        } else {
            operand = try member()
        }
        for start in starts.reversed() { operand = try make(.unary(operation, operand), start..<operand.range.upperBound) }
        return operand
    }

    private var isNumber: Bool {
        switch token.kind {
        case .int, .double: true
        default: false
        }
    }
}
