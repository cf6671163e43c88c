import PawlKit
import PawlMachine

// What can be the case. A state carries its own data, and no other.

struct Loading: SystemState {
    static let name = "Loading"
    var list: String
    var page: Int
}

struct Loaded: SystemState {
    static let name = "Loaded"
    var list: String
    var page: Int
    var items: [String]
}

struct Failed: SystemState {
    static let name = "Failed"
    var list: String
    var page: Int
    var reason: String
}

struct Closed: FinalState {
    static let name = "Closed"
    var page: Int
}

// What can happen.

struct LoadingIsComplete: SystemEvent {
    static let name = "LoadingIsComplete"
    var items: [String]
}

struct LoadingHasFailed: SystemEvent {
    static let name = "LoadingHasFailed"
    var reason: String
}

struct LoadNext: SystemEvent { static let name = "LoadNext" }
struct Refresh: SystemEvent { static let name = "Refresh" }
struct Close: SystemEvent { static let name = "Close" }

// What it begins with, and what it needs from outside: a function with a name and types.

struct Request: Codable, Sendable {
    var list: String
}

struct FetchInput: Codable, Sendable {
    var list: String
    var page: Int
}

struct Page: Codable, Sendable {
    var items: [String]
}

extension ServiceName<FetchInput, Page> {
    static var fetchPage: Self { "pages.fetch" }
}

/// Shows a list page by page.
let loader = System("loader", summary: "Shows a list page by page.") {
    InitialState(from: Request.self, key: { $0.list }) { request in Loading(list: request.list, page: 1) }
    Feedbacks {
        Feedback(on: Loading.self, strategy: .cancelOnNewState, perform: .fetchPage) { state in
            FetchInput(list: state.list, page: state.page)
        }
        .success { page in LoadingIsComplete(items: page.items) }
        .failure { error in LoadingHasFailed(reason: error.message) }
        .timeout(.seconds(10))
        .retry(attempts: 3, delay: .milliseconds(200), only: ["unavailable", "timeout"])
    }
    Transitions {
        From(Loading.self) { state in
            On(LoadingIsComplete.self) { event in Loaded(list: state.list, page: state.page, items: event.items) }
            On(LoadingHasFailed.self) { event in Failed(list: state.list, page: state.page, reason: event.reason) }
            Ignore(LoadNext.self, Refresh.self)
        }
        From(Loaded.self) { state in
            On(LoadNext.self, transitionTo: Loading(list: state.list, page: state.page + 1))
                .when("there is another page") { !state.items.isEmpty }
            On(Refresh.self, transitionTo: Loading(list: state.list, page: state.page))
        }
        From(Failed.self) { state in
            On(Refresh.self, transitionTo: Loading(list: state.list, page: state.page))
        }
        closing
    }
}

/// Rows can be put together from pieces.
let closing = Transitions {
    From(Loading.self) { state in On(Close.self, transitionTo: Closed(page: state.page)) }
    From(Loaded.self) { state in On(Close.self, transitionTo: Closed(page: state.page)) }
    From(Failed.self) { state in On(Close.self, transitionTo: Closed(page: state.page)) }
}
