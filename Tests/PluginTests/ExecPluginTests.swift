import ExecPlugin
import Foundation
import PawlKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct ExecPluginTests {
    private func shell(_ script: String, _ more: [String: Value] = [:]) -> Value {
        var map = ValueMap()
        map["program"] = "sh"
        map["arguments"] = .list(["-c", .string(script)])
        for (name, value) in more { map[name] = value }
        return .map(map)
    }

    @Test func `JSON goes in and comes out`() async throws {
        let plugin = try PluginUnderTest(ExecPlugin.self)
        let given: Value = ["b": [1, 2.5, .null, "ü"], "a": true]
        #expect(try await plugin.call("exec.run", shell("cat", ["stdin": given]))["stdout"] == given)
    }

    @Test func `nothing in is nothing, nothing out is null`() async throws {
        let plugin = try PluginUnderTest(ExecPlugin.self)
        #expect(try await plugin.call("exec.run", shell("wc -c"))["stdout"] == 0)
        #expect(try await plugin.call("exec.run", shell("echo"))["stdout"] == .null)
    }

    @Test func `what looks like a tag in a program's output is data`() async throws {
        let plugin = try PluginUnderTest(ExecPlugin.self)
        let output = try await plugin.call("exec.run", shell(#"echo '{"$secret":[{"name":"HOME"}]}'"#))
        #expect(output["stdout"]?["$secret"] == [["name": "HOME"]])
    }

    @Test func `the program knows its key, its attempt and its environment`() async throws {
        let plugin = try PluginUnderTest(ExecPlugin.self)
        let script = #"printf '["%s","%s","%s"]' "$PAWL_IDEMPOTENCY_KEY" "$PAWL_ATTEMPT" "$EXTRA""#
        let environment: Value = ["EXTRA": "x y", "PAWL_ATTEMPT": "99"]
        let output = try await plugin.call("exec.run", shell(script, ["environment": environment]), attempt: 3)
        #expect(output["stdout"] == ["order-1/7/pay", "3", "x y"])
    }

    @Test func `it runs in the folder of the configuration`() async throws {
        let plugin = try PluginUnderTest(ExecPlugin.self, ["directory": "/usr"])
        #expect(try await plugin.call("exec.run", shell(#"printf '"%s"' "$PWD""#))["stdout"] == "/usr")
        #expect(throws: PluginError.self) { try PluginUnderTest(ExecPlugin.self, ["directory": ""]) }
    }

    @Test func `each failure has its code`() async throws {
        let plugin = try PluginUnderTest(ExecPlugin.self)
        #expect(
            await plugin.failure("exec.run", shell("echo bad day >&2; exit 75"))
                == ServiceFailure("failed", "'sh' exited with status 75: bad day"))
        #expect(await plugin.failure("exec.run", shell("kill -9 $$"))?.message == "'sh' was ended by signal 9")
        #expect(await plugin.failure("exec.run", shell("echo no json"))?.code == "bad_output")
        #expect(await plugin.failure("exec.run", shell("yes"))?.code == "too_large")
        #expect(await plugin.failure("exec.run", ["program": "pawl-no-such-program"])?.code == "not_found")
        #expect(await plugin.failure("exec.run", ["program": "/etc/passwd"])?.code == "not_permitted")
        let codes = Set(try plugin.registration("exec.run").interface.errors)
        #expect(codes == ["failed", "not_found", "not_permitted", "bad_output", "too_large"])
    }

    @Test func `standard error goes to the log, and its end into the message`() async throws {
        let plugin = try PluginUnderTest(ExecPlugin.self)
        _ = try await plugin.call("exec.run", shell("echo hint >&2"))
        #expect(plugin.log.lines == ["debug|sh wrote to standard error|text=hint"])
        let failure = await plugin.failure("exec.run", shell("for i in $(seq 500); do echo line $i >&2; done; exit 1"))
        #expect(failure?.message.hasSuffix("line 500") == true)
        #expect(failure.map { $0.message.utf8.count < 600 && $0.message.contains("…") } == true)
    }

    @Test func `cancellation reaches the program`() async throws {
        let plugin = try PluginUnderTest(ExecPlugin.self)
        let file = NSTemporaryDirectory() + "pawl-exec-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: file) }
        let input = shell("echo $$ > \"$PIDFILE\"; exec sleep 600", ["environment": ["PIDFILE": .string(file)]])
        let task = Task { try await plugin.call("exec.run", input) }
        while (try? String(contentsOfFile: file, encoding: .utf8))?.hasSuffix("\n") != true { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
