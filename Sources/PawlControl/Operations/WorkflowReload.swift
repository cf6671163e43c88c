/// `workflow.reload`: reads the folder of workflows again, without waiting for a change in it.
package struct WorkflowReload: ParameterlessOperation {
    package static let method = "workflow.reload"

    package init() {}

    package typealias Answer = WorkflowList.Answer

    package func perform(in target: ControlTarget) async throws(ControlError) -> Answer {
        try await target.host.reload()
        return Answer(files: try await target.host.files())
    }
}
