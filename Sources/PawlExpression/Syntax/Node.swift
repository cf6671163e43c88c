import PawlKit

/// One node of a parsed expression.
///
/// A tree of classes, so that the checker can keep what it finds in arrays by ``id``; the parser bounds its height, and
/// with it the recursion of everything that walks it.
final class Node {
    let kind: Kind
    /// Where it stands, in UTF-8 bytes of the text.
    let range: Range<Int>
    /// The longest way down to a leaf.
    let height: Int
    /// Counts from 0 in the order in which the parser makes nodes.
    let id: Int

    init(_ kind: Kind, range: Range<Int>, id: Int) {
        self.kind = kind
        self.range = range
        self.id = id
        height = 1 + kind.greatestHeight
    }

    enum Kind {
        case literal(Value)
        /// A name; `isAbsolute` when it was written with a leading dot.
        case name(String, isAbsolute: Bool)
        case select(Node, field: Name, isOptional: Bool)
        /// `has(operand.field)`.
        case has(Node, field: Name)
        case index(Node, Node, isOptional: Bool)
        case call(Name, target: Node?, arguments: [Node])
        case unary(Operator, Node)
        case binary(Operator, Node, Node)
        /// A whole chain of `&&`.
        case and([Node])
        /// A whole chain of `||`.
        case or([Node])
        case conditional(Node, Node, Node)
        case list([Element])
        case map([Entry])
        /// `Type{field: value}`.
        case record(Name, isAbsolute: Bool, [FieldValue])
        indirect case comprehension(Comprehension)
        /// `cel.bind(name, value, body)`.
        case bind(Name, Node, Node)
        /// `target.optMap(name, body)`, `optFlatMap` when `isFlat`.
        case optionalMap(Node, Name, Node, isFlat: Bool)
    }

    /// A word with its place.
    struct Name {
        let text: String
        let range: Range<Int>
    }

    /// An element of a list; an optional one (`?e`) is left out when it is none.
    struct Element {
        let value: Node
        let isOptional: Bool
    }

    /// An entry of a map; an optional one (`?k: e`) is left out when its value is none.
    struct Entry {
        let key: Node
        let value: Node
        let isOptional: Bool
    }

    /// A field of a record; an optional one (`?f: e`) stays absent when its value is none.
    struct FieldValue {
        let name: Name
        let value: Node
        let isOptional: Bool
    }

    /// A macro that walks a list or a map.
    struct Comprehension {
        let macro: Macro
        let target: Node
        let first: Name
        let second: Name?
        let filter: Node?
        let body: Node
    }

    /// The macros that walk a list or a map, by the name they are written with.
    enum Macro: String {
        case all, exists, map, filter, transformList, transformMap, transformMapEntry, sortBy
        case existsOne = "exists_one"
    }
}

extension Node.Kind {
    /// The height of the highest child; without a list of them, because each node that is made asks.
    fileprivate var greatestHeight: Int {
        func greatest<Parts: Collection>(_ parts: Parts, _ node: (Parts.Element) -> Node) -> Int {
            parts.reduce(0) { max($0, node($1).height) }
        }
        return switch self {
        case .literal, .name: 0
        case .select(let operand, _, _), .has(let operand, _), .unary(_, let operand): operand.height
        case .index(let left, let right, _), .binary(_, let left, let right): max(left.height, right.height)
        case .call(_, let target, let arguments): max(target?.height ?? 0, greatest(arguments) { $0 })
        case .and(let terms), .or(let terms): greatest(terms) { $0 }
        case .conditional(let condition, let yes, let no): max(condition.height, yes.height, no.height)
        case .list(let elements): greatest(elements) { $0.value }
        case .map(let entries): max(greatest(entries) { $0.key }, greatest(entries) { $0.value })
        case .record(_, _, let fields): greatest(fields) { $0.value }
        case .comprehension(let walk): max(walk.target.height, walk.filter?.height ?? 0, walk.body.height)
        case .bind(_, let value, let body): max(value.height, body.height)
        case .optionalMap(let target, _, let body, _): max(target.height, body.height)
        }
    }

    var children: [Node] {
        switch self {
        case .literal, .name: []
        case .select(let operand, _, _), .has(let operand, _), .unary(_, let operand): [operand]
        case .index(let left, let right, _), .binary(_, let left, let right): [left, right]
        case .call(_, let target, let arguments): (target.map { [$0] } ?? []) + arguments
        case .and(let terms), .or(let terms): terms
        case .conditional(let condition, let yes, let no): [condition, yes, no]
        case .list(let elements): elements.map(\.value)
        case .map(let entries): entries.flatMap { [$0.key, $0.value] }
        case .record(_, _, let fields): fields.map(\.value)
        case .comprehension(let walk): [walk.target] + (walk.filter.map { [$0] } ?? []) + [walk.body]
        case .bind(_, let value, let body): [value, body]
        case .optionalMap(let target, _, let body, _): [target, body]
        }
    }
}

/// The operators, by the names that CEL's specification gives their functions.
enum Operator: String, CaseIterable, Sendable {
    case add = "_+_"
    case subtract = "_-_"
    case multiply = "_*_"
    case divide = "_/_"
    case modulo = "_%_"
    case equal = "_==_"
    case unequal = "_!=_"
    case less = "_<_"
    case lessOrEqual = "_<=_"
    case greater = "_>_"
    case greaterOrEqual = "_>=_"
    case within = "@in"
    case not = "!_"
    case negate = "-_"

    /// As it is written.
    var symbol: String {
        switch self {
        case .within: "in"
        default: String(rawValue.filter { $0 != "_" })
        }
    }

    /// Where it stands among all, for tables.
    var place: Int {
        switch self {
        case .add: 0
        case .subtract: 1
        case .multiply: 2
        case .divide: 3
        case .modulo: 4
        case .equal: 5
        case .unequal: 6
        case .less: 7
        case .lessOrEqual: 8
        case .greater: 9
        case .greaterOrEqual: 10
        case .within: 11
        case .not: 12
        case .negate: 13
        }
    }

    /// How tightly it binds; nil for the unary ones, which bind tighter than any.
    var precedence: Int? {
        switch self {
        case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual, .within: 3
        case .add, .subtract: 4
        case .multiply, .divide, .modulo: 5
        case .not, .negate: nil
        }
    }
}
