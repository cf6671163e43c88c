import PawlKit

extension InstanceSearch {
    /// The instances that are looked at for what was meant.
    private static let candidates = 1_000

    /// The workflow and the key of `workflow/key`; nil for an id.
    package static func parts(_ text: String) -> (workflow: String, key: String)? {
        guard let slash = text.firstIndex(of: "/") else { return nil }
        return (String(text[..<slash]), String(text[text.index(after: slash)...]))
    }

    /// What a text that means no instance may have been meant for: another workflow, or another key among the newest instances.
    func nearest(_ text: String) async throws(ControlError) -> String? {
        var query = InstanceQuery()
        var words: [String] = []
        if let (name, key) = Self.parts(text) {
            let workflows = try await ControlError.asking { () throws(JournalError) in try await reader.workflows() }
            guard let workflow = workflows.first(where: { UTF8Order.equal($0, name) }) ?? NearestName.find(name, among: workflows) else {
                return nil
            }
            query.workflow = workflow
            words = try await rows(query, limit: Self.candidates).compactMap { $0.key.map { "\(workflow)/\($0)" } }
            if words.contains("\(workflow)/\(key)") { return "\(workflow)/\(key)" }
        } else {
            let rows = try await rows(query, limit: Self.candidates).filter { $0.key != nil }
            // A key alone is meant with its workflow.
            if let named = rows.first(where: { $0.key == text }) { return named.handle }
            words = rows.map(\.handle)
        }
        // Another number is another instance, and no slip.
        return NearestName.find(text, among: words.filter { Self.digits($0) == Self.digits(text) })
    }

    private static func digits(_ text: String) -> [Character] { text.filter(\.isNumber).map(\.self) }
}
