import ExecPlugin
import HttpPlugin
import LogPlugin
import MockPlugin
import PawlKit
import PawlScenario
import PawlSystem
import PawlTestKit
import Testing

/// The plugins that ship keep the promises of every plugin.
@Suite(.timeLimit(.minutes(2))) struct PluginContractTests {
    @Test(arguments: PluginContract.promises)
    func `log keeps them`(_ promise: PluginContract.Promise) async throws {
        let world = ScenarioPorts()
        try await promise.check(
            PluginContract.Subject(
                LogPlugin.self,
                calls: [
                    .init("log.write", ["message": "plain"]),
                    .init("log.write", ["level": "warning", "message": "late", "fields": ["n": 1, "list": [true]]]),
                ], ports: { world.ports }, effects: { world.log.messages.calls.count }))
    }

    @Test(arguments: PluginContract.promises)
    func `exec keeps them`(_ promise: PluginContract.Promise) async throws {
        try await promise.check(
            PluginContract.Subject(
                ExecPlugin.self, configuration: ["directory": "/tmp"], refused: [["directory": ""]],
                calls: [
                    .init("exec.run", ["program": "cat", "stdin": ["a": 1]]),
                    .init("exec.run", ["program": "sh", "arguments": ["-c", "exit 3"]], fails: "failed"),
                    .init("exec.run", ["program": "pawl-no-such-program"], fails: "not_found"),
                ], ports: { Ports.system(log: MockLog()) }))
    }

    @Test(arguments: PluginContract.promises)
    func `http keeps them`(_ promise: PluginContract.Promise) async throws {
        let world = ScenarioPorts()
        world.http.requests.answer(.always) { request in
            HTTPResponse(
                status: request.url.hasSuffix("/missing") ? 404 : 200, headers: [HTTPHeader("Content-Type", "application/json")],
                body: Array(#"{"n": 1}"#.utf8))
        }
        try await promise.check(
            PluginContract.Subject(
                HTTPPlugin.self, configuration: ["timeout": .duration(.seconds(1))],
                refused: [["timeout": .duration(.zero)], ["limit": 0], ["redirects": -1]],
                calls: [
                    .init("http.request", ["url": "https://example.org/"]),
                    .init("http.request", ["url": "https://example.org/missing"], fails: "http_4xx"),
                    .init("http.request", ["url": "https://example.org/", "text": "a", "body": 1], fails: "invalid_request"),
                ], ports: { world.ports }))
    }

    @Test(arguments: PluginContract.promises)
    func `mock keeps them`(_ promise: PluginContract.Promise) async throws {
        try await promise.check(
            PluginContract.Subject(
                MockPlugin.self,
                calls: [
                    .init("mock.return", ["transaction": "T-1"]),
                    .init("mock.fail", ["code": "card_declined"], fails: "card_declined"),
                    .init("mock.delay", ["duration": .duration(.hours(5)), "value": 1]),
                ],
                ports: {
                    var ports = ScenarioPorts().ports
                    ports.clock = LeapingClock()
                    return ports
                }))
    }
}
