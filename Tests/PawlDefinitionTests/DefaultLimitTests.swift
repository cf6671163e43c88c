import PawlDefinition
import PawlKit
import PawlMachine
import PawlScenario
import PawlServices
import Testing

@Suite("The default of a service")
struct DefaultLimitTests {
    @Test("has one limit for all feedbacks that perform it")
    func shared() async throws {
        let text = """
            workflow: w
            services: { slow.call: { default: { use: work.do, limits: { concurrency: 1 } } } }
            states: { A: {}, B: {}, C: { final: true } }
            initial: A
            feedbacks: [ { on: A, perform: slow.call }, { on: B, perform: slow.call } ]
            transitions: [ { from: A, on: { done: B, failed: B } }, { from: B, on: { done: C, failed: C } } ]
            """
        let catalog = ServiceCatalog(
            entries: ["work.do": .init(interface: ServiceInterface(), metadata: ServiceMetadata(summary: ""), origin: "a test")])
        let loaded = DefinitionLoader.load(Array(text.utf8), file: "w.yaml", catalog: catalog)
        let machine = try #require(loaded.machine, "\(loaded.diagnostics.map(\.wording.message))")
        let clock = VirtualClock()
        var ports = ScenarioPorts().ports
        ports.clock = clock
        let context = ServiceContext(idempotencyKey: "i", attempt: 1, deadline: nil, ports: ports)
        let calls = try machine.feedbacks.map { feedback in
            let call = try #require(feedback.fallback).around { _, context in
                try await context.ports.clock.sleep(until: context.ports.clock.now.advanced(by: .seconds(1)))
                return .timestamp(context.ports.clock.now)
            }
            return Task { try await call([:], context) }
        }
        #expect(calls.count == 2)
        var ends: [Value] = []
        for _ in calls {
            try await clock.sleeping(atLeast: 1)
            clock.advance(by: .seconds(1))
        }
        for call in calls { ends.append(try await call.value) }
        let start = VirtualClock.defaultStart
        #expect(Set(ends) == [.timestamp(start.advanced(by: .seconds(1))), .timestamp(start.advanced(by: .seconds(2)))])
    }
}
