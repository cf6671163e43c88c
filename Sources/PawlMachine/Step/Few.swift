/// A list that holds one element most of the time, and takes no memory of its own then.
struct Few<Element: Sendable>: Sendable {
    private(set) var first: Element?
    /// Those after the first; nil as long as there was none.
    private var others: [Element]?

    init(_ first: Element? = nil) { self.first = first }

    var isEmpty: Bool { first == nil }
    var count: Int { first == nil ? 0 : 1 + (others?.count ?? 0) }
    /// All elements.
    var list: [Element] { (first.map { [$0] } ?? []) + (others ?? []) }

    mutating func append(_ element: Element) {
        if first == nil {
            first = element
            return
        }
        if others == nil {
            others = []
            others?.reserveCapacity(4)
        }
        others?.append(element)
    }

    /// Takes all elements out, and keeps the memory.
    mutating func removeAll() {
        first = nil
        if others != nil { others?.removeAll(keepingCapacity: true) }
    }

    /// Puts other elements in the places of all.
    mutating func replace(_ change: (Element) -> Element) {
        first = first.map(change)
        others = others.map { $0.map(change) }
    }

    /// Visits the elements in order.
    @inline(__always) func visit<Failure: Error>(_ body: (Element) throws(Failure) -> Void) throws(Failure) {
        guard let first else { return }
        try body(first)
        guard let others else { return }
        for element in others { try body(element) }
    }

    /// Whether all elements are of a kind.
    @inline(__always) func allSatisfy(_ condition: (Element) -> Bool) -> Bool {
        guard let first else { return true }
        return condition(first) && others?.allSatisfy(condition) != false
    }
}

extension Few where Element: Equatable {
    func contains(_ element: Element) -> Bool { first == element || others?.contains(element) == true }
}
