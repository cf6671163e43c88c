package import PawlKit

/// How an instance is named to people: short, and so that the name can be typed back.
package struct InstanceNaming: Sendable {
    /// The fewest characters of an id that are shown.
    package static let shortest = 4

    private let prefix: @Sendable (InstanceID) -> String

    /// Creates a naming.
    ///
    /// - Parameter prefix: the shortest beginning of an id that no other id has.
    package init(prefix: @escaping @Sendable (InstanceID) -> String) { self.prefix = prefix }

    /// A naming that tells apart the ids that are given.
    package init(among ids: [InstanceID]) {
        let prefixes = Self.prefixes(of: ids)
        self.init { prefixes[$0] ?? $0.rawValue }
    }

    /// The short form of an id.
    package func short(_ id: InstanceID) -> String { prefix(id) }

    /// The effect's identity as shown: `7f3a/1/Paying/payments.charge`.
    package func effect(_ id: EffectID, of instance: InstanceID) -> String { "\(short(instance))/\(id)" }

    /// What to type to mean an instance: `order/ORD-17` when it has a key, else the short id; quoted for a shell where needed.
    package func handle(_ id: InstanceID, workflow: String, key: String?) -> String {
        ShellWord.quoted(key.map { "\(workflow)/\($0)" } ?? short(id))
    }

    /// For each id the shortest beginning, of four characters or more, that no other of them has.
    private static func prefixes(of ids: [InstanceID]) -> [InstanceID: String] {
        let sorted = Set(ids).map { Array($0.rawValue.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
        var prefixes: [InstanceID: String] = [:]
        for (index, id) in sorted.enumerated() {
            var length = shortest
            for neighbour in [index - 1, index + 1] where sorted.indices.contains(neighbour) {
                let common = zip(id, sorted[neighbour]).prefix { $0 == $1 }.count
                length = max(length, common + 1)
            }
            prefixes[InstanceID(rawValue: String(decoding: id, as: UTF8.self))] =
                String(decoding: id.prefix(length), as: UTF8.self)
        }
        return prefixes
    }
}

/// A word of a command line as a person would type it.
package enum ShellWord {
    /// The word, in single quotes unless it holds only characters that no shell looks at.
    package static func quoted(_ word: String) -> String {
        let isSafe = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-_./@:,+%=".utf8.contains(byte)
            }
        }
        if isSafe, !word.isEmpty { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
