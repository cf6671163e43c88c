/// Reads expressions and simple statements of ECMAScript.
struct ECMAParser {
    private let tokens: [ECMAToken]
    private var place = 0
    private var depth = 0
    private static let maximumDepth = 40

    private init(_ text: String) throws(ECMASyntaxError) {
        // What stands in an attribute is short; this bounds what a hostile file can ask for.
        guard text.utf8.count <= 10_000 else { throw ECMASyntaxError(message: "it is longer than 10,000 bytes") }
        tokens = try ECMALexer.tokens(text)
    }

    /// Reads a text that is one expression.
    static func expression(_ text: String) throws(ECMASyntaxError) -> ECMAExpression {
        var parser = try ECMAParser(text)
        let expression = try parser.expression()
        guard parser.peek == .end else { throw parser.unexpected() }
        return expression
    }

    /// Reads a text that is a list of assignments.
    static func assignments(_ text: String) throws(ECMASyntaxError) -> [ECMAAssignment] {
        var parser = try ECMAParser(text)
        var all: [ECMAAssignment] = []
        while parser.peek != .end {
            if parser.take(";") { continue }
            all += try parser.statement()
        }
        return all
    }

    private var peek: ECMAToken { tokens[place] }

    private func unexpected() -> ECMASyntaxError {
        switch peek {
        case .end: ECMASyntaxError(message: "it ends too early")
        case .number(let text), .name(let text), .symbol(let text): ECMASyntaxError(message: "'\(text)' is not expected there")
        case .string(let text): ECMASyntaxError(message: "the text '\(text)' is not expected there")
        }
    }

    private mutating func take(_ symbol: String) -> Bool {
        guard peek == .symbol(symbol) else { return false }
        place += 1
        return true
    }

    private mutating func expect(_ symbol: String) throws(ECMASyntaxError) {
        if !take(symbol) { throw unexpected() }
    }

    private mutating func takeName() throws(ECMASyntaxError) -> String {
        guard case .name(let name) = peek else { throw unexpected() }
        place += 1
        return name
    }

    // MARK: Statements

    private mutating func statement() throws(ECMASyntaxError) -> [ECMAAssignment] {
        var isDeclaration = false
        if case .name(let word) = peek, ["var", "let", "const"].contains(word) {
            place += 1
            isDeclaration = true
        }
        var all: [ECMAAssignment] = []
        repeat {
            for step in ["++", "--"] where take(step) {
                let name = try takeName()
                return [ECMAAssignment(name: name, value: .binary(String(step.prefix(1)), .name(name), .int(1)), isDeclaration: false)]
            }
            let name = try takeName()
            if take("=") {
                all.append(ECMAAssignment(name: name, value: try expression(), isDeclaration: isDeclaration))
            } else if isDeclaration {
                all.append(ECMAAssignment(name: name, value: .nothing, isDeclaration: true))
            } else {
                all.append(ECMAAssignment(name: name, value: try change(of: name), isDeclaration: false))
            }
        } while isDeclaration && take(",")
        // A line break may end a statement too; what follows then must begin one.
        guard peek == .end || take(";") || isAtName else { throw unexpected() }
        return all
    }

    private var isAtName: Bool { if case .name = peek { true } else { false } }

    /// What comes of `x++` and `x += 2`.
    private mutating func change(of name: String) throws(ECMASyntaxError) -> ECMAExpression {
        for step in ["++", "--"] where take(step) { return .binary(String(step.prefix(1)), .name(name), .int(1)) }
        for change in ["+=", "-=", "*=", "/=", "%="] where take(change) {
            return .binary(String(change.prefix(1)), .name(name), try expression())
        }
        throw unexpected()
    }

    // MARK: Expressions

    private static let levels: [[String]] = [
        ["||"], ["&&"], ["===", "!==", "==", "!="], ["<=", ">=", "<", ">"], ["+", "-"], ["*", "/", "%"],
    ]

    private mutating func expression() throws(ECMASyntaxError) -> ECMAExpression {
        depth += 1
        defer { depth -= 1 }
        if depth > Self.maximumDepth { throw ECMASyntaxError(message: "it is nested too deeply") }
        let test = try binary(0)
        guard take("?") else { return test }
        let then = try expression()
        try expect(":")
        return .conditional(test, then: then, else: try expression())
    }

    private mutating func binary(_ level: Int) throws(ECMASyntaxError) -> ECMAExpression {
        guard level < Self.levels.count else { return try unary() }
        var left = try binary(level + 1)
        while case .symbol(let symbol) = peek, Self.levels[level].contains(symbol) {
            place += 1
            left = .binary(symbol, left, try binary(level + 1))
        }
        return left
    }

    private mutating func unary() throws(ECMASyntaxError) -> ECMAExpression {
        depth += 1
        defer { depth -= 1 }
        if depth > Self.maximumDepth { throw ECMASyntaxError(message: "it is nested too deeply") }
        for symbol in ["!", "-", "+"] where take(symbol) { return .unary(symbol, try unary()) }
        if peek == .name("typeof") {
            place += 1
            return .unary("typeof", try unary())
        }
        return try postfix()
    }

    private mutating func postfix() throws(ECMASyntaxError) -> ECMAExpression {
        var expression = try primary()
        while true {
            if take(".") {
                expression = .member(expression, try takeName())
            } else if take("[") {
                guard case .string(let name) = peek else { throw unexpected() }
                place += 1
                try expect("]")
                expression = .member(expression, name)
            } else if take("(") {
                expression = .call(expression, try list(until: ")"))
            } else {
                return expression
            }
        }
    }

    private mutating func list(until end: String) throws(ECMASyntaxError) -> [ECMAExpression] {
        var elements: [ECMAExpression] = []
        while !take(end) {
            elements.append(try expression())
            if !take(",") {
                try expect(end)
                break
            }
        }
        return elements
    }

    private mutating func primary() throws(ECMASyntaxError) -> ECMAExpression {
        switch peek {
        case .number(let text):
            place += 1
            if let whole = Int64(text) { return .int(whole) }
            return .double(Double(text) ?? 0)
        case .string(let text):
            place += 1
            return .string(text)
        case .name(let name):
            place += 1
            switch name {
            case "true": return .bool(true)
            case "false": return .bool(false)
            case "null", "undefined": return .nothing
            case "function", "new", "void", "delete", "this": throw ECMASyntaxError(message: "'\(name)' is not translated")
            default: return .name(name)
            }
        case .symbol("("):
            place += 1
            let inner = try expression()
            try expect(")")
            return inner
        case .symbol("["):
            place += 1
            return .array(try list(until: "]"))
        case .symbol("{"):
            place += 1
            return .object(try fields())
        default:
            throw unexpected()
        }
    }

    private mutating func fields() throws(ECMASyntaxError) -> [ECMAField] {
        var fields: [ECMAField] = []
        while !take("}") {
            let name: String
            switch peek {
            case .name(let text), .string(let text): name = text
            default: throw unexpected()
            }
            place += 1
            try expect(":")
            fields.append(ECMAField(name: name, value: try expression()))
            if !take(",") {
                try expect("}")
                break
            }
        }
        return fields
    }
}
