import Foundation
import Synchronization
import TestSupport
import Testing

/// The examples that need a server or time, through the engine that stays up and its socket.
@Suite(.timeLimit(.minutes(2))) struct ServedExampleTests {
    /// Runs a body beside `pawl serve`, and expects it to end well.
    private func withEngine(_ body: (Workplace) async throws -> Void) async throws {
        try await Workplace.with { work in
            work.options = ["--config", "workflows/pawl.yaml"]
            let engine = try work.start(["serve"])
            for _ in 0..<1_500 where !engine.messages.contains("ready") { try await Task.sleep(for: .milliseconds(20)) }
            #expect(engine.messages.contains("ready"), "\(engine.messages)")
            do {
                try await body(work)
            } catch {
                _ = try await stopped(engine)
                throw error
            }
            let end = try await stopped(engine)
            #expect(end.code == 0, "\(end)")
            let replayed = try await work.pawl("replay", "--all", "--verify")
            #expect(replayed.code == 0, "\(replayed)")
        }
    }

    private func stopped(_ engine: RunningProgram) async throws -> Outcome {
        engine.signal(SIGTERM)
        return try await engine.outcome()
    }

    /// The states that an instance entered, in order.
    private func path(_ instance: String, _ work: Workplace) async throws -> [String] {
        let history = try await work.pawl("history", instance, "-o", "jsonl")
        let states = history.output.split(separator: "\n").compactMap { $0.firstMatch(of: /"to":\["([^"]+)"\]/).map { String($0.1) } }
        return states.enumerated().filter { $0.offset == 0 || states[$0.offset - 1] != $0.element }.map(\.element)
    }

    @Test func `pages are loaded, turned, refreshed, and loaded again after a failure`() async throws {
        let refusals = Mutex(3)
        let server = try HTTPServer { request in
            let number = Int(request.firstMatch(of: /page=(\d+)/)?.1 ?? "") ?? 0
            let isRefused =
                number == 2
                && refusals.withLock { left in
                    left -= 1
                    return left >= 0
                }
            if isRefused { return "HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nbusy" }
            let body = #"{"items": ["item \#(number)"], "pages": 3}"#
            return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        try await withEngine { work in
            let started = try await work.pawl("start", "pages", "--input", #"{"list": "news", "url": "\#(server.url("/news"))"}"#)
            #expect(started.code == 0, "\(started)")
            // Page 2 fails three times, which is all attempts; then it loads.
            let failed = try await work.pawl("run", "pages/news", "--send", "Next")
            #expect(failed.code == 0 && failed.output.contains("waiting for Refresh or Close"), "\(failed)")
            let turned = try await work.start(
                ["run", "pages/news"] + ["Refresh", "Next", "Previous", "Refresh", "Close"].flatMap { ["--send", $0] }
            ).outcome()
            #expect(turned.code == 0 && turned.output.contains(#"{ "page": 2 }"#), "\(turned)")
            #expect(
                try await path("pages/news", work) == [
                    "Loading", "Showing", "Loading", "Failed", "Loading", "Showing", "Loading", "Showing", "Loading", "Showing", "Loading",
                    "Showing", "Closed",
                ])
        }
    }

    @Test func `a poller asks until the answer is there`() async throws {
        let questions = Mutex(0)
        let server = try HTTPServer { _ in
            let count = questions.withLock { count in
                count += 1
                return count
            }
            let body = count < 4 ? #"{"done": false}"# : #"{"done": true, "result": "42"}"#
            return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        try await withEngine { work in
            let input = #"{"job": "J-7", "url": "\#(server.url("/jobs/7"))", "every": "50ms", "patience": "7d"}"#
            #expect(try await work.pawl("start", "poller", "--input", input).code == 0)
            let followed = try await work.pawl("history", "poller/J-7", "-f")
            #expect(followed.code == 0 && followed.output.contains("finished { result: \"42\", questions: 4 }"), "\(followed)")
            // Who has no patience gives up, whatever the server says.
            let hasty = #"{"job": "J-8", "url": "http://127.0.0.1:1/", "every": "1d", "patience": "300ms"}"#
            #expect(try await work.pawl("start", "poller", "--input", hasty).code == 0)
            let gaveUp = try await work.pawl("history", "poller/J-8", "-f")
            #expect(gaveUp.code == 1 && gaveUp.output.contains("GaveUp"), "\(gaveUp)")
        }
    }

    @Test func `a subscription renews itself and ends with what is paid for`() async throws {
        try await withEngine { work in
            let input = #"{"customer": "ada", "price": 9.9, "period": "300ms", "grace": "7d"}"#
            #expect(try await work.pawl("start", "subscription", "--input", input).code == 0)
            let follower = try work.start(["history", "subscription/ada", "-f", "-o", "jsonl"])
            for _ in 0..<1_500 where !follower.outputSoFar.contains(#""period":3"#) { try await Task.sleep(for: .milliseconds(20)) }
            // While it charges, this waits until it is paid.
            let cancelled = try await work.pawl("send", "subscription/ada", "Cancel")
            #expect(cancelled.code == 0, "\(cancelled)")
            let followed = try await follower.outcome()
            #expect(followed.code == 0, "\(followed)")
            let states = try await path("subscription/ada", work)
            #expect(
                states.prefix(4) == ["Charging", "Active", "Charging", "Active"] && states.suffix(2) == ["Cancelled", "Ended"], "\(states)")
        }
    }
}
