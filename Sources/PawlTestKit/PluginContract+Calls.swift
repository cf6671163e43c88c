import PawlKit
import PawlScenario
import Synchronization

extension PluginContract {
    /// What comes of calls.
    static let calls: [Promise] = [
        Promise("each service is called by the test") { trial in
            for service in trial.harness.registrations
            where !trial.subject.calls.contains(where: { UTF8Order.equal($0.service, service.name) }) {
                trial.fail("no call of '\(service.name)' is given")
            }
        },
        Promise("calls take, give, emit and fail as the interface says") { trial in
            for call in trial.subject.calls { trial.compare(call, await trial.outcome(of: call)) }
        },
        Promise("calls at one time do not disturb each other") { trial in
            await withTaskGroup { group in
                for round in 1...8 {
                    for call in trial.subject.calls {
                        group.addTask { trial.compare(call, await trial.outcome(of: call, key: "test/\(round)/\(call.service)")) }
                    }
                }
            }
        },
        Promise("a service that is idempotent does its work once for each key") { trial in
            for call in trial.subject.calls {
                guard let service = trial.registration(of: call), service.metadata.isIdempotent else { continue }
                let first = await trial.outcome(of: call, attempt: 1)
                let effects = await trial.subject.effects?()
                let second = await trial.outcome(of: call, attempt: 2)
                if !first.isLike(second) { trial.fail("'\(call.service)' says \(first) at first, and \(second) to the same key") }
                if await trial.subject.effects?() != effects { trial.fail("'\(call.service)' did its work again for the same key") }
            }
        },
        Promise("a call that is cancelled while it waits for the outside world ends") { trial in
            for call in trial.subject.calls { await trial.cancel(call) }
        },
    ]
}

/// What came of a call.
enum Outcome: Sendable, CustomStringConvertible {
    case output(Value)
    case failure(ServiceFailure)
    case cancelled
    /// Something that was reported.
    case broken

    var description: String {
        switch self {
        case .output(let value): value.shortDescription
        case .failure(let failure): "the failure '\(failure.code)'"
        case .cancelled: "that it was cancelled"
        case .broken: "something unexpected"
        }
    }

    /// Whether both are the same, whatever their messages.
    func isLike(_ other: Outcome) -> Bool {
        switch (self, other) {
        case (.output(let one), .output(let other)): one == other
        case (.failure(let one), .failure(let other)): one.code == other.code
        case (.cancelled, .cancelled), (.broken, .broken): true
        default: false
        }
    }
}

extension Trial {
    /// Calls a service, and checks what it takes, gives and emits.
    func outcome(of call: PluginContract.Call, key: String = "test/1", attempt: Int = 1, ports: Ports? = nil) async -> Outcome {
        guard let service = registration(of: call) else { return .broken }
        let interface = service.interface
        let input: Value
        do {
            input = service.metadata.takesAnyInput ? call.input : try ValueType.record(interface.input).convert(call.input)
        } catch {
            fail("the input given for '\(call.service)': \(error)")
            return .broken
        }
        let context = ServiceContext(
            idempotencyKey: key, attempt: attempt, deadline: nil, ports: ports ?? subject.ports(), services: scope(of: service)
        ) { element in
            guard let type = interface.elements else { return fail("'\(call.service)' emits, and declares no elements") }
            do { _ = try ValueType.record(type).convert(element) } catch { fail("an element of '\(call.service)': \(error)") }
        }
        do {
            let output = try await service.make()(input, context)
            do { return .output(try interface.output.type.convert(output)) } catch {
                fail("the output of '\(call.service)': \(error)")
                return .broken
            }
        } catch let failure as ServiceFailure {
            let isDeclared = interface.errors.contains(failure.code) || EngineErrorCode(rawValue: failure.code) != nil
            // What stands in for others fails with their codes.
            if !isDeclared, !service.metadata.standsIn { fail("'\(call.service)' fails with '\(failure.code)', which it does not declare") }
            return .failure(failure)
        } catch is CancellationError {
            return .cancelled
        } catch {
            fail(
                "'\(call.service)' fails with \(type(of: error)), of which a workflow sees only 'internal'; throw a ServiceFailure: \(error)"
            )
            return .broken
        }
    }

    /// The services that a handler may call: those that it uses; one that the test does not give fails it by name.
    private func scope(of service: PluginRegistry.Registration) -> ServiceScope {
        var functions: [String: ServiceFunction] = [:]
        for name in service.uses {
            functions[name] =
                subject.services[name] ?? { _, _ in
                    fail("'\(service.name)' called '\(name)', and the test does not say what it gives; add it to `services`")
                    throw ServiceFailure(EngineErrorCode.internal.rawValue, "'\(name)' is not replaced")
                }
        }
        return ServiceScope(functions: functions)
    }

    /// Compares what came of a call with what the test says.
    func compare(_ call: PluginContract.Call, _ outcome: Outcome) {
        switch (outcome, call.code) {
        case (.broken, _), (.output, nil): break
        case (.failure(let failure), let code?) where UTF8Order.equal(failure.code, code): break
        case (_, let code?): fail("'\(call.service)' was to fail with '\(code)', and says \(outcome)")
        case (.failure(let failure), nil): fail("'\(call.service)' fails with '\(failure.code)': \(failure.message)")
        case (.cancelled, nil): fail("'\(call.service)' says \(outcome), and nobody cancelled it")
        }
    }

    // MARK: Cancellation

    private enum Sign: Sendable { case ended, waiting, late }

    /// Calls a service in a world that never answers, cancels it as soon as it waits, and checks that it ends.
    func cancel(_ call: PluginContract.Call) async {
        let world = ScenarioPorts()
        world.http.requests.hang(.always)
        world.processes.runs.hang(.always)
        let (signs, sender) = AsyncStream.makeStream(of: Sign.self)
        let running = Task {
            defer { sender.yield(.ended) }
            return await outcome(of: call, ports: world.ports)
        }
        var watchers = [
            Task { if (try? await world.http.requests.called(times: 1)) != nil { sender.yield(.waiting) } },
            Task { if (try? await world.processes.runs.called(times: 1)) != nil { sender.yield(.waiting) } },
            Task { if (try? await world.clock.sleeping(atLeast: 1)) != nil { sender.yield(.waiting) } },
        ]
        defer { for watcher in watchers { watcher.cancel() } }
        // What waits for something that is no port is cancelled a moment later.
        watchers.append(Task { if (try? await Task.sleep(for: .seconds(1))) != nil { sender.yield(.waiting) } })
        var iterator = signs.makeAsyncIterator()
        if await iterator.next() == .ended { return }
        running.cancel()
        watchers.append(Task { if (try? await Task.sleep(for: .seconds(20))) != nil { sender.yield(.late) } })
        while let sign = await iterator.next() {
            switch sign {
            case .waiting: continue
            case .late: return fail("'\(call.service)' did not end within 20 seconds of being cancelled")
            case .ended:
                if case .output = await running.value { fail("'\(call.service)' was cancelled, and says that it succeeded") }
                return
            }
        }
    }
}
