/// The rules of time zones.
public protocol TimeZones: Sendable {
    /// The seconds to add to UTC for local time in an IANA zone at a moment; nil when the zone is unknown.
    func offset(ofZone name: String, at moment: Timestamp) -> Int32?
}
