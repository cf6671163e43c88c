import PawlKit

/// Where the entries of the instances read last are.
///
/// An instance's entries are found by walking back from its last one. Reading a long history page by page would walk it again for each page, so the
/// places found are kept, eight bytes an entry.
struct HistoryIndex {
    /// The links of one entry.
    struct Link {
        let instance: Int64
        let position: Int64
        let previous: Int64
    }

    /// Consecutive entries of one instance.
    private struct Run {
        /// The position of the first place.
        var first: Int64
        var places: [Int64]
        /// The position after the last place.
        var end: Int64 { first + Int64(places.count) }
    }

    private static let capacity = 8
    private var runs: [Int64: Run] = [:]

    /// The places of the entries at some positions.
    ///
    /// - Parameters:
    ///   - instance: The number of the instance.
    ///   - wanted: The positions, up to that of the last entry.
    ///   - last: The place of the instance's last entry.
    ///   - position: The position of the instance's last entry.
    ///   - link: Reads the links of the entry at a place.
    mutating func places(
        of instance: Int64, at wanted: Range<Int64>, last: Int64, position: Int64, link: (Int64) throws(JournalError) -> Link
    ) throws(JournalError) -> [Int64] {
        func walk(from place: Int64, at start: Int64, downTo end: Int64) throws(JournalError) -> [Int64] {
            var places: [Int64] = []
            var (place, position) = (place, start)
            while position >= end {
                let found = try link(place)
                guard found.instance == instance, found.position == position, found.previous < place else {
                    throw JournalError(
                        .corrupt,
                        "The journal is damaged: entry \(place), which should be at position \(position) of its instance, belongs elsewhere."
                    )
                }
                places.append(place)
                (place, position) = (found.previous, position - 1)
            }
            return places.reversed()
        }
        var run = runs[instance] ?? Run(first: position + 1, places: [])
        runs[instance] = nil
        if run.end <= position {
            run.places += try walk(from: last, at: position, downTo: run.end)
        }
        if run.first > wanted.lowerBound {
            // From the first known entry itself, whose link leads on; from the last entry of all when none is known.
            let start = run.places.isEmpty ? last : try link(run.places[0]).previous
            run.places = try walk(from: start, at: run.first - 1, downTo: wanted.lowerBound) + run.places
            run.first = wanted.lowerBound
        }
        if runs.count >= Self.capacity { runs = [:] }
        runs[instance] = run
        return Array(run.places[Int(wanted.lowerBound - run.first)..<Int(wanted.upperBound - run.first)])
    }
}
