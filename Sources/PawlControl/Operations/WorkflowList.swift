/// `workflow.list`: the workflows that can begin, and the files that do not load.
package struct WorkflowList: ParameterlessOperation {
    package static let method = "workflow.list"

    package init() {}

    package struct Answer: Codable, Sendable, Hashable {
        /// The files, in order of name.
        package let files: [WorkflowFile]
    }

    package func perform(in target: ControlTarget) async throws(ControlError) -> Answer { Answer(files: try await target.host.files()) }
}

/// A file of the folder of workflows, and what it came to.
package struct WorkflowFile: Codable, Sendable, Hashable {
    /// Its path.
    package var file: String
    /// The workflow, as far as the file says it.
    package var workflow: String?
    /// Whether instances of it can begin.
    package var canStart: Bool
    /// Whether what begins is an older text, because the file on disk does not load.
    package var isOutdated: Bool
    /// What is wrong with the file on disk, one line each.
    package var problems: [String]

    package init(file: String, workflow: String?, canStart: Bool, isOutdated: Bool, problems: [String]) {
        self.file = file
        self.workflow = workflow
        self.canStart = canStart
        self.isOutdated = isOutdated
        self.problems = problems
    }
}
