package import PawlKit

extension InstanceNaming {
    /// A naming that tells some instances apart from all others in a journal.
    package init(of ids: some Sequence<InstanceID>, in reader: any JournalReader) async throws(JournalError) {
        var known = Set(ids)
        for beginning in Set(known.map { String($0.rawValue.prefix(Self.shortest)) }) {
            var query = InstanceQuery()
            query.idPrefix = beginning
            // Two ids in a million share four characters; a thousand that do are more than anybody has.
            for row in try await reader.instances(matching: query, limit: 1_000) { known.insert(row.id) }
        }
        self.init(among: Array(known))
    }
}
