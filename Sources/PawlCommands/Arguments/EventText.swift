import PawlKit

/// An event to send, as typed: `Cancel`, or `Approve={"by": "ada"}`.
package struct EventText: Sendable, Hashable {
    /// The name.
    package let name: String
    /// The JSON text of the payload; nil when none is given.
    package let payload: String?

    /// Reads what was typed; nil when there is no name in it.
    package init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let name = parts.first, !name.isEmpty, !name.contains(where: { $0 == "{" || $0 == " " }) else { return nil }
        self.name = name
        payload = parts.count > 1 ? parts[1] : nil
    }
}
