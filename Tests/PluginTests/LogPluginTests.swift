import LogPlugin
import PawlKit
import Testing

@Suite struct LogPluginTests {
    @Test func `a message is written with its level and its fields`() async throws {
        let plugin = try PluginUnderTest(LogPlugin.self)
        _ = try await plugin.call("log.write", ["message": "plain"])
        let fields: Value = ["text": "a b", "number": 3, "list": [1, "x"], "nothing": .null]
        let output = try await plugin.call("log.write", ["level": "warning", "message": "late", "fields": fields])
        #expect(plugin.log.lines == ["info|plain", #"warning|late|text=a b|number=3|list=[1,"x"]|nothing=null"#])
        #expect(output == .record(Record(type: .empty, fields: [])))
    }

    @Test func `a level that does not exist is no input`() async throws {
        let plugin = try PluginUnderTest(LogPlugin.self)
        await #expect(throws: TypeMismatch.self) { try await plugin.call("log.write", ["level": "loud", "message": "x"]) }
    }
}
