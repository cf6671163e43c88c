public import PawlKit

/// Time zones with given offsets, the same all year.
public final class MockTimeZones: TimeZones {
    /// A question.
    public struct Query: Sendable, Hashable {
        public let zone: String
        public let moment: Timestamp
    }

    /// The calls; a rule can give a zone its summer.
    public let queries = CallScript<Query, Int32?, Never, Blocking>()

    private let offsets: [String: Int32]

    /// Creates zones by their seconds to add to UTC.
    public init(_ offsets: [String: Int32] = ["UTC": 0]) { self.offsets = offsets }

    public func offset(ofZone name: String, at moment: Timestamp) -> Int32? {
        if let scripted = queries.call(Query(zone: name, moment: moment)) { return scripted }
        return offsets[name]
    }
}
