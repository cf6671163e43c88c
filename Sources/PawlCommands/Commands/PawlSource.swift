import Glibc
import PawlDefinition
import PawlKit

/// Where a package finds Pawl.
enum PawlSource {
    /// A checkout, by its path.
    case checkout(String)
    /// A repository, by its URL.
    case repository(String)

    /// The checkout that this program was built from, if it is still there; else what the user says.
    ///
    /// - Parameter option: a path or a URL.
    static func find(_ option: String?, _ files: any Files) throws(CommandFailure) -> PawlSource {
        if let option, option.contains("://") || option.hasPrefix("git@") { return .repository(option) }
        let folder = option ?? ownCheckout
        guard files.kind(of: folder + "/Package.swift") == .file, files.kind(of: folder + "/Sources/PawlKit/Services/Plugin.swift") == .file
        else {
            guard let option else { throw gone }
            throw CommandFailure(.notFound, "'\(option)' is no checkout of Pawl: there is no Package.swift in it, or no Sources/PawlKit")
        }
        return .checkout(absolute(folder))
    }

    private static var gone: CommandFailure {
        CommandFailure(
            .notFound, "the checkout that this program was built from is not there any more",
            help: ["Say where Pawl is: --pawl PATH, or --pawl URL of a Git repository."])
    }

    /// The folder four above this file, as it was when it was compiled.
    private static var ownCheckout: String { "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") }

    /// A path that means the same from everywhere.
    private static func absolute(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// How a manifest depends on it.
    var dependency: String {
        switch self {
        case .checkout(let path): #".package(name: "pawl", path: \#(SwiftLiteral.text(path)), traits: ["Codegen"])"#
        case .repository(let url): #".package(url: \#(SwiftLiteral.text(url)), branch: "main", traits: ["Codegen"])"#
        }
    }
}
