package import PawlKit
import PawlXML

/// What became of an SCXML file.
package struct ImportedWorkflow: Sendable {
    /// The text of the workflow; nil when something could not be translated.
    package let text: String?
    /// What was found, in the order of the file.
    package let diagnostics: [Diagnostic]
}

/// Makes workflows from SCXML (https://www.w3.org/TR/scxml/).
package enum SCXMLImporter {
    /// Translates a file. Everything that cannot be translated is reported at once.
    ///
    /// - Parameters:
    ///   - name: the name of the workflow, unless the file says one.
    ///   - events: names of events that come from outside and that the file does not hold, or raises itself.
    package static func translate(_ bytes: [UInt8], file: String, name: String, events: [String] = []) -> ImportedWorkflow {
        let findings = Findings(file: file)
        let root: XMLElement
        do {
            root = try XMLReader.read(bytes, file: file).root
        } catch {
            return ImportedWorkflow(text: nil, diagnostics: [error.diagnostic])
        }
        guard let document = SCXMLReader.read(root, findings) else { return ImportedWorkflow(text: nil, diagnostics: findings.sorted) }
        if findings.hasErrors {
            // What was read is not all of the file; the expressions in it are looked at all the same, so that one run reports everything.
            var planner = SCXMLPlanner(document, events: events, findings)
            _ = planner.outline(workflow: "x", file: file)
            return ImportedWorkflow(text: nil, diagnostics: findings.sorted)
        }
        var planner = SCXMLPlanner(document, events: events, findings)
        let outline = planner.outline(workflow: workflowName(document.name ?? name), file: file)
        if findings.hasErrors { return ImportedWorkflow(text: nil, diagnostics: findings.sorted) }
        let text = WorkflowWriter.text(outline)
        check(text, root, findings)
        return ImportedWorkflow(text: findings.hasErrors ? nil : text, diagnostics: findings.sorted)
    }

    /// A name of a workflow: as it is if it is one, otherwise with `_` for what no name holds.
    private static func workflowName(_ text: String) -> String {
        if Names.isWorkflowName(text) { return text }
        var table = NameTable()
        return table.name(for: text, fallback: "workflow")
    }

    /// Nothing is handed out that would not load.
    private static func check(_ text: String, _ root: XMLElement, _ findings: Findings) {
        let loaded = DefinitionLoader.load(Array(text.utf8), file: findings.file, catalog: ServiceCatalog())
        for diagnostic in loaded.diagnostics where diagnostic.severity == .error {
            let message = diagnostic.wording.message
            findings.report(SCXMLFact.resultDoesNotLoad("[\(diagnostic.code)] \(message)"), at: root.range, detail: message)
        }
    }
}
