import PawlKit

/// Paths as texts.
enum FilePath {
    /// Whether a word that may mean a file or something by name is a file in YAML.
    static func isYAML(_ word: String) -> Bool { word.hasSuffix(".yaml") || word.hasSuffix(".yml") }

    /// The folder of a file, with a slash at its end; empty for the current one.
    static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return String(path[...slash])
    }

    /// A path written in a file of that folder.
    static func resolve(_ path: String, in folder: String) -> String {
        path.hasPrefix("/") || folder.isEmpty ? path : folder + path
    }

    /// The record with those of its fields that are paths resolved.
    static func resolve(_ paths: [String], of record: Record, in folder: String) -> Record {
        var record = record
        for name in paths {
            guard let slot = record.type.slot(of: name), case .string(let path)? = record.fields[slot] else { continue }
            record.fields[slot] = .string(resolve(path, in: folder))
        }
        return record
    }
}
