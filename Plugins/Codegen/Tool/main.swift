// What the build tool plugin runs: `pawl-codegen WORKFLOW OUTPUT`. People use `pawl codegen`, which knows their pawl.yaml too.

import Foundation

/// Writes a line in the form in which SwiftPM and editors understand it.
func complain(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

#if Codegen
    import ExecPlugin
    import HttpPlugin
    import LogPlugin
    import MockPlugin
    import PawlDefinition
    import PawlKit
    import PawlServices

    let words = CommandLine.arguments.dropFirst()
    guard words.count == 2, let input = words.first, let output = words.last else {
        complain("error: usage: pawl-codegen WORKFLOW OUTPUT")
        exit(64)
    }
    do {
        let registrations = PluginSet.load([LogPlugin.self, ExecPlugin.self, HTTPPlugin.self, MockPlugin.self]).set.registrations
        let loaded = DefinitionLoader.load(
            Array(try Data(contentsOf: URL(filePath: input))), file: input, catalog: ServiceCatalog(of: registrations))
        // What other plugins provide is not known here, and does not matter to the types.
        for finding in loaded.diagnostics where loaded.draft == nil {
            let place = "\(finding.file):\(finding.range.start.line):\(finding.range.start.column)"
            let help = finding.wording.help.map { "; \($0)" } ?? ""
            complain("\(place): \(finding.severity): \(finding.wording.message)\(help) [\(finding.code)]")
        }
        guard let machine = loaded.draft else { exit(1) }
        try SwiftCodegen(machine, of: loaded).text(access: .internal).write(toFile: output, atomically: true, encoding: .utf8)
    } catch {
        complain("\(input): error: \(error.localizedDescription)")
        exit(2)
    }
#else
    complain("error: the plugin PawlCodegen needs the trait Codegen of the package pawl: .package(…, traits: [\"Codegen\"])")
    exit(1)
#endif
