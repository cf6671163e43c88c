package import PawlKit

/// What a check of `pawl doctor` found.
package struct Checkup: Sendable, Hashable {
    /// How well it is.
    package enum Level: String, Sendable, Hashable {
        /// Nothing to do.
        case ok
        /// It works, and may not tomorrow.
        case warning
        /// It does not work.
        case problem
    }

    /// What was looked at.
    package let subject: String
    /// How well it is.
    package let level: Level
    /// What was found.
    package let text: String
    /// What to do; nil when there is nothing.
    package let fix: String?

    private init(_ subject: String, _ level: Level, _ text: String, fix: String?) {
        self.subject = subject
        self.level = level
        self.text = text
        self.fix = fix
    }

    static func ok(_ subject: String, _ text: String) -> Checkup { Checkup(subject, .ok, text, fix: nil) }
    static func warning(_ subject: String, _ text: String, fix: String) -> Checkup { Checkup(subject, .warning, text, fix: fix) }
    static func problem(_ subject: String, _ text: String, fix: String) -> Checkup { Checkup(subject, .problem, text, fix: fix) }

    /// Writes it as one JSON object.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("subject", subject)
        json.member("level", level.rawValue)
        json.member("text", text)
        json.member("fix", fix)
        json.endObject()
    }
}
