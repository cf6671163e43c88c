import PawlExpression
import PawlKit
import PawlMachine

/// Says what the expressions of each place see.
struct ScopeMaker {
    let findings: Findings
    let budget: CompileBudget
    /// The named types of the file.
    var types: [String: ValueType]
    var input: RecordType
    var settings: RecordType
    var states = StateNames()

    /// What a place sees besides `now`, `instance`, `workflow` and `input`.
    struct View {
        var state: RecordType?
        var event: RecordType?
        var result: ValueType?
        var error = false
        var settings = false
        var capabilities: ExpressionCapabilities = [.active, .uuid]
        var present: Set<String> = []
    }

    // The records that every workflow has, under names for messages.
    private static let instance = VariableSlot.instanceType.named("`instance`")
    private static let workflow = VariableSlot.workflowType.named("`workflow`")
    private static let error = VariableSlot.errorType.named("the error")

    /// A compiler for a place.
    func callAsFunction(_ view: View) -> ScopedCompiler {
        var variables: [ExpressionScope.Variable] = [
            .init(name: "input", type: .record(input), slot: VariableSlot.input),
            .init(name: "now", type: .timestamp, slot: VariableSlot.now),
            .init(name: "instance", type: .record(Self.instance), slot: VariableSlot.instance),
            .init(name: "workflow", type: .record(Self.workflow), slot: VariableSlot.workflow),
        ]
        if let state = view.state { variables.append(.init(name: "state", type: .record(state), slot: VariableSlot.state)) }
        if let event = view.event { variables.append(.init(name: "event", type: .record(event), slot: VariableSlot.event)) }
        if let result = view.result { variables.append(.init(name: "result", type: result, slot: VariableSlot.result)) }
        if view.error { variables.append(.init(name: "error", type: .record(Self.error), slot: VariableSlot.error)) }
        if view.settings { variables.append(.init(name: "settings", type: .record(settings), slot: VariableSlot.settings)) }
        var scope = ExpressionScope(variables: variables, types: types, capabilities: view.capabilities)
        scope.presentPaths = view.present
        let states = states
        scope.states = { states.lookup($0) }
        return ScopedCompiler(findings: findings, budget: budget, scope: scope)
    }

    /// A compiler for `key`, which only sees the input.
    func forKey() -> ScopedCompiler {
        let scope = ExpressionScope(
            variables: [.init(name: "input", type: .record(input), slot: VariableSlot.input)], types: types, capabilities: [])
        return ScopedCompiler(findings: findings, budget: budget, scope: scope)
    }
}
