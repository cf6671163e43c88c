import CSystem
import Glibc
import PawlKit

/// Starts a program with `posix_spawn`.
struct ProcessSpawn {
    let command: ProcessCommand

    /// Starts it with its standard streams, in a process group of its own, with no other open file and the signals as they are at first.
    func start(input: Int32, output: Int32, errorOutput: Int32) throws(ProcessError) -> pid_t {
        if let text = ([command.program] + command.arguments).first(where: { $0.utf8.contains(0) }) {
            throw ProcessError(.other, reason: "an argument holds a NUL byte: \(text.prefix { $0 != "\0" })…")
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, errorOutput, 2)
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        if let directory = command.directory { posix_spawn_file_actions_addchdir_np(&actions, directory) }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var child = pid_t()
        let result = Self.withCStrings([command.program] + command.arguments) { arguments in
            Self.withCStrings(environment) { environment in
                posix_spawnp(&child, command.program, &actions, &attributes, arguments, environment)
            }
        }
        if result != 0 { throw failure(result) }
        return child
    }

    /// The variables of this process with those of the command in place of their namesakes.
    private var environment: [String] {
        var variables: [String] = []
        var next = environ
        while let variable = next.pointee {
            let text = String(cString: variable)
            let name = text.prefix { $0 != "=" }
            if command.environment[String(name)] == nil { variables.append(text) }
            next += 1
        }
        return variables + command.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    }

    private func failure(_ error: Int32) -> ProcessError {
        let name = "'\(command.program)'"
        if let directory = command.directory, access(directory, X_OK) != 0 {
            return ProcessError(
                errno == ENOENT ? .notFound : .notPermitted, reason: "the folder '\(directory)' to run it in: \(systemMessage(errno))"
            )
        }
        return switch error {
        case ENOENT:
            ProcessError(.notFound, reason: "there is no program \(name), or its '#!' line names none")
        case EACCES, EPERM:
            ProcessError(.notPermitted, reason: "\(name) may not be run: is it executable?")
        case ENOEXEC:
            ProcessError(.notPermitted, reason: "\(name) is no program: does a script lack its '#!' line?")
        default:
            ProcessError(.other, reason: "\(name) cannot be started: \(systemMessage(error))")
        }
    }

    private static func withCStrings<Result>(
        _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = texts.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
    }
}
