import PawlKit

/// The service `exec.run`.
struct ExecRun: Sendable {
    /// What goes wrong, as workflows see it.
    enum Code: String, CaseIterable {
        case failed
        case notFound = "not_found"
        case notPermitted = "not_permitted"
        case badOutput = "bad_output"
        case tooLarge = "too_large"
    }

    static let interface = ServiceInterface(
        input: RecordType(fields: [
            .init("program", .string),
            .init("arguments", .list(.string), isOptional: true),
            .init("stdin", .any, isOptional: true),
            .init("environment", .map(.string), isOptional: true),
        ]),
        output: .record(outputType),
        errors: Code.allCases.map(\.rawValue)
    )
    private static let outputType = RecordType(fields: [.init("stdout", .any)])

    let directory: String?

    func run(_ input: Value, _ context: ServiceContext) async throws -> Value {
        let command = try command(input, context)
        let result: ProcessResult
        do {
            result = try await context.ports.processes.run(command)
        } catch let error as ProcessError {
            throw Self.failure(error)
        }
        if !result.errorOutput.isEmpty {
            context.log.write(
                .debug, "\(command.program) wrote to standard error", [("text", Self.excerpt(result.errorOutput, limit: 4096))])
        }
        guard result.end == .exited(0) else { throw Self.failure(command.program, result) }
        return .record(Record(type: Self.outputType, fields: [try Self.output(of: command.program, result.output)]))
    }

    private func command(_ input: Value, _ context: ServiceContext) throws -> ProcessCommand {
        var command = ProcessCommand(program: input["program"]?.stringValue ?? "", directory: directory)
        command.arguments = (input["arguments"]?.listValue ?? []).compactMap(\.stringValue)
        if case .map(let variables)? = input["environment"] {
            for entry in variables.entries { command.environment[entry.key.text ?? ""] = entry.value.stringValue }
        }
        command.environment["PAWL_IDEMPOTENCY_KEY"] = context.idempotencyKey
        command.environment["PAWL_ATTEMPT"] = String(context.attempt)
        if let given = input["stdin"] { command.input = try JSONCodec.encode(given, as: .any, dialect: .plain) }
        return command
    }

    /// The JSON that a program wrote; null when it wrote nothing.
    private static func output(of program: String, _ bytes: [UInt8]) throws -> Value {
        if bytes.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) { return .null }
        do {
            return try JSONCodec.decodeAny(bytes, dialect: .plain)
        } catch {
            throw ServiceFailure(Code.badOutput.rawValue, "what '\(program)' wrote to standard output is not JSON: \(error)")
        }
    }

    // MARK: Failures

    private static func failure(_ error: ProcessError) -> ServiceFailure {
        let code =
            switch error.code {
            case .notFound: Code.notFound.rawValue
            case .notPermitted: Code.notPermitted.rawValue
            case .tooMuchOutput: Code.tooLarge.rawValue
            case .other: EngineErrorCode.unavailable.rawValue
            }
        return ServiceFailure(code, error.reason)
    }

    private static func failure(_ program: String, _ result: ProcessResult) -> ServiceFailure {
        let end =
            switch result.end {
            case .exited(let status): "exited with status \(status)"
            case .signalled(let signal): "was ended by signal \(signal)"
            }
        let said = excerpt(result.errorOutput, limit: 500)
        return ServiceFailure(Code.failed.rawValue, "'\(program)' \(end)" + (said.isEmpty ? "" : ": \(said)"))
    }

    /// The end of a text, where programs say what went wrong, without the line breaks around it.
    private static func excerpt(_ bytes: [UInt8], limit: Int) -> String {
        var text = String(decoding: bytes.suffix(limit), as: UTF8.self)
        while text.last?.isWhitespace == true { text.removeLast() }
        while text.first?.isWhitespace == true { text.removeFirst() }
        return bytes.count > limit ? "…" + text : text
    }
}
