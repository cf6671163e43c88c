package import PawlKit
import Synchronization

/// The time zones of the system's tz database, each read when it is first asked for.
package struct DefaultTimeZones: TimeZones {
    private final class Cache: Sendable {
        let zones = Mutex<[String: ZoneRules?]>([:])
    }

    private let directory: String
    private let files: any Files
    private let cache = Cache()

    /// Creates the port over the files of a folder in the format of RFC 8536.
    package init(directory: String = "/usr/share/zoneinfo", files: any Files = DefaultFiles()) {
        self.directory = directory
        self.files = files
    }

    /// The seconds to add to UTC for local time in a zone at a moment; nil when the zone is unknown.
    package func offset(ofZone name: String, at moment: Timestamp) -> Int32? {
        if let known = cache.zones.withLock({ $0[name] }) { return known?.offset(at: moment.seconds) }
        let rules = read(name)
        cache.zones.withLock { $0[name] = .some(rules) }
        return rules?.offset(at: moment.seconds)
    }

    private func read(_ name: String) -> ZoneRules? {
        // UTC needs no file, and is there even where no database is installed.
        if name == "UTC" || name == "Etc/UTC" { return .utc }
        guard isName(name), let bytes = try? files.read("\(directory)/\(name)", limit: 1 << 20) else { return nil }
        return ZoneRules(tzif: bytes)
    }

    /// Whether a text is the name of a zone and no path to somewhere else.
    private func isName(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.allSatisfy { part in
            !part.isEmpty
                && part.utf8.allSatisfy {
                    $0.isDigit || $0.isLetter || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
                }
        }
    }
}

extension UInt8 {
    /// Whether this is an ASCII letter.
    var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}
