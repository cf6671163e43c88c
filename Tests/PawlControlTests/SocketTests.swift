import Foundation
import Glibc
import PawlControl
import PawlEngine
import PawlJournal
import PawlKit
import PawlMachine
import Testing

/// What the socket does with clients of all kinds.
struct SocketTests {
    /// A server in a folder of its own.
    private func serving(
        patience: Double = ControlLimit.patience, _ target: (Lab) -> ControlTarget = { $0.target },
        _ body: (Lab, ControlServer, SocketPath) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pawl-\(UUID().uuidString.prefix(8))").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let lab = try await Lab()
        let path = try SocketPath(store: folder + "/pawl.db", runtimeFolder: nil)
        let server = try await ControlServer.open(path, target: target(lab), patience: patience)
        try await body(lab, server, path)
        await server.close()
        #expect(!FileManager.default.fileExists(atPath: path.text))
    }

    /// Waits until the server has so many connections.
    private func until(_ count: Int, _ server: ControlServer) async {
        while await server.connectionCount != count { await Task.yield() }
    }

    private let hello = #"{"jsonrpc":"2.0","id":1,"method":"engine.hello"}"#

    @Test func `operations go through the socket as they go in process`() async throws {
        try await serving { lab, _, path in
            let client = try #require(try await ControlClient.connect(path, patience: 300))
            let begun = try await client.call(InstanceStart(workflow: "leave", input: ["days": 3], who: "ada"))
            #expect(begun.isNew && begun.key == "L-3")
            let sent = try await client.call(InstanceSend(instance: "leave/L-3", event: "Approve", payload: ["by": "grace"]))
            #expect(sent.became == .handled && sent.states == ["Granted"])
            let entry = try await lab.store.entries(of: InstanceID(rawValue: begun.instance), after: 1, limit: 1).first
            #expect(entry?.body.cause == .outside("uid \(geteuid())"))
            let status = try await client.call(EngineStatus())
            #expect(status.instances == ["finished": 1] && status.entries == 2 && status.memoryBytes > 1 << 20 && status.openFiles > 3)
            do throws(ControlError) {
                _ = try await client.call(InstanceAct(instance: "leave/L-4", action: .pause))
                Issue.record("nothing was wrong")
            } catch {
                #expect(error.code == .notFound && error.reason == "unknownInstance" && error.help.count == 1)
            }
            await client.close()
        }
    }

    @Test func `an answer that is on its way is waited for when the server closes`() async throws {
        let (asked, asking) = AsyncStream.makeStream(of: Void.self)
        let (answers, answering) = AsyncStream.makeStream(of: Void.self)
        try await serving { lab in
            var target = lab.target
            target.host.files = { () throws(ControlError) in
                asking.yield()
                _ = await answers.first { true }
                return []
            }
            return target
        } _: { _, server, path in
            let client = try #require(try await ControlClient.connect(path, patience: 300))
            let status = Task { try await client.call(EngineStatus()) }
            _ = await asked.first { true }
            let closed = Task { await server.close() }
            // From then on nobody else is heard.
            while let other = try? await ControlClient.connect(path, patience: 300) { await other.close() }
            answering.yield()
            #expect(try await status.value.brokenFiles == [])
            await closed.value
            await client.close()
        }
    }

    @Test func `the socket is private, and one that was left is replaced`() async throws {
        try await serving { _, server, path in
            var status = stat()
            #expect(stat(path.text, &status) == 0 && status.st_mode & 0o7777 == 0o600)
            await server.close()
            #expect(try await ControlClient.connect(path, patience: 300) == nil)
            // As a process leaves it that is killed.
            let left = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(left) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.text.utf8) }
            let bound = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(left, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
            }
            #expect(bound == 0)
            #expect(try await ControlClient.connect(path, patience: 300) == nil)
            let next = try await ControlServer.open(path, target: try await Lab().target)
            let client = try await ControlClient.connect(path, patience: 300)
            #expect(client != nil)
            await client?.close()
            await next.close()
        }
    }

    @Test func `a path that is too long has its socket elsewhere`() async throws {
        let store = "/" + String(repeating: "x", count: 110)
        #expect(throws: ControlError.self) { try SocketPath(store: store, runtimeFolder: nil) }
        let path = try SocketPath(store: store, runtimeFolder: "/run/user/1000")
        #expect(path.text.hasPrefix("/run/user/1000/pawl/") && path.text.hasSuffix(".sock") && path.text.utf8.count == 41)
        #expect(try SocketPath(store: "/s", runtimeFolder: "/run").text == "/s.sock")
    }

    @Test(arguments: [
        ("garbage", -32700), ("[]", -32600), (#"[{"jsonrpc":"2.0","id":1,"method":"engine.hello"}]"#, -32600), ("3", -32600),
        (#"{"jsonrpc":"1.0","id":1,"method":"engine.hello"}"#, -32600), (#"{"jsonrpc":"2.0","id":{},"method":"engine.hello"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1}"#, -32600), (#"{"jsonrpc":"2.0","id":1,"method":"engine.helo"}"#, -32601),
        (#"{"jsonrpc":"2.0","id":1,"method":"instance.send","params":{"instance":"x"}}"#, -32602),
        (#"{"jsonrpc":"2.0","id":1,"method":"instance.send","params":{"instance":"x","event":"E","paylod":{}}}"#, -32602),
        (#"{"jsonrpc":"2.0","id":1,"method":"instance.act","params":{"instance":"x","action":"stop"}}"#, -32602),
        (#"{"jsonrpc":"2.0","id":1,"method":"engine.hello","params":[1]}"#, -32602),
        (#"{"jsonrpc":"2.0","id":1,"method":"engine.hello","params":{"protocol":9}}"#, -32064),
        (#"{"jsonrpc":"2.0","id":1,"method":"instance.send","params":{"instance":"x","event":"E"}}"#, -32003),
        (#"{"jsonrpc":"2.0","id":1,"method":"instance.start","params":{"workflow":"leave","input":{}}}"#, -32065),
    ])
    func `each wrong line has its number, and the connection goes on`(line: String, number: Int) async throws {
        try await serving { _, _, path in
            let client = try RawClient(path)
            let answer = await client.ask(line)
            #expect(answer.contains(#""error":{"code":\#(number),"#), "\(answer)")
            #expect(await client.ask(hello).contains(#""id":1,"result":{"#))
        }
    }

    @Test func `ids come back as they were, and a notification has no answer`() async throws {
        try await serving { _, _, path in
            let client = try RawClient(path)
            await client.send(#"{"jsonrpc":"2.0","method":"engine.hello"}"# + "\r\n\n")
            let answer = await client.ask(#"{ "jsonrpc" : "2.0", "id": "a b", "method": "engine.hello" }"#)
            #expect(answer.hasPrefix(#"{"jsonrpc":"2.0","id":"a b","result""#), "\(answer)")
        }
    }

    @Test func `a line that is too long is told so, and dropped`() async throws {
        try await serving { _, _, path in
            let client = try RawClient(path)
            async let isSent = client.send([UInt8](repeating: UInt8(ascii: "x"), count: 2 * ControlLimit.line))
            #expect(await client.lines(1).first?.contains(#""reason":"tooLong""#) == true)
            #expect(await isSent)
            #expect(await client.ask("\n" + hello).contains(#""result""#))
        }
    }

    @Test func `half a line, and a client that goes away in the middle, are nobody's trouble`() async throws {
        try await serving { lab, server, path in
            do {
                let half = try RawClient(path)
                await half.send(#"{"jsonrpc":"2.0","id":1,"meth"#)
                await until(1, server)
            }
            await until(0, server)
            try await lab.start(days: 3)
            do {
                let hasty = try RawClient(path)
                await hasty.send(
                    #"{"jsonrpc":"2.0","id":1,"method":"instance.send","params":{"instance":"leave/L-3","event":"Approve","payload":{"by":"x"}}}"#
                        + "\n")
            }
            while try await lab.store.instances(matching: InstanceQuery(), limit: 1).first?.status != .finished { await Task.yield() }
            await until(0, server)
            // One who has only said all that it wants gets its answers.
            let polite = try RawClient(path)
            await polite.send(hello + "\n" + hello + "\n")
            polite.finish()
            #expect(await polite.lines(3).count == 2)
            await until(0, server)
        }
    }

    @Test func `a hundred connections, and more than there may be`() async throws {
        try await serving { _, server, path in
            var clients: [RawClient] = []
            for _ in 0..<100 { clients.append(try RawClient(path)) }
            for client in clients { #expect(await client.ask(hello).contains(#""result""#)) }
            #expect(await server.connectionCount == 100)
            while clients.count < ControlLimit.connections { clients.append(try RawClient(path)) }
            await until(ControlLimit.connections, server)
            let late = try RawClient(path)
            #expect(await late.lines(2).map { $0.contains(#""reason":"connections""#) && $0.contains(#""retryAfter":"#) } == [true])
            clients = []
            await until(0, server)
        }
    }

    @Test func `one who does not read loses the connection, and others notice nothing`() async throws {
        try await serving(patience: 0.5) { _, server, path in
            let stalled = try RawClient(path)
            let request = Array((#"{"jsonrpc":"2.0","id":1,"method":"no.such.method"}"# + "\n").utf8)
            let flood = [UInt8]((0..<2_000).flatMap { _ in request })
            async let isCutOff = Self.isCutOff(stalled, flood)
            let other = try RawClient(path)
            for _ in 0..<50 { #expect(await other.ask(hello).contains(#""result""#)) }
            #expect(await isCutOff)
            await until(1, server)
            #expect(await other.ask(hello).contains(#""result""#))
        }
    }

    private static func isCutOff(_ client: RawClient, _ flood: [UInt8]) async -> Bool {
        for _ in 0..<200 where await !client.send(flood) { return true }
        return false
    }

    @Test func `more requests than one connection may have are told to come back`() async throws {
        try await serving { _, _, path in
            let client = try RawClient(path)
            let count = 4_000
            async let answers = client.lines(count)
            await client.send((0..<count).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"engine.status"}"# + "\n" }.joined())
            let all = await answers
            #expect(all.count == count, "each has its answer")
            #expect(all.allSatisfy { $0.contains(#""result""#) || $0.contains(#""reason":"requests""#) })
        }
    }

    @Test(arguments: [true, false])
    func `a subscription has every entry once, in order`(ofOne: Bool) async throws {
        try await serving { lab, _, path in
            let id = try await lab.start(days: 9)
            func remind(_ count: Int) async throws {
                for _ in 0..<count {
                    _ = try await InstanceSend(instance: id, event: "Remind").perform(in: lab.target)
                }
            }
            try await remind(300)
            let client = try #require(try await ControlClient.connect(path, patience: 300))
            let (answer, notices) = try await client.follow(InstanceFollow(instance: ofOne ? id : nil, after: 10))
            #expect(answer.after == 10 && answer.instance == (ofOne ? id : nil))
            async let more: Void = remind(300)
            var seen: [Int64] = []
            for await case .entry(let entry) in notices {
                seen.append(entry.position)
                let stored = try await lab.store.entries(of: entry.instance, after: entry.position - 1, limit: 1).first
                #expect(stored == entry)
                if seen.count == 591 { break }
            }
            try await more
            #expect(seen == Array(11...601))
            await client.close()
        }
    }

    @Test func `one who follows slowly gets all of it`() async throws {
        try await serving { lab, _, path in
            let id = try await lab.start(days: 9)
            let slow = try RawClient(path)
            let begun = await slow.ask(#"{"jsonrpc":"2.0","id":1,"method":"instance.follow","params":{"instance":"\#(id)","after":0}}"#)
            #expect(begun.contains(#""subscription":1"#), "\(begun)")
            for _ in 0..<3_000 { _ = try await InstanceSend(instance: id, event: "Remind").perform(in: lab.target) }
            let lines = await slow.lines(3_001)
            #expect(lines.count == 3_001)
            for (index, line) in lines.enumerated() {
                guard !line.contains(#""position":\#(index + 1),"#) else { continue }
                Issue.record("line \(index + 1) is \(line)")
                break
            }
        }
    }

    @Test func `the end of the engine is told to those who wait`() async throws {
        try await serving { lab, server, path in
            let id = try await lab.start(days: 9)
            let client = try #require(try await ControlClient.connect(path, patience: 300))
            let (_, notices) = try await client.follow(InstanceFollow(instance: id))
            await lab.engine.stop(grace: .zero)
            await server.close()
            for await _ in notices {}
            do throws(ControlError) {
                _ = try await client.call(EngineHello())
                Issue.record("nothing was wrong")
            } catch {
                #expect(error.reason == "gone")
            }
        }
    }
}
