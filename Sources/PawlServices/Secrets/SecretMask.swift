package import PawlKit

/// Fills secrets into an input, and hides their texts in whatever comes back.
package struct SecretMask: Sendable {
    /// The texts to hide, longest first.
    private(set) var texts: [String] = []
    /// What stands in their place.
    package static let cover = "•••"

    /// A mask that hides nothing yet.
    package init() {}

    /// The value with its secrets filled in.
    ///
    /// - Throws: ``ServiceFailure`` with code `unavailable` when a secret is not set.
    package mutating func fill(_ value: Value, from environment: any Environment) throws -> Value {
        switch value {
        case .secret(let secret):
            var text = ""
            for part in secret.parts {
                switch part {
                case .text(let plain): text += plain
                case .name(let name):
                    guard let found = environment.secret(name) else {
                        throw ServiceFailure(
                            EngineErrorCode.unavailable.rawValue, "secret '\(name)' is not set; set the environment variable \(name)")
                    }
                    note(found)
                    text += found
                }
            }
            return .string(text)
        case .list(let elements):
            return .list(try elements.map { try fill($0, from: environment) })
        case .map(let map):
            var filled = ValueMap()
            for entry in map.entries { filled[entry.key] = try fill(entry.value, from: environment) }
            return .map(filled)
        case .record(let record):
            return .record(Record(type: record.type, fields: try record.fields.map { try $0.map { try fill($0, from: environment) } }))
        default:
            return value
        }
    }

    private mutating func note(_ text: String) {
        // A text of one or two characters would hide half of every message.
        guard text.utf8.count > 2, !texts.contains(text) else { return }
        texts.append(text)
        texts.sort { $0.utf8.count > $1.utf8.count }
    }

    /// The value with the texts of secrets covered.
    package func mask(_ value: Value) -> Value {
        if texts.isEmpty { return value }
        switch value {
        case .string(let text): return .string(mask(text))
        case .bytes(let bytes): return .bytes(mask(bytes))
        case .list(let elements): return .list(elements.map(mask))
        case .map(let map):
            var masked = ValueMap()
            for entry in map.entries {
                let key = entry.key.text.map { ValueMap.Key.string(mask($0)) } ?? entry.key
                masked[key] = mask(entry.value)
            }
            return .map(masked)
        case .record(let record):
            return .record(Record(type: record.type, fields: record.fields.map { $0.map(mask) }))
        default: return value
        }
    }

    /// The text with the texts of secrets covered.
    package func mask(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let masked = mask(bytes)
        return masked.count == bytes.count && masked == bytes ? text : String(decoding: masked, as: UTF8.self)
    }

    private func mask(_ bytes: [UInt8]) -> [UInt8] { texts.reduce(bytes) { Self.cover(Array($1.utf8), in: $0) } }

    private static func cover(_ secret: [UInt8], in bytes: [UInt8]) -> [UInt8] {
        guard let first = secret.first, bytes.count >= secret.count else { return bytes }
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == first, index + secret.count <= bytes.count, bytes[index..<index + secret.count].elementsEqual(secret) {
                result.append(contentsOf: cover.utf8)
                index += secret.count
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }
}
