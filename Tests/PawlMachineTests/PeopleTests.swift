import PawlKit
import PawlMachine
import Testing

@Suite("What a person does to an instance")
struct PeopleTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String { "\(action.rawValue) when \(status)" }
        let action: PersonAction
        let status: String
        let reply: String
    }

    static let rows: [Row] = [
        Row(action: .pause, status: "active", reply: "handled A"),
        Row(action: .pause, status: "paused", reply: "notApplicable paused"),
        Row(action: .pause, status: "blocked", reply: "notApplicable blocked"),
        Row(action: .pause, status: "cancelled", reply: "notApplicable cancelled"),
        Row(action: .resume, status: "active", reply: "notApplicable active"),
        Row(action: .resume, status: "paused", reply: "handled A"),
        Row(action: .resume, status: "blocked", reply: "notApplicable blocked"),
        Row(action: .retry, status: "active", reply: "notApplicable active"),
        Row(action: .retry, status: "paused", reply: "notApplicable paused"),
        Row(action: .retry, status: "blocked", reply: "handled A"),
        Row(action: .skip, status: "active", reply: "notApplicable active"),
        Row(action: .skip, status: "blocked", reply: "handled A"),
        Row(action: .skip, status: "cancelled", reply: "notApplicable cancelled"),
        Row(action: .cancel, status: "active", reply: "handled A"),
        Row(action: .cancel, status: "paused", reply: "handled A"),
        Row(action: .cancel, status: "blocked", reply: "handled A"),
        Row(action: .cancel, status: "cancelled", reply: "notApplicable cancelled"),
    ]

    static var sketch: MachineSketch {
        var sketch = MachineSketch(events: ["Break", "Other"])
        sketch.state("A")
        sketch.start("A")
        sketch.row("A", .on("Break"), when: "1 / int('0') > 0")
        sketch.row("A", .on("Other"))
        sketch.row("A", .after("duration('1s')"))
        sketch.feedback("A", "work", strategy: .continueOnNewState, success: [], failure: [])
        return sketch
    }

    @Test("applies in some statuses and else changes nothing", arguments: rows)
    func applicable(_ row: Row) throws {
        let lab = try Lab(Self.sketch)
        switch row.status {
        case "paused": lab.person(.pause)
        case "blocked": lab.send("Break")
        case "cancelled": lab.person(.cancel)
        default: break
        }
        #expect(lab.state.status.name == row.status)
        let before = (lab.state.stored, lab.entries.count)
        #expect(lab.person(row.action).words == row.reply)
        if row.reply.hasPrefix("not") {
            #expect(lab.state.stored == before.0)
            #expect(lab.entries.count == before.1)
        } else {
            #expect(lab.last.body.cause == .outside("operator"))
        }
    }

    @Test("cancel takes all that is pending")
    func cancel() throws {
        let lab = try Lab(Self.sketch)
        lab.send("Break")
        lab.send("Other")
        lab.person(.cancel)
        #expect(lab.state.status == .cancelled)
        #expect(lab.last.body.end?.status == .cancelled)
        #expect(lab.last.body.cancelledEffects.map(\.description) == ["1/A/work"])
        #expect(lab.last.body.cancelledTimers.map(\.description) == ["1/A:after duration('1s')"])
        #expect(lab.effects.isEmpty && lab.timers.isEmpty && lab.state.stored.queue.isEmpty)
        #expect(lab.state.stored.instance.incident == nil)
        #expect(lab.leaves == ["A"])
        #expect(lab.send("Other").words == "deadLetter cancelled")
    }

    @Test("skip drops the event that blocks, and no other")
    func skip() throws {
        let lab = try Lab(Self.sketch)
        lab.send("Break")
        lab.send("Other")
        lab.person(.skip)
        #expect(lab.last.body.arrival == 1)
        #expect(lab.state.stored.queue.map(\.arrival) == [2])
        #expect(lab.state.stored.instance.incident == nil)
        #expect(lab.next().words == "handled A")
    }

    @Test("due timers and answers wait while an instance is paused")
    func everythingWaits() throws {
        let lab = try Lab(Self.sketch)
        lab.person(.pause)
        #expect(try lab.fire("A:after duration('1s')").words == "queued 1")
        #expect(lab.succeed(EffectID(position: 1, feedback: "A/work")).words == "queued 2")
        #expect(lab.timers.isEmpty)
        lab.person(.resume)
        #expect(lab.next().words == "handled A")
        #expect(lab.last.body.cause == .timer(TimerID(position: 1, name: "A:after duration('1s')")))
        #expect(lab.next().words == "handled A")
        #expect(lab.last.kind == .answered)
        #expect(lab.effects.isEmpty)
        #expect(lab.next().words == "stale")
    }
}
