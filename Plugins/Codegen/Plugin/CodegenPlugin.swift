import Foundation
import PackagePlugin

/// Writes Swift types for the workflows of a target, at each build.
@main struct CodegenPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let module = target as? any SourceModuleTarget else { return [] }
        var files = module.sourceFiles.map(\.url).filter(isWorkflow)
        if files.isEmpty { files = try workflows(in: context.package.directoryURL.appending(path: "workflows")) }
        if files.isEmpty {
            Diagnostics.warning(
                "PawlCodegen found no workflow, neither in the target '\(target.name)' nor in 'workflows' beside Package.swift")
        }
        let tool = try context.tool(named: "pawl-codegen").url
        return files.map { file in
            let name = file.deletingPathExtension().lastPathComponent
            let output = context.pluginWorkDirectoryURL.appending(path: "\(name).workflow.swift")
            return .buildCommand(
                displayName: "Writing Swift types of \(file.lastPathComponent)", executable: tool, arguments: [file.path(), output.path()],
                inputFiles: [file], outputFiles: [output])
        }
    }

    private func workflows(in folder: URL) throws -> [URL] {
        guard FileManager.default.fileExists(atPath: folder.path()) else { return [] }
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).filter(isWorkflow)
            .sorted { $0.path() < $1.path() }
    }

    /// Whether a file is one: YAML with `workflow:` at the beginning of a line, which a scenario has as well.
    private func isWorkflow(_ file: URL) -> Bool {
        guard ["yaml", "yml"].contains(file.pathExtension), !file.deletingPathExtension().lastPathComponent.hasSuffix(".test"),
            let text = try? String(contentsOf: file, encoding: .utf8)
        else { return false }
        return text.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("workflow:") }
    }
}
