import PawlKit

/// Equality and order as CEL has them at run time: numbers across their types, NaN unequal to all, texts by UTF-8 bytes.
enum Comparison {
    /// Whether two values are equal; values of types that do not compare are unequal.
    static func equal(_ left: Value, _ right: Value, _ frame: ExpressionFrame) throws(EvaluationError) -> Bool {
        switch (left, right) {
        case (.int(let a), .int(let b)): return a == b
        case (.string(let a), .string(let b)): return UTF8Order.equal(a, b)
        case (.bool(let a), .bool(let b)): return a == b
        case (.double(let a), .double(let b)): return a == b
        case (.uint(let a), .uint(let b)): return a == b
        case (.int, .uint), (.int, .double), (.uint, .int), (.uint, .double), (.double, .int), (.double, .uint):
            return numeric(left, right) == .same
        case (.null, .null): return true
        case (.bytes(let a), .bytes(let b)): return a == b
        case (.timestamp(let a), .timestamp(let b)): return a == b
        case (.duration(let a), .duration(let b)): return a == b
        case (.type(let a), .type(let b)): return UTF8Order.equal(a, b)
        case (.list(let a), .list(let b)):
            guard a.count == b.count else { return false }
            try frame.charge(a.count)
            for (one, other) in zip(a, b) where try !equal(one, other, frame) { return false }
            return true
        case (.map(let a), .map(let b)): return try equal(a, b, frame)
        case (.record(let a), .record(let b)): return try equal(a, b, frame)
        case (.optional(let a), .optional(let b)):
            guard let a, let b else { return a == nil && b == nil }
            return try equal(a, b, frame)
        case (.secret(let a), .secret(let b)): return a == b
        default: return false
        }
    }

    private static func equal(_ left: ValueMap, _ right: ValueMap, _ frame: ExpressionFrame) throws(EvaluationError) -> Bool {
        guard left.count == right.count else { return false }
        try frame.charge(left.count)
        for entry in left.entries {
            guard let other = right[entry.key], try equal(entry.value, other, frame) else { return false }
        }
        return true
    }

    private static func equal(_ left: Record, _ right: Record, _ frame: ExpressionFrame) throws(EvaluationError) -> Bool {
        guard left.type.hasSameLayout(as: right.type) else {
            return try equal(left.asMap, right.asMap, frame)
        }
        try frame.charge(left.fields.count)
        for (one, other) in zip(left.fields, right.fields) {
            switch (one, other) {
            case (nil, nil): continue
            case (let one?, let other?): if try !equal(one, other, frame) { return false }
            default: return false
            }
        }
        return true
    }

    enum Order { case less, same, greater, unordered }

    /// The order of two values, nil when values of these types have none.
    static func order(_ left: Value, _ right: Value) -> Order? {
        switch (left, right) {
        case (.string(let a), .string(let b)): return order(utf8: a, b)
        case (.bool(let a), .bool(let b)): return a == b ? .same : (b ? .less : .greater)
        case (.bytes(let a), .bytes(let b)):
            return a == b ? .same : (a.lexicographicallyPrecedes(b) ? .less : .greater)
        case (.timestamp(let a), .timestamp(let b)): return order(a, b)
        case (.duration(let a), .duration(let b)): return order(a, b)
        default: return numeric(left, right)
        }
    }

    private static func order<T: Comparable>(_ a: T, _ b: T) -> Order { a == b ? .same : (a < b ? .less : .greater) }

    private static func order(utf8 a: String, _ b: String) -> Order {
        UTF8Order.equal(a, b) ? .same : (UTF8Order.less(a, b) ? .less : .greater)
    }

    /// The order of two numbers of any type, nil when one is none.
    static func numeric(_ left: Value, _ right: Value) -> Order? {
        switch (left, right) {
        case (.int(let a), .int(let b)): return order(a, b)
        case (.uint(let a), .uint(let b)): return order(a, b)
        case (.double(let a), .double(let b)): return order(a, b, nan: a.isNaN || b.isNaN)
        case (.int(let a), .uint(let b)): return a < 0 ? .less : order(UInt64(a), b)
        case (.uint(let a), .int(let b)): return b < 0 ? .greater : order(a, UInt64(b))
        case (.int(let a), .double(let b)): return order(a, b)
        case (.double(let a), .int(let b)): return order(b, a).reversed
        case (.uint(let a), .double(let b)): return order(a, b)
        case (.double(let a), .uint(let b)): return order(b, a).reversed
        default: return nil
        }
    }

    private static func order(_ a: Double, _ b: Double, nan: Bool) -> Order { nan ? .unordered : order(a, b) }

    // Rounds the whole number on purpose, as the reference engines do and the conformance tests ask for:
    // https://github.com/google/cel-go/blob/master/common/types/compare.go
    private static func order(_ a: Int64, _ b: Double) -> Order {
        if b.isNaN { return .unordered }
        if b < -0x1p63 { return .greater }
        if b > 0x1p63 { return .less }
        return order(Double(a), b)
    }

    private static func order(_ a: UInt64, _ b: Double) -> Order {
        if b.isNaN { return .unordered }
        if b < 0 { return .greater }
        if b > 0x1p64 { return .less }
        return order(Double(a), b)
    }
}

extension Comparison.Order {
    var reversed: Comparison.Order {
        switch self {
        case .less: .greater
        case .greater: .less
        case .same, .unordered: self
        }
    }

    /// Whether a relation holds; none holds for NaN.
    func satisfies(_ relation: Operator) -> Bool {
        switch relation {
        case .less: self == .less
        case .lessOrEqual: self == .less || self == .same
        case .greater: self == .greater
        case .greaterOrEqual: self == .greater || self == .same
        default: false
        }
    }
}

extension ValueMap.Key {
    /// The key that a value stands for, nil when it can be none; a whole double counts as its number when `lenient`.
    init?(_ value: Value, lenient: Bool) {
        switch value {
        case .bool(let truth): self = .bool(truth)
        case .int(let number): self = .int(number)
        case .uint(let number): self = .uint(number)
        case .string(let text): self = .string(text)
        case .double(let number) where lenient:
            if let whole = Int64(exactly: number) {
                self = .int(whole)
            } else if let whole = UInt64(exactly: number) {
                self = .uint(whole)
            } else {
                return nil
            }
        default: return nil
        }
    }
}
