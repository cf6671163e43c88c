import PawlKit

/// The program that draws pictures: https://graphviz.org
enum Graphviz {
    /// The picture of a text in Graphviz's language, as SVG.
    static func svg(_ dot: String, _ processes: any Processes) async throws(CommandFailure) -> String {
        let command = ProcessCommand(program: "dot", arguments: ["-Tsvg"], input: Array(dot.utf8), outputLimit: 256 << 20)
        let result = await Interrupts.cancelling { () async -> Result<ProcessResult, any Error> in
            do { return .success(try await processes.run(command)) } catch { return .failure(error) }
        }
        switch result {
        case .success(let result):
            guard result.end == .exited(0) else {
                throw CommandFailure(
                    .failure, "Graphviz could not draw the picture: \(words(result))", help: ["--format dot gives what it was to draw."])
            }
            return String(decoding: result.output, as: UTF8.self)
        case .failure(let error as ProcessError) where error.code == .notFound:
            throw CommandFailure(
                .negative, "svg is drawn by Graphviz, and there is no program 'dot' on PATH",
                help: [
                    "Install it, on Debian and Ubuntu with: apt-get install graphviz",
                    "Or take --format mermaid, which GitHub, GitLab and many editors draw themselves.",
                ])
        case .failure(let error as ProcessError): throw CommandFailure(.failure, "Graphviz could not be run: \(error.reason)")
        case .failure(is CancellationError): throw CommandFailure(.interrupted, "interrupted; nothing was drawn")
        case .failure(let error): throw CommandFailure(.failure, "Graphviz could not be run: \(error)")
        }
    }

    /// What the program said, in its first line, or how it ended.
    private static func words(_ result: ProcessResult) -> String {
        let said = String(decoding: result.errorOutput, as: UTF8.self).split(separator: "\n").first.map(String.init)
        if let said { return said }
        switch result.end {
        case .exited(let code): return "it ended with exit code \(code)"
        case .signalled(let signal): return "signal \(signal) ended it"
        }
    }
}
