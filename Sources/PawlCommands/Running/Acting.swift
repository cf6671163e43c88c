import PawlControl
import PawlKit
import PawlMachine

/// What the commands with which a person acts on an instance share: `pause`, `resume`, `retry`, `skip`, `cancel`.
struct Acting: Sendable {
    private let action: InstanceAct.Action
    private let instance: String
    private let format: OutputFormat

    init(_ action: InstanceAct.Action, _ words: ParsedWords) {
        self.action = action
        instance = words.required(Positional.instance)
        format = words[OutputFormat.option] ?? .table
    }

    /// The shape of such a command.
    static func shape(
        _ action: InstanceAct.Action, summary: String, preparation: [String], example: String, details: [String] = [],
        options: [OptionDeclaration] = []
    ) -> CommandShape {
        let wait = "With no engine running it is recorded all the same, and effects wait for pawl serve or pawl run INSTANCE."
        return CommandShape(
            action.rawValue, summary: summary, preparation: preparation, example: example, details: details + [wait],
            arguments: [.instance],
            options: options + [OutputFormat.option.declaration])
    }

    /// Does it, and says what it came to.
    func run(in session: Session) async throws(CommandFailure) -> ExitCode {
        let performed = try await session.perform(InstanceAct(instance: instance, action: action, who: session.userName))
        let answer = performed.answer
        let isBlocked = answer.status == InstanceStatus.blocked.name
        guard format == .table else {
            DataOutput.single(to: session.console.output) { json in
                json.beginObject()
                json.member("instance", answer.instance)
                json.member("action", action.rawValue)
                json.member("position", answer.position)
                json.member("status", answer.status)
                json.member("states", answer.states)
                json.member("subject", answer.subject)
                json.member("isEngineRunning", performed.isEngineRunning)
                json.member("waiting", performed.waiting)
                json.endObject()
            }
            return isBlocked ? .negative : .done
        }
        session.console.output.line(DisplayText.visible(sentence(answer)))
        if isBlocked {
            throw CommandFailure(.negative, "\(instance) is blocked again", help: [session.hint("why \(ShellWord.quoted(instance))")])
        }
        session.note(performed, handle: instance)
        return .done
    }

    private func sentence(_ answer: InstanceAct.Answer) -> String {
        let state = StateList.text(answer.states)
        let end = ", position \(answer.position)"
        switch action {
        case .pause: return "\(instance) is paused in \(state)\(end)"
        case .resume: return "\(instance) goes on in \(state)\(end)"
        case .retry: return "\(answer.subject ?? "the step") is tried again: \(instance) is in \(state)\(end)"
        case .skip: return "\(answer.subject ?? "the step") is dropped: \(instance) is in \(state)\(end)"
        case .cancel: return "\(instance) was cancelled in \(state)\(end)"
        }
    }
}
