public import PawlKit

/// A workflow written in Swift: the twin of a workflow file, with the same step, the same engine and the same journal.
///
///     let loader = System("loader") {
///         InitialState { Loading(page: 1) }
///         Feedbacks {
///             Feedback(on: Loading.self, strategy: .cancelOnNewState, perform: .fetchPage) { state in FetchInput(page: state.page) }
///                 .success { page in LoadingIsComplete(items: page.items) }
///                 .failure { _ in LoadingHasFailed() }
///         }
///         Transitions {
///             From(Loading.self) { state in
///                 On(LoadingIsComplete.self) { event in Loaded(items: event.items, page: state.page) }
///                 On(LoadingHasFailed.self, transitionTo: Failed())
///             }
///         }
///     }
///
/// Closures that make states, events and inputs must give the same for the same arguments, because replay runs them again and compares.
/// Conditions need not: what they said is in the journal.
public struct System: Sendable, CustomStringConvertible {
    /// The name of the workflow.
    public let name: String
    /// Counts changes that the table does not show, such as one in a closure. Instances stay with the version they began with.
    public let version: Int
    /// All that is wrong with it or probably not meant, with the places in Swift.
    public let diagnostics: [Diagnostic]
    /// Its machine, which is of use only when no diagnostic is an error.
    package let machine: Machine
    /// What its feedbacks need of services.
    package let requirements: [ServiceRequirement]
    /// What the journal keeps of it: its table. Another table, or another version, is another revision.
    package let definition: StoredDefinition

    /// Describes a system.
    ///
    /// - Parameters:
    ///   - name: The name of the workflow in commands and in the journal.
    ///   - version: To be raised when a closure comes to do something else while the table stays the same.
    ///   - summary: One sentence for people.
    ///   - rejectsUnhandled: Whether an event from outside that nothing handles is an error for its sender.
    public init(
        _ name: String, version: Int = 1, summary: String? = nil, rejectsUnhandled: Bool = false, fileID: String = #fileID,
        line: Int = #line, column: Int = #column, @SystemBuilder _ content: () -> SystemContent
    ) {
        self.init(name, version, summary, rejectsUnhandled, content(), Place(fileID: fileID, line: line, column: column))
    }

    /// Describes a system by arrays.
    public init(
        _ name: String, version: Int = 1, summary: String? = nil, rejectsUnhandled: Bool = false, initial: InitialState,
        feedbacks: [any FeedbacksElement], transitions: [any TransitionsElement], fileID: String = #fileID, line: Int = #line,
        column: Int = #column
    ) {
        let parts = SystemParts(feedbacks: feedbacks.flatMap(\.feedbacks), groups: transitions.flatMap(\.groups))
        self.init(
            name, version, summary, rejectsUnhandled, SystemContent(initial: initial, parts: parts),
            Place(fileID: fileID, line: line, column: column))
    }

    private init(
        _ name: String, _ version: Int, _ summary: String?, _ rejectsUnhandled: Bool, _ content: SystemContent, _ place: Place
    ) {
        self.name = name
        self.version = version
        var compiler = SystemCompiler(name: name, place: place)
        machine = compiler.compile(content, summary: summary, unhandled: rejectsUnhandled ? .reject : .record)
        diagnostics = compiler.diagnostics(of: machine)
        requirements = compiler.requirements(of: machine)
        definition = StoredDefinition(
            workflow: name, revision: 0, text: SystemText.encode(machine, version: version), services: RawJSON("{}"), file: machine.file)
    }

    /// Whether it cannot run as written.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// The table of rows: from, on, if, to.
    public var description: String { SystemTable.text(machine) }
}

/// What a feedback needs of a service.
package struct ServiceRequirement: Sendable {
    /// The name.
    package let name: String
    /// What the feedback gives and expects.
    package let interface: ServiceInterface
    /// Where the feedback is written.
    package let file: String
    package let range: SourceRange
}
