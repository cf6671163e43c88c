/// Finds the name that was probably meant.
public enum NearestName {
    /// The candidate closest to a misspelt name, nil when none is close.
    ///
    /// Close means an edit distance (insert, delete, replace, swap of neighbours) of at most a third of the length, ignoring case.
    public static func find(_ name: String, among candidates: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased().unicodeScalars.prefix(64))
        let limit = max(1, wanted.count / 3)
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let distance = distance(wanted, Array(candidate.lowercased().unicodeScalars.prefix(64)), limit: limit)
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// The optimal string alignment distance; above `limit` any larger number.
    private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], limit: Int) -> Int {
        if abs(a.count - b.count) > limit { return limit + 1 }
        if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
        var previous = [Int](repeating: 0, count: b.count + 1)
        var current = Array(0...b.count)
        for i in 1...a.count {
            let beforePrevious = previous
            previous = current
            current[0] = i
            for j in 1...b.count {
                var cost = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { cost = min(cost, beforePrevious[j - 2] + 1) }
                current[j] = cost
            }
        }
        return current[b.count]
    }
}
