import PawlKit
import PawlMachine
import Testing

/// Enums whose cases are states and events.
@Suite("Cases of enums")
struct CaseTests {
    enum Screen: SystemCases {
        case loading(page: Int)
        case showing(items: [String], page: Int)
        case failed
        case closed(page: Int)

        // The names in the journal.
        enum CodingKeys: String, CodingKey {
            case loading = "Loading"
            case showing = "Showing"
            case failed = "Failed"
            case closed = "Closed"
        }
    }

    enum News: SystemCases {
        case loaded(items: [String])
        case broken
        case close
    }

    private let system = System("screen") {
        InitialState(Case(Screen.loading)) { 1 }
        Feedbacks {
            Feedback(on: Case(Screen.loading), perform: .fetchPage) { page in FetchInput(page: page) }
                .success(Case(News.loaded)) { page in page.items }
                .failure(Case(News.broken)) { _ in }
        }
        Transitions {
            From(Case(Screen.loading)) { page in
                On(Case(News.loaded), to: Case(Screen.showing)) { items in (items, page.value) }
                On(Case(News.broken), to: Case(Screen.failed))
                Ignore(Case(News.close))
            }
            From(Case(Screen.showing)) { showing in
                On(Case(News.close), to: Case(Screen.closed).final()) { _ in showing.value.1 }
            }
            From(Case(Screen.failed)) { On(Case(News.close), to: Case(Screen.closed).final()) { _ in 0 } }
        }
    }

    @Test func `are states and events with the values that they carry`() throws {
        #expect(system.diagnostics.isEmpty, "\(system.diagnostics.map(\.wording.message))")
        let lab = try Lab(system.machine)
        #expect(lab.data("Loading") == #"{"page":1}"#)
        lab.succeed(try #require(lab.effects.last), ["items": ["a"]])
        #expect(lab.data("Showing") == #"{"items":["a"],"page":1}"#)
        #expect(lab.entries.last?.event == "loaded")
        lab.send("close")
        #expect(lab.leaves == ["Closed"])
        #expect(lab.last.body.end?.output?.description == #"{"page":1}"#)
    }
}
