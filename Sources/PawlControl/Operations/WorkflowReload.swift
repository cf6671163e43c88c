/// `workflow.reload`: reads the folder of workflows again, without waiting for a change in it.
package struct WorkflowReload: ControlOperation {
    package static let method = "workflow.reload"

    package init() {}
    package init(from decoder: any Decoder) {}
    package func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: NoKey.self) }

    package typealias Answer = WorkflowList.Answer

    package func perform(in target: ControlTarget) async throws(ControlError) -> Answer {
        try await target.host.reload()
        return Answer(files: try await target.host.files())
    }
}
