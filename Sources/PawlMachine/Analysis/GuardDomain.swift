import PawlExpression
import PawlKit

/// The values of one field, as far as conditions tell them apart.
struct GuardDomain {
    /// Values that all conditions treat alike.
    struct Part {
        /// One of them.
        var sample: Value
        /// All of them, for messages: `'EUR'`; of ints their range instead.
        var text = ""
        var range: ClosedRange<Int64>?
    }

    /// The parts, which together are all values.
    let parts: [Part]

    /// The values of a field under conditions that compare it with constants; nil for a type whose values cannot be counted.
    init?(_ type: ValueType, comparedWith constants: [Value]) {
        switch type {
        case .bool: parts = [Part(sample: true, text: "true"), Part(sample: false, text: "false")]
        case .enumeration(let type): parts = type.members.map { Part(sample: .string($0), text: "'\($0)'") }
        case .int:
            let numbers = constants.compactMap(\.intValue)
            guard numbers.count == constants.count, numbers.count <= 64 else { return nil }
            parts = Self.ranges(Set(numbers).sorted())
        default: return nil
        }
    }

    /// Parts for messages; ranges that touch become one.
    static func texts(of parts: [Part]) -> [String] {
        var texts: [String] = []
        var open: ClosedRange<Int64>?
        func text(_ range: ClosedRange<Int64>) -> String {
            if range.lowerBound == .min { return "\(range.upperBound) and less" }
            if range.upperBound == .max { return "\(range.lowerBound) and more" }
            return range.lowerBound == range.upperBound ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
        }
        for part in parts {
            guard let range = part.range else {
                texts.append(part.text)
                continue
            }
            if let last = open, last.upperBound + 1 == range.lowerBound {
                open = last.lowerBound...range.upperBound
            } else {
                if let open { texts.append(text(open)) }
                open = range
            }
        }
        if let open { texts.append(text(open)) }
        return texts
    }

    /// Each constant for itself, and what lies between, below and above.
    private static func ranges(_ numbers: [Int64]) -> [Part] {
        var ranges: [ClosedRange<Int64>] = []
        var next = Int64.min
        for number in numbers {
            if number > next { ranges.append(next...number - 1) }
            ranges.append(number...number)
            if number == .max { return ranges.map { Part(sample: .int($0.lowerBound), range: $0) } }
            next = number + 1
        }
        ranges.append(next...Int64.max)
        return ranges.map { Part(sample: .int($0.lowerBound), range: $0) }
    }
}

extension Condition {
    /// The only field that it depends on; nil when there are several, none, or something that cannot be told.
    var onlyPath: [String]? {
        switch self {
        case .compare(let path, _, _), .isTrue(let path): return path
        case .not(let inner): return inner.onlyPath
        case .all(let terms), .any(let terms):
            guard let first = terms.first?.onlyPath, terms.allSatisfy({ $0.onlyPath == first }) else { return nil }
            return first
        case .other: return nil
        }
    }

    /// The constants that the field is compared with.
    var constants: [Value] {
        switch self {
        case .compare(_, _, let value): [value]
        case .not(let inner): inner.constants
        case .all(let terms), .any(let terms): terms.flatMap(\.constants)
        case .isTrue, .other: []
        }
    }

    /// Whether it holds when its only field has a value.
    func holds(for value: Value) -> Bool {
        switch self {
        case .isTrue: value == true
        case .not(let inner): !inner.holds(for: value)
        case .all(let terms): terms.allSatisfy { $0.holds(for: value) }
        case .any(let terms): terms.contains { $0.holds(for: value) }
        case .compare(_, .equal, let constant): value == constant
        case .compare(_, .unequal, let constant): value != constant
        case .compare(_, let comparison, let constant): Self.compare(value, comparison, constant)
        case .other: false
        }
    }

    private static func compare(_ left: Value, _ comparison: Comparison, _ right: Value) -> Bool {
        let isLess: Bool
        switch (left, right) {
        case (.int(let a), .int(let b)): isLess = a < b
        case (.string(let a), .string(let b)): isLess = UTF8Order.less(a, b)
        case (.bool(let a), .bool(let b)): isLess = !a && b
        default: return false
        }
        return switch comparison {
        case .equal: left == right
        case .unequal: left != right
        case .less: isLess
        case .lessOrEqual: isLess || left == right
        case .greater: !isLess && left != right
        case .greaterOrEqual: !isLess
        }
    }
}
