import Glibc
public import PawlKit

/// The command line.
public enum Pawl {
    /// The commands in the order of help.
    static let commands: [any Command.Type] = [InitCommand.self, ExplainCommand.self, VersionCommand.self]
}
