/// The keys that a mapping of the language may have.
struct KeyTable: Sendable {
    /// What the mapping is, for messages: `a row`.
    let what: String
    /// The keys.
    let known: [String]
    /// The keys that the language has and this release does not.
    let later: [String]

    init(_ what: String, _ known: [String], later: [String] = []) {
        self.what = what
        self.known = known
        self.later = later
    }
}

extension KeyTable {
    static let workflow = KeyTable(
        "a workflow",
        [
            "workflow", "summary", "types", "settings", "input", "output", "key", "services", "events", "states", "initial", "feedbacks",
            "transitions", "unhandled", "limits",
        ],
        later: ["schedules", "migrations"])
    static let service = KeyTable("a service", ["summary", "input", "output", "elements", "errors"], later: ["default"])
    static let state = KeyTable(
        "a state",
        [
            "summary", "data", "final", "output", "states", "initial", "parallel", "history", "default", "ignore", "defer", "entry", "exit",
            "tags",
        ])
    static let entry = KeyTable("`entry`", ["emit", "data"])
    static let exit = KeyTable("`exit`", ["emit", "data"])
    static let limits = KeyTable("`limits`", ["microsteps", "payload", "deferred"])
    static let initial = KeyTable("`initial`", ["state", "data"])
    static let section = KeyTable("a section with a common `disable`", ["disable", "rows"])
    static let feedback = KeyTable(
        "a feedback",
        ["on", "event", "perform", "with", "strategy", "timeout", "retry", "success", "failure", "next", "delivery", "disable", "id"],
        later: ["each", "concurrency", "join", "compensate", "compensateWith"])
    static let retry = KeyTable("`retry`", ["attempts", "delay", "factor", "maxDelay", "jitter", "only", "unless"])
    static let outcome = KeyTable("an outcome", ["event", "data", "when"])
    static let row = KeyTable(
        "a row", ["from", "on", "after", "at", "always", "to", "when", "data", "emit", "internal", "disable"])
    static let target = KeyTable("a target", ["to", "when", "data", "emit", "internal"])
    static let emit = KeyTable("an event to emit", ["event", "data", "after", "when", "cancel"])
    static let declarations = KeyTable("a file of types", ["types", "variables"])
    static let configuration = KeyTable("pawl.yaml", ["store", "workflows", "settings", "plugins", "services", "profiles"])
    static let profile = KeyTable("a profile", ["store", "workflows", "settings", "plugins", "services"])
    static let binding = KeyTable("a binding", ["use", "with", "input", "output", "elements", "errors", "limits"])
    static let bindingError = KeyTable("an error of a binding", ["when", "code", "message"])
    static let bindingLimits = KeyTable("`limits` of a binding", ["concurrency", "rate"])
}
