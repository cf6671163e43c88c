import PawlKit
import PawlMachine
import Synchronization
import Testing

@Suite("A system in Swift")
struct SystemTests {
    private func effect(_ lab: Lab) throws -> EffectID { try #require(lab.effects.last) }

    @Test func `has nothing to complain about, and a table`() {
        let system = loader()
        #expect(system.diagnostics.isEmpty, "\(system.diagnostics.map(\.wording.message))")
        #expect(
            system.description == """
                loader
                from     on                 if              to
                start                                       Loading
                Loading  LoadingIsComplete                  Loaded
                Loading  LoadingHasFailed                   Failed
                Loading  Close                              Closed
                Loaded   LoadNext           state.page < 3  Loading
                Loaded   Refresh                            Loading
                Loaded   Close                              Closed
                Failed   Refresh                            Loading
                Failed   Close                              Closed
                Loading runs pages.fetch (cancelOnNewState)

                """)
    }

    @Test func `loads pages through the step that files use`() throws {
        let lab = try Lab(loader().machine)
        #expect(lab.leaves == ["Loading"])
        #expect(lab.last.body.effects.map(\.input.description) == [#"{"page":1}"#])
        lab.succeed(try effect(lab), ["items": ["a", "b"]])
        #expect(lab.data("Loaded") == #"{"items":["a","b"],"page":1}"#)
        #expect(lab.last.body.guards.isEmpty)
        lab.send("LoadNext")
        #expect(lab.data("Loading") == #"{"page":2}"#)
        #expect(lab.last.body.guards == [.answered(true)])
        lab.fail(try effect(lab))
        #expect(lab.leaves == ["Failed"])
        lab.send("Close")
        #expect(lab.last.body.end?.output?.description == #"{"page":0}"#)
    }

    @Test func `refuses what only its feedback raises, and knows the payloads of its events`() throws {
        let lab = try Lab(loader().machine)
        #expect(lab.send("LoadingIsComplete", #"{"items":[]}"#).words == "rejected internalEvent")
        #expect(lab.send("LoadNext", #"{"x":1}"#).words == "rejected payload")
    }

    // MARK: Traps of the DSL it descends from

    @Test func `an ignored event does not emit the state again, and restarts nothing`() throws {
        let lab = try Lab(loader().machine)
        let before = (lab.effects, lab.state.machine)
        #expect(lab.send("LoadNext").words == "ignored")
        #expect(lab.launches.isEmpty)
        #expect(lab.effects == before.0)
        #expect(lab.state.machine == before.1)
        #expect(lab.last.body.cancelledEffects.isEmpty)
    }

    @Test func `an event that nothing takes restarts nothing either`() throws {
        let lab = try Lab(loader().machine)
        lab.succeed(try effect(lab), ["items": []])
        lab.send("Close")
        let other = try Lab(loader(strategy: .cancelPrevious).machine)
        let running = other.effects
        other.send("Nothing")
        #expect(other.effects == running)
        #expect(other.launches.isEmpty)
    }

    @Test func `cancelOnNewState cancels when the state is left, to whatever state`() throws {
        let lab = try Lab(loader().machine)
        let running = try effect(lab)
        lab.send("Close")
        #expect(lab.leaves == ["Closed"])
        #expect(lab.last.body.cancelledEffects == [running])
        let tick = try Lab(ticker.machine)
        let first = try #require(tick.effects.first)
        tick.send("Refresh")
        #expect(tick.leaves == ["Loading"])
        #expect(tick.last.body.cancelledEffects == [first], "entering a state again ends its effects too")
        #expect(tick.launches.count == 1)
    }

    @Test func `an update leaves effects and timers alone`() throws {
        let lab = try Lab(ticker.machine)
        let running = lab.effects
        lab.send("LoadNext")
        #expect(lab.data("Loading") == #"{"page":2}"#)
        #expect(lab.effects == running)
        #expect(lab.launches.isEmpty)
        #expect(lab.timers == ["1/Loading:after 5m"])
    }

    /// A loader that can be refreshed while it loads.
    private var ticker: System {
        System("ticker") {
            InitialState { Loading(page: 1) }
            Feedbacks {
                Feedback(on: Loading.self, perform: .fetchPage) { FetchInput(page: $0.page) }
                    .success { LoadingIsComplete(items: $0.items) }.ignoringFailure()
            }
            Transitions {
                From(Loading.self) { state in
                    On(Refresh.self, transitionTo: Loading(page: state.page))
                    On(updating: LoadNext.self) { _ in Loading(page: state.page + 1) }
                    On(LoadingIsComplete.self, transitionTo: Closed(page: state.page))
                    After(.minutes(5), transitionTo: Closed(page: 0))
                }
            }
        }
    }

    @Test func `two rows for one pair are an error with both places`() throws {
        let line = #line
        let system = System("twice") {
            InitialState { Failed() }
            Transitions {
                From(Failed.self) { On(Refresh.self, transitionTo: Loading(page: 1)) }
                From(Failed.self) { On(Refresh.self, transitionTo: Closed(page: 1)) }
                From(Loading.self) { On(Close.self, transitionTo: Closed(page: 1)) }
            }
        }
        let finding = try #require(system.diagnostics.first)
        #expect(finding.code.rawValue == "PWL0210")
        #expect(finding.file == "PawlMachineTests/SystemTests.swift")
        #expect(finding.range.start.line == line + 5)
        #expect(finding.related?.start.line == line + 4)
        #expect(system.hasErrors)
    }

    // MARK: Conditions

    @Test func `a condition is asked once for an event, and its answer is in the journal`() throws {
        let asked = Mutex<[Bool]>([])
        let answers = Mutex<[Bool]>([true, false])
        let system = loader(isOff: {
            let answer = answers.withLock { $0.removeFirst() }
            asked.withLock { $0.append(answer) }
            return answer
        })
        let lab = try Lab(system.machine)
        lab.succeed(try effect(lab), ["items": []])
        #expect(lab.send("Refresh").words == "unhandled Loaded disabled")
        #expect(lab.last.body.guards == [.answered(true)])
        lab.send("Refresh")
        #expect(lab.leaves == ["Loading"])
        #expect(lab.last.body.guards == [.answered(false)])
        #expect(asked.withLock { $0 } == [true, false])
    }

    @Test func `a condition that throws blocks the instance, and is not read as false`() throws {
        struct Broken: Error, CustomStringConvertible { let description = "the door is stuck" }
        let system = System("door") {
            InitialState { Failed() }
            Transitions {
                From(Failed.self) {
                    On(Refresh.self, transitionTo: Closed(page: 1)).when("open") { () throws -> Bool in throw Broken() }
                }
            }
        }
        let lab = try Lab(system.machine)
        #expect(lab.send("Refresh").words == "blocked PWL0701")
        #expect(lab.last.body.incident?.message == "the door is stuck")
        #expect(lab.last.body.incident?.expression == "open")
        #expect(lab.last.body.guards == [.failed("the door is stuck")])
    }

    // MARK: Builders

    @Test(arguments: [true, false]) func `if, else, for, optionals, arrays and fragments come to the same`(_ isShort: Bool) {
        let more: Transitions? = isShort ? nil : Transitions { From(Failed.self) { On(Refresh.self, transitionTo: Loading(page: 1)) } }
        let fragment = Transitions([From(Loading.self, [On(LoadingHasFailed.self, transitionTo: Failed())])])
        let system = System("parts") {
            if isShort {
                InitialState { Loading(page: 1) }
            } else {
                InitialState { Loading(page: 2) }
            }
            Transitions {
                fragment
                if let more { more }
                if isShort {
                    From(Loading.self) { On(Close.self, transitionTo: Closed(page: 1)) }
                } else {
                    From(Loading.self) { On(Close.self, transitionTo: Closed(page: 2)) }
                }
                for page in 1...3 {
                    From(Failed.self) {
                        On(LoadNext.self, transitionTo: Closed(page: page)).when { page == 2 }
                    }
                }
            }
        }
        let rows = system.machine.rows.map(\.name)
        let loop = ["Failed:LoadNext[0]", "Failed:LoadNext[1]", "Failed:LoadNext[2]"]
        #expect(rows == ["Loading:LoadingHasFailed"] + (isShort ? [] : ["Failed:Refresh"]) + ["Loading:Close"] + loop)
    }

    @Test func `arrays say the same as builders`() {
        let system = System(
            "loader", initial: InitialState { Loading(page: 1) },
            feedbacks: [Feedback(on: Loading.self, perform: .fetchPage) { FetchInput(page: $0.page) }.ignoringSuccess().ignoringFailure()],
            transitions: [From(Loading.self, [On(Close.self, transitionTo: Closed(page: 1))])])
        #expect(!system.hasErrors)
        #expect(system.machine.rows.map(\.name) == ["Loading:Close"])
        #expect(system.machine.feedbacks.map(\.name) == ["Loading/pages.fetch"])
    }

    @Test func `any state, any event, conditions on everything, and events raised inside`() throws {
        let off = Mutex(false)
        let system = System("wide") {
            InitialState { Loading(page: 1) }
            Transitions {
                From(Loading.self) {
                    On(Refresh.self, transitionTo: Failed()).emit(LoadingHasFailed())
                    On(AnyEvent.self, transitionTo: Loaded(items: [], page: 1))
                }
                From(Failed.self) { On(LoadingHasFailed.self, transitionTo: Loaded(items: ["x"], page: 9)) }
                From(AnyState.self) { On(Close.self, transitionTo: Closed(page: 7)) }
            }.disable { off.withLock { $0 } }
        }
        #expect(!system.hasErrors, "\(system.diagnostics.map(\.wording.message))")
        let lab = try Lab(system.machine)
        off.withLock { $0 = true }
        #expect(lab.send("Close").words == "unhandled Loading disabled")
        off.withLock { $0 = false }
        lab.send("Refresh")
        #expect(lab.data("Loaded") == #"{"items":["x"],"page":9}"#)
        lab.send("Close")
        #expect(lab.leaves == ["Closed"])
        let other = try Lab(system.machine)
        other.send("Close")
        #expect(other.leaves == ["Loaded"], "the state's own rows are asked before those of any state")
    }
}
