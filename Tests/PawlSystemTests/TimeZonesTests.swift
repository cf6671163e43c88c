import Foundation
import PawlKit
import PawlSystem
import Testing

@Suite struct TimeZonesTests {
    let zones = DefaultTimeZones()

    @Test(
        arguments: [
            "Europe/Berlin", "America/New_York", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Casablanca",
            "Europe/Dublin", "America/Sao_Paulo", "Pacific/Apia", "Antarctica/Troll", "Asia/Gaza", "UTC", "Etc/GMT+5", "America/Nuuk",
        ]
    ) func `offsets are those of Foundation`(name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        // Every six hours around each change would be long; every 31 hours over 80 years meets all of them closely enough.
        for hour in stride(from: Int64(-300_000), to: 490_000, by: 31) {
            let moment = try #require(Timestamp(seconds: hour * 3600))
            let expected = zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(hour * 3600)))
            let found = zones.offset(ofZone: name, at: moment)
            if found.map(Int.init) != expected { Issue.record("\(name) at \(moment.text): \(found as Any), not \(expected)"); return }
        }
    }

    @Test func `a change happens at its second`() throws {
        let change = try #require(Timestamp("2026-03-29T01:00:00Z"))
        #expect(zones.offset(ofZone: "Europe/Berlin", at: change.advanced(by: .seconds(-1))) == 3600)
        #expect(zones.offset(ofZone: "Europe/Berlin", at: change) == 7200)
        let far = try #require(Timestamp("2426-10-25T01:00:00Z"))
        #expect(zones.offset(ofZone: "Europe/Berlin", at: far.advanced(by: .seconds(-1))) == 7200)
        #expect(zones.offset(ofZone: "Europe/Berlin", at: far) == 3600)
    }

    @Test(arguments: ["", "Nowhere", "Europe", "../../../etc/passwd", "/etc/passwd", "Europe/", "tzdata.zi", "zone.tab", "Europe/Berlin\0"])
    func `what is no zone is unknown`(name: String) { #expect(zones.offset(ofZone: name, at: .epoch) == nil) }

    @Test func `a damaged file is no zone`() throws {
        let folder = try TemporaryFolder()
        let whole = try DefaultFiles().read("/usr/share/zoneinfo/Europe/Berlin", limit: 1 << 20)
        for length in [0, 3, 43, 44, 100, whole.count / 2] {
            try DefaultFiles().write(Array(whole[..<length]), to: folder("Zone\(length)"), replacing: true)
            #expect(DefaultTimeZones(directory: folder.path).offset(ofZone: "Zone\(length)", at: .epoch) == nil)
        }
        let empty = DefaultTimeZones(directory: folder("none"))
        #expect(empty.offset(ofZone: "UTC", at: .epoch) == 0)
        #expect(empty.offset(ofZone: "Europe/Berlin", at: .epoch) == nil)
    }
}
