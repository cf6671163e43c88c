import Foundation
import PawlDefinition
import PawlKit
import PawlMachine
import PawlServices
import Testing

/// The order workflow of the language reference: everything in it, and each part where it belongs.
@Suite struct OrderExampleTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "workflows")

    private func order() throws -> LoadedDefinition {
        let bytes = try Data(contentsOf: Self.folder.appending(path: "4-order.yaml"))
        return DefinitionLoader.load(Array(bytes), file: "4-order.yaml", catalog: Loading.catalog)
    }

    @Test func `it loads without an error`() throws {
        let loaded = try order()
        #expect(loaded.diagnostics.filter { $0.severity == .error }.map(Rendering.line) == [])
        #expect(loaded.diagnostics.map(\.code.rawValue) == ["PWL0412"])
        #expect(
            loaded.diagnostics.first?.wording.message
                == "event 'Retry' is taken only in OnHold and Unshipped; elsewhere it is recorded as unhandled")
    }

    @Test func `states, events and rows are in document order`() throws {
        let machine = try #require(try order().machine)
        #expect(machine.states.map(\.path) == ["", "Paying", "Shipping", "OnHold", "Unshipped", "Done", "Cancelled"])
        #expect(machine.events.map(\.name) == ["done", "failed", "Cancel", "Retry", "PaymentAccepted"])
        #expect(machine.events.map(\.origin) == [.engine, .engine, .external, .external, .internal])
        #expect(
            machine.rows.map(\.name) == [
                "Paying:PaymentAccepted", "Paying:failed[0]", "Paying:failed[1]", "Paying:after 15m", "Shipping:done", "Shipping:failed",
                "OnHold:Retry", "Unshipped:Retry", "*:Cancel",
            ])
        #expect(machine.timers.map(\.name) == ["Paying:after 15m"])
        #expect(machine.timers[0].rows == [3])
        #expect(machine.feedbacks.map(\.name) == ["Paying/payments.charge", "Shipping/warehouse.ship"])
        #expect(machine.states[1].rows == [1: [1, 2], 4: [0]])
        #expect(machine.states[0].rows == [2: [8]])
        #expect(machine.states[0].children == [1, 2, 3, 4, 5, 6])
        #expect(machine.states[0].last == 6)
    }

    @Test func `fields are carried over from the state and from the event`() throws {
        let machine = try #require(try order().machine)
        let fields = machine.rows[0].data[0].fields.map { rule -> String in
            switch rule.source {
            case .state(let slot): "\(rule.slot) from state \(slot)"
            case .event(let slot): "\(rule.slot) from event \(slot)"
            case .result(let slot): "\(rule.slot) from result \(slot)"
            case .whole: "everything"
            case .template: "\(rule.slot) written"
            }
        }
        #expect(fields == ["0 from state 0", "1 from event 0"])
        guard case .event(let slot) = machine.rows[4].data[0].fields[0].source else {
            Issue.record("trackingId of Done comes from the result")
            return
        }
        #expect(slot == 0)
    }

    @Test func `retries, time-outs and outcomes are those of the file`() throws {
        let machine = try #require(try order().machine)
        let charge = machine.feedbacks[0]
        #expect(charge.timeout == .minutes(4))
        #expect(
            charge.retry
                == RetryRule(
                    attempts: 5, delay: .seconds(1), factor: 2, maximumDelay: .minutes(1), jitter: 0.2, only: nil, unless: ["card_declined"]
                ))
        guard case .events(let rules) = charge.success, case .standard = charge.failure, case .standard = machine.feedbacks[1].success
        else {
            Issue.record("the outcomes are \(charge.success), \(charge.failure)")
            return
        }
        #expect(rules.map(\.event) == [4])
        #expect(charge.outcomeReadsState == false)
    }

    @Test func `what it needs of others is known`() throws {
        let loaded = try order()
        #expect(loaded.requirements.map(\.name) == ["payments.charge", "warehouse.ship"])
        #expect(loaded.externalServices.description == "{}")
    }

    @Test(arguments: ["1-hello", "2-approval", "3-nightly-job", "4-order"])
    func `each shipped workflow loads, also from what is stored of it`(_ name: String) throws {
        let bytes = try Data(contentsOf: Self.folder.appending(path: "\(name).yaml"))
        let loaded = DefinitionLoader.load(Array(bytes), file: name, catalog: Loading.catalog)
        #expect(loaded.diagnostics.filter { $0.code.rawValue != "PWL0412" }.map(Rendering.line) == [])
        let machine = try #require(loaded.machine)
        let stored = StoredDefinition(
            workflow: machine.workflow, revision: 3, text: loaded.text, services: loaded.externalServices, file: name)
        let again = DefinitionLoader.load(stored: stored)
        #expect(again.machine?.revision == 3)
        #expect(again.machine?.rows.map(\.name) == machine.rows.map(\.name))
        #expect(again.machine?.services == machine.services)
        #expect(again.externalServices == loaded.externalServices)
    }
}
