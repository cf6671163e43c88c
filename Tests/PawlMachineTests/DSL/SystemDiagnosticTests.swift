import PawlKit
import PawlMachine
import Testing

/// What is wrong with a system is said with the place in Swift.
@Suite("Mistakes in a system")
struct SystemDiagnosticTests {
    struct Twin: SystemState { static let name = "Failed" }
    struct Named: SystemState { static let name = "not a name" }
    struct Odd: SystemState {
        static let name = "Odd"
        let count: Int
        init(from decoder: any Decoder) throws { throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no")) }
        func encode(to encoder: any Encoder) throws {}
        init() { count = 1 }
    }
    struct Lost: SystemState { static let name = "Lost" }

    private static func from(_ rows: any TransitionElement...) -> System {
        System("wrong") {
            InitialState { Failed() }
            Transitions {
                From(Failed.self, rows)
                From(Failed.self) { On(Close.self, transitionTo: Closed(page: 1)) }
            }
        }
    }

    static let systems: [(code: Int, System)] = [
        (901, from(On(Refresh.self, transitionTo: Twin()))),
        (902, from(On(Refresh.self, transitionTo: Named()))),
        (903, from(On(Refresh.self, transitionTo: Odd()))),
        (906, from(On(updating: Refresh.self) { _ in Loading(page: 1) })),
        (909, from(On(EffectDone<Page>.self, transitionTo: Closed(page: 1)))),
        (402, from(On(Refresh.self, transitionTo: Lost()))),
        (
            902,
            System("no name") {
                InitialState { Failed() }; Transitions { From(Failed.self) { On(Close.self, transitionTo: Closed(page: 1)) } }
            }
        ),
        (
            905,
            System("final") {
                InitialState { Closed(page: 1) }; Transitions { From(Closed.self) { On(Close.self, transitionTo: Failed()) } }
            }
        ),
        (
            904,
            System("early") {
                InitialState { Loading(page: 1) }
                Transitions {
                    From(Loading.self) { state in
                        if state.page > 0 { On(Close.self, transitionTo: Closed(page: 1)) }
                    }
                }
            }
        ),
        (
            907,
            System("feedbacks") {
                InitialState { Loading(page: 1) }
                Feedbacks {
                    for _ in 1...2 {
                        Feedback(on: Loading.self, perform: .fetchPage) { FetchInput(page: $0.page) }.ignoringSuccess().ignoringFailure()
                    }
                }
                Transitions { From(Loading.self) { On(Close.self, transitionTo: Closed(page: 1)) } }
            }
        ),
        (
            908,
            System("once") {
                InitialState { Loading(page: 1) }
                Feedbacks {
                    Feedback(on: Loading.self, perform: .fetchPage) { FetchInput(page: $0.page) }.ignoringSuccess().ignoringFailure()
                        .retry(attempts: 2).atMostOnce()
                }
                Transitions { From(Loading.self) { On(Close.self, transitionTo: Closed(page: 1)) } }
            }
        ),
        (
            910,
            System("event") {
                InitialState { Failed() }
                Feedbacks { Feedback(onEvent: Close.self, perform: .fetchPage) { _ in FetchInput(page: 1) } }
                Transitions { From(Failed.self) { On(Close.self, transitionTo: Closed(page: 1)) } }
            }
        ),
        (
            401,
            System("unreachable") {
                InitialState { Failed() }
                Transitions {
                    From(Failed.self) { On(Close.self, transitionTo: Closed(page: 1)) }
                    From(Loading.self) { On(Close.self, transitionTo: Closed(page: 1)) }
                }
            }
        ),
        (
            405,
            System("failure") {
                InitialState { Failed() }
                Transitions {
                    From(Failed.self) {
                        On(EffectFailed.self) { event in Closed(page: event.attempts) }
                        On(Close.self, transitionTo: Closed(page: 1))
                    }
                }
            }
        ),
    ]

    @Test(arguments: systems.indices) func `is found`(_ index: Int) throws {
        let (code, system) = Self.systems[index]
        let found = try #require(
            system.diagnostics.first { $0.code == DiagnosticCode(code) },
            "\(system.name): \(system.diagnostics.map { "\($0.code) \($0.wording.message)" })")
        #expect(found.file == "PawlMachineTests/SystemDiagnosticTests.swift")
        #expect(found.range.start.line > 20)
    }
}
