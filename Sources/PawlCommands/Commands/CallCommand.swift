import PawlKit
import PawlServices
import Synchronization

/// `pawl call`: runs a service once, outside of any workflow.
struct CallCommand: Command {
    private static let service = Positional("SERVICE", help: "The service, as pawl services lists it.", completion: .services)
    private static let input = Positional(
        "JSON", help: "Its input, an object: JSON, @FILE, or - for standard input; {} when it is left out.", isOptional: true,
        completion: .inputs)
    private static let timeout = Option<TimeAmount>(
        "timeout", "DURATION", help: "How long it may take, as in 30s; else as long as it likes.", expectation: "a duration, such as 30s"
    ) { TimeAmount($0).flatMap { $0 > .zero ? $0 : nil } }

    static let shape = CommandShape(
        "call", summary: "Run a service once, with the world as it is, and print its result as JSON.",
        example: #"pawl call log.write '{"message": "hello"}'"#,
        details: [
            "The input is checked before anything runs. What a streaming service gives comes first, one JSON value a line; the result is the "
                + "last line. With -o json both are one document at the end. Nothing is journaled, and nothing is tried again.",
            "The exit code is 1 when the service fails, 3 when there is no such service, 65 when the input does not fit.",
        ], arguments: [service, input], options: [timeout.declaration, OutputFormat.option.declaration])

    private let service: String
    private let input: InputText
    private let timeout: TimeAmount?
    private let format: OutputFormat

    init(_ words: ParsedWords) throws(UsageError) {
        service = words.required(Self.service)
        let text = words[Self.input] ?? "{}"
        guard let input = InputText(text) else { throw .contradiction("the input is JSON, @FILE or -, not '\(text)'") }
        self.input = input
        timeout = words[Self.timeout]
        format = words[OutputFormat.option] ?? .table
    }

    func run(in session: Session) async throws(CommandFailure) -> ExitCode {
        let workspace = try Workspace.open(session)
        let entry = try workspace.service(service)
        let value = try Self.input(try session.bytes(of: input), of: entry)
        let function: ServiceFunction
        do { function = try workspace.services.function(service) } catch { throw CommandFailure(.negative, error.message) }
        let call = ServiceCall(entry: entry, function: function, input: value, timeout: timeout)
        let messages = session.console.messages
        let plugins = PluginWork(workspace.plugins) { messages.line("error: \($0.message)") }
        let clock = session.host.ports.clock
        do throws(CommandFailure) {
            try await Interrupts.cancelling { () async throws(CommandFailure) in try await perform(call, session) }
        } catch {
            await plugins.end(clock: clock)
            throw error
        }
        await plugins.end(clock: clock)
        return .done
    }

    /// Calls the service and prints what it gives.
    private func perform(_ call: ServiceCall, _ session: Session) async throws(CommandFailure) {
        let stream = session.console.output
        let isDocument = format == .json
        let elements = Mutex<[RawJSON]>([])
        let result = try await call.run(session.host.ports) { json in
            if isDocument { elements.withLock { $0.append(json) } } else { stream.line(json.description) }
        }
        guard isDocument else { return stream.line(result.description) }
        DataOutput.single(to: stream) { json in
            json.beginObject()
            json.key("elements")
            json.beginArray()
            for element in elements.withLock({ $0 }) { json.raw(element.bytes) }
            json.endArray()
            json.member("result", result)
            json.endObject()
        }
    }

    /// The input as the service declares it; what it takes beyond that is as the JSON says.
    static func input(_ json: [UInt8], of entry: Services.Entry) throws(CommandFailure) -> Value {
        do throws(JSONError) {
            var type = entry.interface.input
            if entry.metadata.takesAnyInput || entry.ignoresInput, case .map(let map) = try JSONCodec.decodeAny(json, dialect: .plain) {
                let more = map.entries.compactMap(\.key.text).filter { type.slot(of: $0) == nil }
                type = RecordType(name: type.name, fields: type.fields + more.map { .init($0, .any, isOptional: true) })
            }
            return try JSONCodec.decode(json, as: .record(type), dialect: .plain)
        } catch {
            throw CommandFailure(
                .badData, "the input of '\(entry.name)' does not fit: \(error.description)",
                help: ["It takes \(entry.interface.input.structure)."])
        }
    }
}
