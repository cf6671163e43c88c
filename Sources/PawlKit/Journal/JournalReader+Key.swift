extension JournalReader {
    /// The instance of a workflow with a key: the unfinished one, else the newest; nil when there is none.
    package func instance(of workflow: String, key: String) async throws(JournalError) -> InstanceRow? {
        if let row = try await unfinishedInstance(of: workflow, key: key) { return row }
        return try await newest(workflow, key, of: [])
    }

    /// The unfinished instance of a workflow with a key; there is at most one.
    package func unfinishedInstance(of workflow: String, key: String) async throws(JournalError) -> InstanceRow? {
        try await newest(workflow, key, of: Set(InstanceStatus.allCases.filter { !$0.isEnded }))
    }

    private func newest(_ workflow: String, _ key: String, of statuses: Set<InstanceStatus>) async throws(JournalError) -> InstanceRow? {
        var query = InstanceQuery()
        query.workflow = workflow
        query.key = key
        query.statuses = statuses
        return try await instances(matching: query, limit: 1).first
    }
}
