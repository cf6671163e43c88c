import PawlControl
import PawlJournal
import PawlKit
import PawlMachine
import Testing

/// What each operation answers, in the process of the engine.
struct OperationTests {
    private func failure(_ body: () async throws -> some Any) async throws -> ControlError {
        do {
            _ = try await body()
            throw ControlError(.failed, reason: "none", "nothing was wrong")
        } catch let error as ControlError {
            return error
        }
    }

    @Test func `hello names the engine, and refuses another protocol`() async throws {
        let lab = try await Lab()
        let answer = try EngineHello().perform(in: lab.target)
        #expect(answer.protocolVersion == 1 && answer.version == "0.1.0" && answer.store == "pawl.db" && answer.pid > 0)
        let error = try await failure { try EngineHello(protocolVersion: 2).perform(in: lab.target) }
        #expect(error.code == .usage && error.message.contains("speaks protocol 1, the client speaks 2"))
    }

    @Test func `an instance begins once`() async throws {
        let lab = try await Lab()
        let first = try await InstanceStart(workflow: "leave", input: ["days": 3], who: "ada").perform(in: lab.target)
        #expect(first.isNew && first.key == "L-3" && first.revision == 1 && first.workflow == "leave")
        let again = try await failure { try await InstanceStart(workflow: "leave", input: ["days": 3]).perform(in: lab.target) }
        #expect(again.code == .refused && again.reason == "keyTaken" && again.instance == first.instance)
        let absent = try await InstanceStart(workflow: "leave", input: ["days": 3], ifAbsent: true).perform(in: lab.target)
        #expect(!absent.isNew && absent.instance == first.instance)
        let entry = try #require(try await lab.store.entries(of: InstanceID(rawValue: first.instance), after: 0, limit: 1).first)
        #expect(entry.body.cause == .outside("ada"))
    }

    @Test func `one that has ended is not absent`() async throws {
        let lab = try await Lab()
        let id = try await lab.start(days: 3)
        _ = try await InstanceAct(instance: "leave/L-3", action: .cancel).perform(in: lab.target)
        let absent = try await InstanceStart(workflow: "leave", input: ["days": 3], ifAbsent: true).perform(in: lab.target)
        #expect(!absent.isNew && absent.instance == id)
        let anew = try await InstanceStart(workflow: "leave", input: ["days": 3]).perform(in: lab.target)
        #expect(anew.isNew && anew.instance != id)
    }

    @Test func `what cannot begin says why`() async throws {
        let lab = try await Lab()
        let unknown = try await failure { try await InstanceStart(workflow: "laeve").perform(in: lab.target) }
        #expect(unknown.code == .notFound)
        let input = try await failure { try await InstanceStart(workflow: "leave", input: ["days": "x"]).perform(in: lab.target) }
        #expect(input.code == .badData && input.help == ["It takes { days: int }"])
        let key = try await failure { try await InstanceStart(workflow: "leave", key: "k", input: ["days": 1]).perform(in: lab.target) }
        #expect(key.code == .usage)
        let both = try await failure {
            try await InstanceStart(workflow: "leave", definition: .init(file: "x", text: "y")).perform(in: lab.target)
        }
        #expect(both.code == .usage)
        let broken = try await failure {
            try await InstanceStart(definition: .init(file: "x.yaml", text: "workflow: x")).perform(in: lab.target)
        }
        #expect(broken.code == .refused)
    }

    @Test func `a workflow of the client's own begins too`() async throws {
        let lab = try await Lab()
        let text = Lab.text.replacing("key:", with: "# mine\nkey:")
        let answer = try await InstanceStart(definition: .init(file: "mine.yaml", text: text), input: ["days": 1]).perform(in: lab.target)
        #expect(answer.isNew)
        #expect(try await lab.store.latestDefinition("leave")?.file == "mine.yaml")
    }

    @Test func `a sender learns what became of the event`() async throws {
        let lab = try await Lab()
        let id = try await lab.start(days: 3)
        func send(_ event: String, _ payload: Value? = nil, to instance: String = "leave/L-3") async throws -> InstanceSend.Answer {
            try await InstanceSend(instance: instance, event: event, payload: payload).perform(in: lab.target)
        }
        let unhandled = try await send("Remind")
        #expect(unhandled.became == .unhandled && unhandled.position == 2 && unhandled.states == ["Asked"])
        #expect(unhandled.reasons?.map(\.state) == ["Asked"] && unhandled.reasons?.map(\.why) == ["when"])
        #expect(unhandled.accepted?.map(\.event) == ["Approve", "Remind"])
        #expect(unhandled.accepted?.map(\.payload) == ["{ by: string }", "{}"])
        #expect(unhandled.accepted?.map(\.isGuarded) == [false, true])
        let unknown = try await send("Aprove")
        #expect(unknown.became == .rejected && unknown.reason == "unknownEvent")
        let payload = try await send("Approve", ["by": 3])
        #expect(payload.became == .rejected && payload.reason == "payload")
        let handled = try await send("Approve", ["by": "ada"], to: String(id.prefix(6)))
        #expect(handled.became == .handled && handled.states == ["Granted"] && handled.status == "finished" && handled.instance == id)
        let late = try await send("Approve", ["by": "ada"], to: id)
        #expect(late.became == .deadLetter && late.status == "finished")
        let nobody = try await failure { try await send("Approve", to: "leave/L-4") }
        #expect(nobody.code == .notFound)
    }

    @Test func `people act on instances that stand so that they can`() async throws {
        let lab = try await Lab()
        try await lab.start(days: 3)
        func act(_ action: InstanceAct.Action) async throws -> InstanceAct.Answer {
            try await InstanceAct(instance: "leave/L-3", action: action).perform(in: lab.target)
        }
        #expect(try await act(.pause).status == "paused")
        #expect(try await failure { try await act(.pause) }.message == "leave/L-3 is paused; only an active instance can be paused")
        let queued = try await InstanceSend(instance: "leave/L-3", event: "Approve", payload: ["by": "x"]).perform(in: lab.target)
        #expect(queued.became == .queued)
        _ = try await act(.resume)
        while try await lab.store.instances(matching: InstanceQuery(), limit: 1).first?.status != .finished { await Task.yield() }
        for action in InstanceAct.Action.allCases {
            #expect(try await failure { try await act(action) }.code == .refused)
        }
    }
}
