/// What a condition written in Swift came to when a step asked it.
///
/// Such a condition may look at anything, so that nobody can ask it again: the journal keeps what it said, and replay takes that.
public enum GuardOutcome: Hashable, Sendable {
    /// It was true or false.
    case answered(Bool)
    /// It threw; what it said.
    case failed(String)
}

extension GuardOutcome {
    /// Reads what the canonical JSON of an entry holds.
    init?(encoded json: RawJSON) {
        if let answer = json.boolean {
            self = .answered(answer)
        } else if let message = json.string {
            self = .failed(message)
        } else {
            return nil
        }
    }
}
