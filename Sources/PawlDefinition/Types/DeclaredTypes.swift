package import PawlKit
import PawlYAML

/// The types and variables that a file gives to expressions outside of a workflow: to `pawl eval --types`.
package struct DeclaredTypes: Sendable {
    /// The named records and enums.
    package private(set) var types: [String: ValueType] = [:]
    /// The variables by name, in the order of the file.
    package private(set) var variables: [(name: String, type: ValueType)] = []
    /// All findings in the order of the file.
    package private(set) var diagnostics: [Diagnostic] = []

    /// No types and no variables.
    package init() {}

    /// Reads a file with `types:` and `variables:`, or a workflow: of that its `types`, and `input` and `settings` as variables.
    package init(_ bytes: [UInt8], file: String) {
        let findings = Findings(file: file)
        do throws(YAMLError) {
            let document = try YAMLReader.read(bytes, file: file)
            findings.add(document.diagnostics)
            findings.source = document.source
            read(document.root, findings)
        } catch {
            findings.add(error.diagnostics)
        }
        diagnostics = findings.sorted
    }

    private mutating func read(_ root: YAMLNode, _ findings: Findings) {
        func value(_ key: String) -> YAMLNode? { root.pairs?.first { UTF8Order.equal($0.name, key) }?.value }
        let isWorkflow = value("workflow") != nil
        // What else a workflow says is not looked at; `pawl validate` does that.
        if !isWorkflow, Section(root, .declarations, findings) == nil { return }
        let table = TypeTable(value("types"), findings)
        types = table.named
        if isWorkflow {
            for name in ["input", "settings"] {
                guard let node = value(name) else { continue }
                variables.append((name, .record(table.record(node, of: "`\(name)`").type.named("`\(name)`"))))
            }
        } else if let node = value("variables") {
            readVariables(node, table, findings)
        }
    }

    private mutating func readVariables(_ node: YAMLNode, _ table: TypeTable, _ findings: Findings) {
        for pair in findings.entries(node, of: "`variables`") {
            findings.checkName(pair.name, of: "a variable", at: pair.key)
            let (resolved, isOptional) = table.type(pair.value, depth: 0)
            if isOptional {
                findings.report(
                    DefinitionFact.typeSyntax(pair.value.scalar?.text ?? "", expected: "a type without `?`: only a field may be absent"),
                    at: pair.value.range)
            } else if !resolved.isBroken {
                variables.append((pair.name, resolved.type))
            }
        }
    }
}
