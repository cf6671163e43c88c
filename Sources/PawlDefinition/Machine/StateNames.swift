import PawlExpression
import PawlKit
import PawlMachine

/// What names of states stand for: any unique suffix of a path.
struct StateNames: Sendable {
    /// More than so many candidates of one name are not kept; they would not all be shown.
    private static let candidateLimit = 9

    private var exact: [ByteString: StateIndex] = [:]
    private var suffixes: [ByteString: [StateIndex]] = [:]
    private var paths: [String] = []
    /// What a misspelt name is compared with: paths, and last parts.
    private(set) var candidates: [String] = []

    /// Adds a state under each suffix of its path.
    mutating func add(_ path: String, as index: StateIndex) {
        paths.append(path)
        exact[ByteString(path)] = index
        candidates.append(path)
        var rest = path[...]
        while true {
            let key = ByteString(String(rest))
            if suffixes[key, default: []].count < Self.candidateLimit { suffixes[key, default: []].append(index) }
            guard let point = rest.firstIndex(of: ".") else { break }
            rest = rest[rest.index(after: point)...]
        }
        if rest.utf8.count < path.utf8.count { candidates.append(String(rest)) }
    }

    /// The states of that name: one, several when it is ambiguous, none.
    func find(_ name: String) -> [StateIndex] {
        // A whole path is never ambiguous.
        if let state = exact[ByteString(name)] { return [state] }
        return suffixes[ByteString(name)] ?? []
    }

    /// The states of that name, of which those inside a state go first: `initial: Idle` means the `Idle` inside.
    func find(_ name: String, inside outer: StateIndex, of states: [State]) -> [StateIndex] {
        if outer == 0 { return find(name) }
        if let child = exact[ByteString("\(path(outer)).\(name)")] { return [child] }
        let found = find(name)
        let inside = found.filter { states.isInside($0, outer) }
        return inside.isEmpty ? found : inside
    }

    /// The path of a state.
    func path(_ state: StateIndex) -> String { paths[state - 1] }

    /// How `active()` finds states.
    func lookup(_ name: String) -> StateLookup {
        let found = find(name)
        if found.count == 1 { return .found(found[0]) }
        if found.count > 1 { return .ambiguous(found.map(path)) }
        return .unknown(nearest: NearestName.find(name, among: candidates.prefix(200)))
    }
}
