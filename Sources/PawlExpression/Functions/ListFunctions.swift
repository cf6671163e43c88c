import PawlKit

extension FunctionTable {
    /// The extension `lists` (https://pkg.go.dev/github.com/google/cel-go/ext#Lists).
    static var listFunctions: [Function] {
        let element = StaticType.parameter("T")
        return [
            Function(
                name: "slice", style: .receiver, chapter: .lists, summary: "The elements from a place up to and without another.",
                examples: [.init(expression: "[1, 2, 3, 4].slice(1, 3)", result: "[2, 3]")],
                overloads: [
                    Make.overload { (list: AnyList, start: Int64, end: Int64, frame) throws(EvaluationError) in
                        guard start >= 0, start <= end, end <= list.elements.count else {
                            throw EvaluationError(
                                .indexOutOfRange, "\(start) to \(end) is not a part of a list of \(list.elements.count) elements")
                        }
                        try frame.chargeElements(Int(end - start))
                        return AnyList(elements: Array(list.elements[Int(start)..<Int(end)]))
                    }
                ]),
            Function(
                name: "sort", style: .receiver, chapter: .lists,
                summary: "The elements in rising order: all numbers of one type, texts, bytes, times or truth values.",
                examples: [.init(expression: "[3, 1, 2].sort()", result: "[1, 2, 3]")],
                overloads: [
                    Overload(
                        parameters: [.list(element)], result: .list(element),
                        implementation: .one { (list, frame) throws(EvaluationError) in
                            guard case .list(let elements) = list else { throw Make.mismatch(list) }
                            return .list(try ListFunctions.sorted(elements, by: elements, frame))
                        })
                ]),
            Function(
                name: "distinct", style: .receiver, chapter: .lists, summary: "The elements without those that came before.",
                examples: [.init(expression: "[1, 2, 1].distinct()", result: "[1, 2]")],
                overloads: [
                    Make.overload { (list: AnyList, frame) throws(EvaluationError) in
                        AnyList(elements: try ListFunctions.distinct(list.elements, frame))
                    }
                ]),
            Function(
                name: "flatten", style: .receiver, chapter: .lists,
                summary: "The elements of the lists in a list, one level deep or as many as given.",
                examples: [
                    .init(expression: "[[1], [2, 3]].flatten()", result: "[1, 2, 3]"),
                    .init(expression: "[1, [2, [3]]].flatten(2)", result: "[1, 2, 3]"),
                ],
                overloads: [
                    ListFunctions.flattenOnce.typed([.list(.list(element))], .list(element)),
                    ListFunctions.flattenOnce.typed([.list(.any)], .list(.any)),
                    Make.overload { (list: AnyList, depth: Int64, frame) throws(EvaluationError) in
                        guard depth >= 0 else { throw EvaluationError(.invalidArgument, "\(depth) levels cannot be flattened") }
                        return AnyList(elements: try ListFunctions.flattened(list.elements, depth: depth, frame))
                    }.typed([.list(.any), .int], .list(.any)),
                ]),
            Function(
                name: "lists.range", style: .global, chapter: .lists, summary: "The whole numbers from 0 up to and without a number.",
                examples: [.init(expression: "lists.range(3)", result: "[0, 1, 2]")],
                overloads: [
                    Make.overload { (count: Int64, frame) throws(EvaluationError) in
                        let count = max(0, count)
                        try frame.chargeElements(Int(count))
                        return ListOf((0..<count).map { $0 })
                    }
                ]),
            Function(
                name: "first", style: .receiver, chapter: .lists, summary: "The first element, as an optional: none in an empty list.",
                examples: [.init(expression: "[1, 2].first().orValue(0)", result: "1")],
                overloads: [Make.overload { (list: AnyList, _) in AnyOptional(value: list.elements.first) }]),
            Function(
                name: "last", style: .receiver, chapter: .lists, summary: "The last element, as an optional: none in an empty list.",
                examples: [.init(expression: "[1, 2].last().orValue(0)", result: "2")],
                overloads: [Make.overload { (list: AnyList, _) in AnyOptional(value: list.elements.last) }]),
        ]
    }
}

/// What the functions on lists share.
enum ListFunctions {
    static var reverse: Overload {
        Make.overload { (list: AnyList, frame) throws(EvaluationError) in
            try frame.chargeElements(list.elements.count)
            return AnyList(elements: list.elements.reversed())
        }
    }

    static var flattenOnce: Overload {
        Make.overload { (list: AnyList, frame) throws(EvaluationError) in
            AnyList(elements: try flattened(list.elements, depth: 1, frame))
        }
    }

    static func flattened(_ elements: [Value], depth: Int64, _ frame: ExpressionFrame) throws(EvaluationError) -> [Value] {
        try frame.charge(1 + elements.count)
        guard depth > 0 else { return elements }
        var result: [Value] = []
        for element in elements {
            if case .list(let inner) = element {
                let flat = try flattened(inner, depth: depth - 1, frame)
                try frame.chargeElements(result.count + flat.count)
                result += flat
            } else {
                result.append(element)
            }
        }
        return result
    }

    /// The elements in the order of their keys, which must be of one ordered type; equal keys keep their order.
    static func sorted(_ elements: [Value], by keys: [Value], _ frame: ExpressionFrame) throws(EvaluationError) -> [Value] {
        // A comparison sort makes about n log n comparisons.
        try frame.chargeElements(elements.count)
        try frame.charge(elements.count * (Int.bitWidth - elements.count.leadingZeroBitCount))
        for key in keys {
            // A NaN has no order even with itself.
            guard let first = keys.first, key.typeName == first.typeName, let own = Comparison.order(key, key), own != .unordered else {
                throw EvaluationError(.noSuchOverload, "\(keys[0].typeText) and \(key.typeText) cannot be sorted")
            }
        }
        let order = elements.indices.sorted { left, right in
            switch Comparison.order(keys[left], keys[right]) {
            case .less: true
            case .greater: false
            default: left < right
            }
        }
        return order.map { elements[$0] }
    }

    /// The elements without those that equal an earlier one.
    static func distinct(_ elements: [Value], _ frame: ExpressionFrame) throws(EvaluationError) -> [Value] {
        try frame.chargeElements(elements.count)
        var seen: Set<DistinctKey> = []
        var rest: [Value] = []
        var result: [Value] = []
        for element in elements {
            if let key = DistinctKey(element) {
                if seen.insert(key).inserted { result.append(element) }
                continue
            }
            var isNew = true
            for other in rest where try Comparison.equal(element, other, frame) {
                isNew = false
                break
            }
            try frame.charge(rest.count)
            if isNew {
                rest.append(element)
                result.append(element)
            }
        }
        return result
    }

    /// A scalar that equals another exactly when CEL says so; numbers by their value.
    private enum DistinctKey: Hashable {
        case text(ByteString)
        case truth(Bool)
        case number(Int64)
        case large(UInt64)
        case time(Timestamp)
        case length(TimeAmount)
        case fraction(Double)

        init?(_ value: Value) {
            switch value {
            case .string(let text): self = .text(ByteString(text))
            case .bool(let truth): self = .truth(truth)
            case .int(let number): self = .number(number)
            case .uint(let number): self = number <= UInt64(Int64.max) ? .number(Int64(number)) : .large(number)
            case .timestamp(let time): self = .time(time)
            case .duration(let amount): self = .length(amount)
            case .double(let number):
                if let whole = Int64(exactly: number) {
                    self = .number(whole)
                } else if let whole = UInt64(exactly: number) {
                    self = .large(whole)
                } else if number.isNaN {
                    return nil
                } else {
                    self = .fraction(number)
                }
            default: return nil
            }
        }
    }
}
