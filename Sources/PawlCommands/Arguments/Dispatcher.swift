import PawlKit

/// Finds the command that a command line means, and runs it.
package struct Dispatcher: Sendable {
    /// The commands in the order of help.
    package let commands: [any Command.Type]

    /// Creates a dispatcher for some commands.
    package init(_ commands: [any Command.Type]) { self.commands = commands }

    /// The commands that people type.
    private var visible: [CommandShape] { commands.map { $0.shape }.filter { !$0.isHidden } }

    /// Runs a command line, without the name of the program, to its end; all errors are reported.
    package func run(_ words: [String], console: Console, host: Host) async -> ExitCode {
        guard let first = words.first else {
            console.messages.write(HelpText.overview(visible))
            return .usage
        }
        switch first {
        case "--help", "-h": return help(Array(words.dropFirst()), console)
        case "help": return help(Array(words.dropFirst()), console)
        case "--version": return await run(["version"] + words.dropFirst(), console: console, host: host)
        default: break
        }
        guard let command = commands.first(where: { $0.shape.name == first }) else {
            return report(unknown(first), shape: nil, console)
        }
        return await run(command, Array(words.dropFirst()), console, host)
    }

    private func run(_ command: any Command.Type, _ words: [String], _ console: Console, _ host: Host) async -> ExitCode {
        do {
            let parsed = try WordParser(command.shape).parse(words)
            if parsed[GlobalOptions.helpFlag] {
                console.output.write(HelpText.command(command.shape))
                return .done
            }
            let ready = try command.init(parsed)
            let options = GlobalOptions(parsed, variable: host.ports.environment.variable)
            return try await ready.run(in: Session(console: console, host: host, options: options))
        } catch let error as UsageError {
            return report(error, shape: command.shape, console)
        } catch let failure as CommandFailure {
            failure.report(to: console)
            return failure.exitCode
        } catch {
            // The two layers above are all that is thrown: typed throws of one `do` do not join.
            CommandFailure(.failure, "\(error)").report(to: console)
            return .failure
        }
    }

    private func help(_ words: [String], _ console: Console) -> ExitCode {
        guard let name = words.first else {
            console.output.write(HelpText.overview(visible))
            return .done
        }
        guard let command = commands.first(where: { $0.shape.name == name }) else {
            return report(unknown(name), shape: nil, console)
        }
        console.output.write(HelpText.command(command.shape))
        return .done
    }

    private func unknown(_ name: String) -> UsageError {
        if name.hasPrefix("-") {
            return .contradiction("the command comes first: pawl COMMAND \(name)")
        }
        return .unknownCommand(name, nearest: NearestName.find(name, among: visible.map(\.name)))
    }

    private func report(_ error: UsageError, shape: CommandShape?, _ console: Console) -> ExitCode {
        let stream = console.messages
        stream.line(stream.paint("error:", .red, .bold) + " " + DisplayText.visible(error.message))
        if let shape { stream.line("usage: \(shape.usage)") }
        stream.line("see pawl \(shape.map { $0.name + " " } ?? "")--help")
        return .usage
    }
}
