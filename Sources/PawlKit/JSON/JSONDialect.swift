/// How JSON says what it has no words for.
public enum JSONDialect: Sendable, Hashable {
    /// Pawl's own, in the journal: nothing is lost.
    ///
    /// In an `any` place, values other than null, bool, int, double, string, list and map are tagged, such as
    /// `{"$uint":"5"}`, and a map that has a key starting with `$` is `{"$map":{…}}`. A text with secrets is
    /// `{"$secret":["Bearer ",{"name":"PAY_KEY"}]}`.
    case canonical
    /// Everybody else's: input of people, programs and services.
    ///
    /// There are no tags: `{"$ref":"x"}` is a map, and no text from outside can name a secret. Written, bytes are base64,
    /// times are texts, and a secret shows as the expression that names it.
    case plain
}

/// Limits that reading and writing share, so that what was written can be read.
enum JSONLimit {
    /// How deeply lists and objects may be nested.
    static let depth = 128
}

/// The keys of tagged values.
enum JSONTag {
    static let uint = "$uint"
    static let double = "$double"
    static let bytes = "$bytes"
    static let timestamp = "$timestamp"
    static let duration = "$duration"
    static let secret = "$secret"
    static let map = "$map"
    /// The key of a secret's name among the pieces of a text.
    static let name = "name"

    /// Whether a key could be taken for a tag.
    static func isReserved(_ key: String) -> Bool { key.utf8.first == UInt8(ascii: "$") }
}
