import MockPlugin
import PawlKit
import Testing

@Suite struct MockPluginTests {
    @Test func `return gives back what it is given`() async throws {
        let plugin = try PluginUnderTest(MockPlugin.self)
        let given: Value = ["transaction": "T-1", "lines": [1, 2]]
        #expect(try await plugin.call("mock.return", given) == given)
    }

    @Test func `fail fails with its code`() async throws {
        let plugin = try PluginUnderTest(MockPlugin.self)
        #expect(
            await plugin.failure("mock.fail", ["code": "card_declined", "message": "no"]) == ServiceFailure("card_declined", "no"))
        #expect(await plugin.failure("mock.fail", ["code": "x"])?.code == "x")
    }

    @Test func `delay waits by the engine's clock and returns its value`() async throws {
        let plugin = try PluginUnderTest(MockPlugin.self)
        let value = try await plugin.call("mock.delay", ["duration": .duration(.hours(5)), "value": ["a": 1]])
        #expect(value == ["a": 1])
        #expect(plugin.clock.now == Timestamp.epoch.advanced(by: .hours(5)))
        #expect(try await plugin.call("mock.delay", ["duration": .duration(.zero)]) == .map(ValueMap()))
    }

    @Test(arguments: ["mock.return", "mock.fail", "mock.delay"])
    func `elements come first`(service: String) async throws {
        let plugin = try PluginUnderTest(MockPlugin.self)
        let input: Value = ["elements": [["line": 1], ["line": 2]], "code": "c", "duration": .duration(.seconds(1)), "value": ["a": 1]]
        let result = try? await plugin.call(service, input)
        #expect(plugin.elements.all == [["line": 1], ["line": 2]])
        if service != "mock.fail" { #expect(result?["elements"] == nil && result != nil) }
    }

    @Test func `mocks return anything and take anything`() throws {
        let plugin = try PluginUnderTest(MockPlugin.self)
        #expect(plugin.registrations.map(\.name) == ["mock.return", "mock.fail", "mock.delay"])
        #expect(plugin.registrations.allSatisfy { $0.interface.output == .any && $0.metadata.takesAnyInput && $0.metadata.isIdempotent })
    }
}
