import PawlControl
import PawlKit
import PawlMachine

/// The workflows that can begin, while the files that they come from change.
///
/// A file that no longer loads leaves the workflow as it was; a file that is gone takes it away.
actor WorkflowShelf {
    private struct Item {
        var file: WorkflowFolder.File
        /// The newest text that loads.
        var startable: StartableWorkflow?
        var problems: [String]
    }

    /// Something that a reading changed.
    struct Change: Sendable {
        let file: String
        let level: LogLevel
        let message: String
        /// What is wrong with the file.
        var problems: [String] = []
    }

    private var items: [String: Item] = [:]

    /// Takes a reading of the folder, and tells what is different.
    func take(_ folder: WorkflowFolder) -> [Change] {
        var changes: [Change] = []
        for path in items.keys.sorted() where !folder.files.contains(where: { $0.path == path }) {
            let gone = items.removeValue(forKey: path)
            let workflow = gone?.startable?.machine.workflow
            changes.append(Change(file: path, level: .info, message: "\(path) is gone" + (workflow.map { "; \($0) begins no more" } ?? "")))
        }
        var owners: [String: String] = [:]
        for file in folder.files {
            if let workflow = file.startable?.machine.workflow, owners[workflow] == nil { owners[workflow] = file.path }
        }
        for file in folder.files {
            let old = items[file.path]
            var problems = file.diagnostics.filter { $0.severity == .error }.map(\.line)
            var startable = file.startable
            if let workflow = startable?.machine.workflow, let owner = owners[workflow], owner != file.path {
                problems.append("\(file.path): '\(workflow)' is in \(owner) already; give one of them another name")
                startable = nil
            }
            if let old, old.file.bytes == file.bytes, old.problems == problems { continue }
            items[file.path] = Item(file: file, startable: startable ?? old?.startable, problems: problems)
            changes.append(Self.change(file, startable, old, problems))
        }
        return changes
    }

    private static func change(
        _ file: WorkflowFolder.File, _ startable: StartableWorkflow?, _ old: Item?, _ problems: [String]
    ) -> Change {
        if let startable {
            let verb = old == nil ? "is loaded" : "is loaded anew; what begins from now on follows it"
            return Change(file: file.path, level: .info, message: "\(file.path): \(startable.machine.workflow) \(verb)")
        }
        let rest = old?.startable.map { "; \($0.machine.workflow) goes on as it was" } ?? "; nothing of it can begin"
        return Change(file: file.path, level: .error, message: "\(file.path) does not load\(rest)", problems: problems)
    }

    /// The files, in order of name.
    var files: [WorkflowFile] {
        items.values.sorted { UTF8Order.less($0.file.path, $1.file.path) }.map { item in
            WorkflowFile(
                file: item.file.path, workflow: item.startable?.machine.workflow ?? item.file.workflow, canStart: item.startable != nil,
                isOutdated: item.startable != nil && !item.problems.isEmpty, problems: item.problems)
        }
    }

    /// The workflow of a name.
    func startable(_ name: String) throws(ControlError) -> StartableWorkflow {
        if let found = items.values.compactMap(\.startable).first(where: { $0.machine.workflow == name }) { return found }
        throw WorkflowFolder.unknown(name, files.map { ($0.file, $0.workflow, $0.canStart) })
    }
}

extension Diagnostic {
    /// The finding on one line: `order.yaml:48:30: error[PWL0204]: state 'Shipping' needs 'transaction'`.
    var line: String {
        "\(file):\(range.start.line):\(range.start.column): \(severity.rawValue)[\(code)]: \(wording.message)"
    }
}
