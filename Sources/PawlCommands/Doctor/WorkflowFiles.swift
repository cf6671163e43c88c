import PawlDefinition

/// The folder in which workflows are found.
enum WorkflowFiles {
    /// Whether a file of that name is one of a workflow: YAML, and neither the configuration nor a scenario test.
    static func isWorkflow(_ name: String) -> Bool {
        (name.hasSuffix(".yaml") || name.hasSuffix(".yml")) && !["pawl.yaml", "pawl.yml"].contains(name)
            && !name.hasSuffix(".test.yaml") && !name.hasSuffix(".test.yml") && !name.hasPrefix(".")
    }

    /// The path of a file in the folder.
    static func path(_ name: String, in folder: String) -> String {
        if folder == "." || folder.isEmpty { return name }
        return folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }
}

extension Configuration {
    /// The folder of the workflows, seen from the working directory.
    var workflowFolder: String {
        let folder = FilePath.folder(of: file)
        guard let named = workflows?.text else { return WorkflowFiles.path("workflows", in: folder) }
        if named == "." { return folder.isEmpty ? "." : String(folder.dropLast()) }
        return FilePath.resolve(named, in: folder)
    }
}
