import PawlControl
import PawlKit

/// `pawl start`: begins an instance and leaves it to the engine.
struct StartCommand: Command {
    private static let target = Positional(
        "WORKFLOW|FILE", help: "A workflow of the folder of workflows or a system compiled in, by its name, or a file.",
        completion: .workflowsOrFiles)
    private static let input = Option<InputText>(
        "input", "JSON", help: "The start payload: JSON, @FILE, or - for standard input.", completion: .inputs,
        expectation: "JSON, @FILE or -"
    ) { InputText($0) }
    private static let key = Option.text("key", "KEY", help: "The business key, for a workflow that computes none.")
    private static let ifAbsent = Flag(
        "if-absent", help: "Do nothing, and say so, when an instance with the key is there, ended or not.")

    static let shape = CommandShape(
        "start", summary: "Begin an instance of a workflow, and leave it to the engine.",
        example: #"pawl start hello --input '{"name": "Ada"}'"#,
        details: [
            "With no engine running the instance begins all the same: its first step is taken, and its effects wait for pawl serve "
                + "or pawl run INSTANCE.",
            "A client that does not know whether it got through tries again with the same key and --if-absent.",
        ],
        arguments: [target],
        options: [input.declaration, key.declaration, ifAbsent.declaration, OutputFormat.option.declaration])

    private let target: String
    private let input: InputText?
    private let key: String?
    private let isIfAbsent: Bool
    private let format: OutputFormat

    init(_ words: ParsedWords) {
        target = words.required(Self.target)
        input = words[Self.input]
        key = words[Self.key]
        isIfAbsent = words[Self.ifAbsent]
        format = words[OutputFormat.option] ?? .table
    }

    func run(in session: Session) async throws(CommandFailure) -> ExitCode {
        var operation = InstanceStart(key: key, input: try session.value(of: input, what: "the input"), who: session.userName)
        if FilePath.isYAML(target) {
            operation.definition = .init(file: target, text: String(decoding: try session.read(target), as: UTF8.self))
        } else {
            operation.workflow = target
        }
        if isIfAbsent { operation.ifAbsent = true }
        let performed = try await session.perform(operation)
        let answer = performed.answer
        let handle = answer.key.map { "\(answer.workflow)/\($0)" } ?? answer.instance
        if format == .table {
            session.console.output.line("\(handle) " + (answer.isNew ? "started" : "is there already"))
            session.note(performed, handle: handle)
        } else {
            DataOutput.single(to: session.console.output) { json in
                json.beginObject()
                json.member("instance", answer.instance)
                json.member("workflow", answer.workflow)
                json.member("key", answer.key)
                json.member("revision", Int64(answer.revision))
                json.member("isNew", answer.isNew)
                json.member("isEngineRunning", performed.isEngineRunning)
                json.member("waiting", performed.waiting)
                json.endObject()
            }
        }
        return .done
    }
}

extension Session {
    /// The value that was typed, or lies in a file; nil when nothing was given.
    func value(of text: InputText?, what: String) throws(CommandFailure) -> Value? {
        guard let text else { return nil }
        let bytes = try bytes(of: text)
        do {
            return try JSONCodec.decodeAny(bytes, dialect: .plain)
        } catch {
            throw CommandFailure(.badData, "\(what) is no JSON: \(error.description)")
        }
    }
}
