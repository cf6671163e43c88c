extension DueItem {
    /// Whether this item happens before another: by deadline, instance, position, timers before attempts, name, element.
    package static func happensBefore(_ left: DueItem, _ right: DueItem) -> Bool {
        if left.due != right.due { return left.due < right.due }
        if left.instance != right.instance { return UTF8Order.less(left.instance.rawValue, right.instance.rawValue) }
        let (a, b) = (left.what.order, right.what.order)
        if a.position != b.position { return a.position < b.position }
        if a.kind != b.kind { return a.kind < b.kind }
        if !UTF8Order.equal(a.name, b.name) { return UTF8Order.less(a.name, b.name) }
        return a.element < b.element
    }
}

extension DueItem.What {
    fileprivate var order: (position: Int64, kind: Int, name: String, element: Int) {
        switch self {
        case .timer(let id): (id.position, 0, id.name, -1)
        case .attempt(let id): (id.position, 1, id.feedback, id.index ?? -1)
        }
    }
}

/// The order of effects in an instance: by position, feedback, element.
package func precedes(_ left: EffectID, _ right: EffectID) -> Bool {
    if left.position != right.position { return left.position < right.position }
    if !UTF8Order.equal(left.feedback, right.feedback) { return UTF8Order.less(left.feedback, right.feedback) }
    return (left.index ?? -1) < (right.index ?? -1)
}

/// The order of timers in an instance: by deadline, position, name.
package func precedes(_ left: TimerRow, _ right: TimerRow) -> Bool {
    if left.due != right.due { return left.due < right.due }
    if left.id.position != right.id.position { return left.id.position < right.id.position }
    return UTF8Order.less(left.id.name, right.id.name)
}
