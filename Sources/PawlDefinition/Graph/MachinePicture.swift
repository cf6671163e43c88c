package import PawlMachine

/// What there is to see of a machine, before it becomes a text of some format.
///
/// Texts in here are on one line and otherwise as the file has them; each format escapes them in its own way.
package struct MachinePicture: Sendable {
    /// How far an instance has come with a state.
    package enum Mark: Sendable, Hashable {
        /// It was never there.
        case none
        /// It was there.
        case visited
        /// It is there.
        case current
    }

    /// A state.
    package struct Node: Sendable {
        /// Its number, and its place in ``MachinePicture/nodes``.
        package var state: StateIndex
        /// The last part of its path; empty for the machine itself.
        package var name: String
        /// The path.
        package var path: String
        /// What it is.
        package var kind: State.Kind
        /// The enclosing state; the machine itself has none.
        package var parent: StateIndex?
        /// The states directly inside.
        package var children: [StateIndex]
        /// The last state inside at any depth.
        package var last: StateIndex
        /// One sentence for people.
        package var summary: String?
        /// What happens inside: feedbacks, updates, events raised at entry and exit, deferred and ignored events, tags.
        package var notes: [Note] = []
        /// How far the instance has come.
        package var mark = Mark.none
    }

    /// Something that happens in a state without leaving it.
    package struct Note: Sendable, Hashable {
        /// In a few words: `▶ payments.charge → PaymentAccepted`.
        package var text: String
        /// More of it: `cancelOnNewState · 4m each · 5 attempts`.
        package var detail: String?
        /// Whether it is a row without a target, which is among the edges too.
        package var isWay = false
    }

    /// A way from a state to others.
    package struct Edge: Sendable {
        /// Where it begins.
        package enum Origin: Sendable, Hashable {
            /// A state, or with 0 any state of the machine.
            case state(StateIndex)
            /// The beginning of a state with states inside, of the machine with 0.
            case start(of: StateIndex)
            /// What a history state stands for when nothing is remembered.
            case fallback(of: StateIndex)
        }

        /// Where it begins.
        package var origin: Origin
        /// Where it leads: several across regions, none when the state stays.
        package var targets: [StateIndex]
        /// What sets it off: `PaymentAccepted`, `after 15m`, `always`; empty for a start.
        package var trigger: String
        /// Must be true.
        package var when: String?
        /// Must all be false.
        package var unless: [String] = []
        /// What it does besides: `emit X`, `▶ mail.send`.
        package var effects: [String] = []
        /// Whether the source stays active although a target is inside it.
        package var isInternal = false
        /// The positions of the journal at which an instance took it: the first few, and how many there are.
        package var taken = Passages()
    }

    /// When an instance took an edge.
    package struct Passages: Sendable, Hashable {
        /// The first positions.
        package private(set) var first: [Int64] = []
        /// How many there are.
        package private(set) var count = 0

        package init() {}

        /// Adds a passage.
        package mutating func add(_ position: Int64) {
            if first.count < 3 { first.append(position) }
            count += 1
        }

        /// `at 4, 9 and 3 more`; nil when there was none.
        package var text: String? {
            if count == 0 { return nil }
            let more = count > first.count ? " and \(count - first.count) more" : ""
            return "at " + first.map(String.init).joined(separator: ", ") + more
        }
    }

    /// The workflow.
    package var title: String
    /// One sentence for people.
    package var summary: String?
    /// The instance that is marked, and where it stands; nil for a machine alone.
    package var caption: String?
    /// The states, by number. The first is the machine itself.
    package var nodes: [Node]
    /// The ways between them, starts first.
    package var edges: [Edge]

    /// Whether a state lies inside another.
    package func isInside(_ inner: StateIndex, _ outer: StateIndex) -> Bool { inner > outer && inner <= nodes[outer].last }

    /// The shortest end of a state's path that no other state has.
    package func shortName(_ state: StateIndex) -> String { shortNames[state] }

    private let shortNames: [String]

    init(title: String, summary: String?, nodes: [Node], edges: [Edge]) {
        self.title = title
        self.summary = summary
        self.nodes = nodes
        self.edges = edges
        shortNames = ShortNames.of(nodes.map(\.path))
    }
}

/// The shortest ends of paths by which states can be told apart; a workflow file takes them too.
enum ShortNames {
    /// One for each path.
    static func of(_ paths: [String]) -> [String] {
        let parts = paths.map { $0.split(separator: ".") }
        var uses: [String: Int] = [:]
        for path in parts {
            for length in stride(from: 1, through: path.count, by: 1) { uses[end(of: path, length), default: 0] += 1 }
        }
        return parts.map { path in
            for length in stride(from: 1, to: path.count, by: 1) where uses[end(of: path, length)] == 1 { return end(of: path, length) }
            return path.joined(separator: ".")
        }
    }

    private static func end(of path: [Substring], _ length: Int) -> String { path.suffix(length).joined(separator: ".") }
}
