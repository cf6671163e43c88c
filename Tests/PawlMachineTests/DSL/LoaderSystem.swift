import PawlKit
import PawlMachine

// The paginated loader of the description of the DSL.

struct Loading: SystemState {
    static let name = "Loading"
    var page: Int
}

struct Loaded: SystemState {
    static let name = "Loaded"
    var items: [String]
    var page: Int
}

struct Failed: SystemState {
    static let name = "Failed"
}

struct Closed: FinalState {
    static let name = "Closed"
    var page: Int
}

struct LoadingIsComplete: SystemEvent {
    static let name = "LoadingIsComplete"
    var items: [String]
}

struct LoadingHasFailed: SystemEvent {
    static let name = "LoadingHasFailed"
}

struct LoadNext: SystemEvent {
    static let name = "LoadNext"
}

struct Refresh: SystemEvent {
    static let name = "Refresh"
}

struct Close: SystemEvent {
    static let name = "Close"
}

struct FetchInput: Codable, Sendable {
    var page: Int
}

struct Page: Codable, Sendable {
    var items: [String]
}

extension ServiceName<FetchInput, Page> {
    static var fetchPage: Self { "pages.fetch" }
}

/// The loader, with what a test wants to change of it.
func loader(strategy: FeedbackStrategy = .cancelOnNewState, isOff: (@Sendable () -> Bool)? = nil) -> System {
    System("loader", summary: "Loads a list page by page.") {
        InitialState { Loading(page: 1) }
        Feedbacks {
            Feedback(on: Loading.self, strategy: strategy, perform: .fetchPage) { state in FetchInput(page: state.page) }
                .success { page in LoadingIsComplete(items: page.items) }
                .failure { _ in LoadingHasFailed() }
        }
        Transitions {
            From(Loading.self) { state in
                On(LoadingIsComplete.self) { event in Loaded(items: event.items, page: state.page) }
                On(LoadingHasFailed.self, transitionTo: Failed())
                On(Close.self, transitionTo: Closed(page: state.page))
                Ignore(LoadNext.self, Refresh.self)
            }
            From(Loaded.self) { state in
                On(LoadNext.self, transitionTo: Loading(page: state.page + 1)).when("state.page < 3") { state.page < 3 }
                if let isOff {
                    On(Refresh.self, transitionTo: Loading(page: state.page)).disable("off") { isOff() }
                } else {
                    On(Refresh.self, transitionTo: Loading(page: state.page))
                }
                On(Close.self, transitionTo: Closed(page: state.page))
            }
            From(Failed.self) {
                On(Refresh.self, transitionTo: Loading(page: 1))
                On(Close.self, transitionTo: Closed(page: 0))
            }
        }
    }
}
