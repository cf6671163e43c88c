package import PawlKit

/// Time zones with given offsets, the same all year.
package final class MockTimeZones: TimeZones {
    /// A question.
    package struct Query: Sendable, Hashable {
        package let zone: String
        package let moment: Timestamp
    }

    /// The calls; a rule can give a zone its summer.
    package let queries = CallScript<Query, Int32?, Never, Blocking>()

    private let offsets: [String: Int32]

    /// Creates zones by their seconds to add to UTC.
    package init(_ offsets: [String: Int32] = ["UTC": 0]) { self.offsets = offsets }

    package func offset(ofZone name: String, at moment: Timestamp) -> Int32? {
        if let scripted = queries.call(Query(zone: name, moment: moment)) { return scripted }
        return offsets[name]
    }
}
