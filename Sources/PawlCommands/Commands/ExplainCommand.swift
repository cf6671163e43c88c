import PawlKit

/// `pawl explain`: the page of an error code.
struct ExplainCommand: Command {
    private static let codeArgument = Positional(
        "CODE", help: "The code as messages show it; without one, all codes are listed.", isOptional: true, completion: .codes)

    static let shape = CommandShape(
        "explain", summary: "Say what an error code means, what causes it, and how to fix it.", example: "pawl explain PWL0204",
        arguments: [codeArgument], options: [OutputFormat.option.declaration])

    private let code: String?
    private let format: OutputFormat

    init(_ words: ParsedWords) {
        code = words[Self.codeArgument]
        format = words[OutputFormat.option] ?? .table
    }

    func run(in session: Session) throws(CommandFailure) -> ExitCode {
        let stream = session.console.output
        guard let code else {
            list(to: stream)
            return .done
        }
        let page = try page(code)
        if format == .table {
            stream.write(page.text(for: stream))
        } else {
            DataOutput.single(to: stream) { page.write(to: &$0) }
        }
        return .done
    }

    private func list(to stream: ConsoleStream) {
        if format == .table {
            var table = Table([.init("CODE"), .init("MEANS", isFree: true)])
            for page in ErrorPages.all { table.rows.append([Table.Cell(page.code.rawValue, .cyan), Table.Cell(page.title)]) }
            stream.write(table.text(for: stream))
        } else {
            var output = DataOutput(format, to: stream)
            for page in ErrorPages.all { output.write { page.write(to: &$0) } }
            output.end()
        }
    }

    private func page(_ text: String) throws(CommandFailure) -> ErrorPage {
        guard let code = ErrorPages.code(text) else {
            throw CommandFailure(
                .notFound, "'\(text)' is not an error code", help: ["A code looks like PWL0204. pawl explain lists them all."])
        }
        if let page = ErrorPages.page(code) { return page }
        let nearest = ErrorPages.nearest(code).map { "The nearest is \($0.code): \($0.title)." }
        throw CommandFailure(
            .notFound, "there is no error code \(code)", help: [nearest, "pawl explain lists them all."].compactMap(\.self))
    }
}

extension ErrorPage {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("code", code.rawValue)
        json.member("title", title)
        json.member("meaning", meaning)
        json.member("example", example)
        json.member("fix", fix)
        json.endObject()
    }
}
