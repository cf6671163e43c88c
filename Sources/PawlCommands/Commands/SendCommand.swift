import PawlControl
import PawlKit

/// `pawl send`: brings an event to an instance.
struct SendCommand: Command {
    private static let instance = Positional.instance
    private static let event = Positional("EVENT", help: "The event.", completion: .events)
    private static let payload = Positional(
        "JSON", help: "Its payload: JSON, @FILE, or - for standard input.", isOptional: true, completion: .inputs)
    private static let dedupe = Option.text(
        "dedupe", "KEY", help: "The same for each try of one sending: a second try is told what became of the first.")
    private static let force = Flag("force", help: "Send an event that the workflow only raises inside.")

    static let shape = CommandShape(
        "send", summary: "Send an event to an instance, and say what became of it.",
        preparation: [Starter.secondCommand], example: #"pawl send approval/REQ-1 Approve '{"by": "Grace"}'"#,
        details: [
            "The event is durable when the command returns. The exit code is 0 when it was handled, ignored, or waits its turn; 1 when "
                + "nothing handles it now, the instance has ended or is blocked by it; 64 when the workflow declares no such event; 65 when "
                + "the payload does not fit.",
            "With no engine running the step is taken all the same, and effects wait for pawl serve or pawl run INSTANCE.",
        ],
        arguments: [instance, event, payload],
        options: [dedupe.declaration, force.declaration, OutputFormat.option.declaration])

    private let instance: String
    private let event: String
    private let payload: InputText?
    private let dedupe: String?
    private let isForced: Bool
    private let format: OutputFormat

    init(_ words: ParsedWords) throws(UsageError) {
        instance = words.required(Self.instance)
        event = words.required(Self.event)
        payload = words[Self.payload].flatMap { InputText($0) }
        if payload == nil, words[Self.payload] != nil { throw .contradiction("the payload is empty; leave it out, or give JSON") }
        dedupe = words[Self.dedupe]
        isForced = words[Self.force]
        format = words[OutputFormat.option] ?? .table
    }

    func run(in session: Session) async throws(CommandFailure) -> ExitCode {
        var operation = InstanceSend(
            instance: instance, event: event, payload: try session.value(of: payload, what: "the payload"), dedupe: dedupe,
            who: session.userName)
        if isForced { operation.force = true }
        let performed = try await session.perform(operation)
        let answer = performed.answer
        if format == .table {
            if let failure = answer.failure(event) { throw failure }
            session.console.output.line(answer.sentence(event, handle: instance))
            session.note(performed, handle: instance)
            return .done
        }
        DataOutput.single(to: session.console.output) { json in
            json.beginObject()
            for (name, value) in answer.members { json.member(name, value) }
            json.member("isEngineRunning", performed.isEngineRunning)
            json.member("waiting", performed.waiting)
            json.endObject()
        }
        return answer.failure(event)?.exitCode ?? .done
    }
}
