import ExecPlugin
import Foundation
import HttpPlugin
import LogPlugin
import MockPlugin
import PawlDefinition
import PawlKit
import PawlServices
import Testing

/// What `pawl codegen swift` writes for the shipped workflows and for one with hostile names.
///
/// The files in `Generated` are golden files that are compiled into this target, so that a generated type that does not
/// compile breaks the build, and the rest can be asked of the types themselves. `PAWL_UPDATE_GOLDEN=1` writes them anew.
@Suite struct CodegenTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    private static let workflows = tests.deletingLastPathComponent().deletingLastPathComponent().appending(path: "workflows")
    private static let isUpdating = ProcessInfo.processInfo.environment["PAWL_UPDATE_GOLDEN"] == "1"

    /// The workflow files by their names in `Generated`.
    static let files: [(name: String, url: URL, access: SwiftAccess)] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: workflows.path())) ?? []
        let shipped = names.filter { $0.hasSuffix(".yaml") && !$0.hasSuffix(".test.yaml") && $0 != "pawl.yaml" }.sorted()
        let levels: [SwiftAccess] = [.internal, .public, .package]
        return shipped.enumerated().map { ($1, workflows.appending(path: $1), levels[$0 % 3]) }
            + [("hostile.yaml", tests.appending(path: "Fixtures/hostile.yaml"), .public)]
    }()

    private static let catalog = ServiceCatalog(
        of: PluginSet.load([LogPlugin.self, ExecPlugin.self, HTTPPlugin.self, MockPlugin.self]).set.registrations)

    private static func load(_ url: URL) throws -> (definition: LoadedDefinition, codegen: SwiftCodegen) {
        let loaded = DefinitionLoader.load(Array(try Data(contentsOf: url)), file: url.lastPathComponent, catalog: catalog)
        let machine = try #require(loaded.machine, "\(loaded.diagnostics.map(\.wording.message))")
        return (loaded, SwiftCodegen(machine, of: loaded))
    }

    private static func expect(_ text: String, in name: String) throws {
        let url = tests.appending(path: "Generated/\(name).swift")
        if isUpdating { try text.write(to: url, atomically: true, encoding: .utf8) }
        let stored = try? String(contentsOf: url, encoding: .utf8)
        #expect(text == stored, "Generated/\(name).swift differs; PAWL_UPDATE_GOLDEN=1 rewrites it")
    }

    // MARK: Texts

    @Test(arguments: files.map(\.name))
    func `the text is that of the golden file`(_ name: String) throws {
        let file = try #require(Self.files.first { $0.name == name })
        try Self.expect(try Self.load(file.url).codegen.text(access: file.access), in: String(name.dropLast(5)))
    }

    @Test func `the inventory lists what was generated`() throws {
        var text = "\(SwiftCodegen.mark) for the tests, which compare each type with its workflow.\n// swift-format-ignore-file\n\n"
        text += "enum Inventory {\n    static let types: [String: [TypeEntry]] = [\n"
        var services = ""
        for file in Self.files {
            let workflow = try Self.load(file.url).codegen.workflow
            text += "        \"\(file.name)\": [\n"
            for type in workflow.types { text += "            TypeEntry(\"\(type.path)\", \(type.path).self),\n" }
            text += "        ],\n"
            services += "        \"\(file.name)\": [\n"
            for service in workflow.members {
                if case .service = service.kind { services += "            ServiceEntry(\(workflow.name).\(service.name).self),\n" }
            }
            services += "        ],\n"
        }
        text += "    ]\n    static let services: [String: [ServiceEntry]] = [\n\(services)    ]\n}\n"
        try Self.expect(text, in: "Inventory")
    }

    // MARK: Types

    @Test(arguments: files.map(\.name))
    func `each type is read off as the one that the workflow declares`(_ name: String) throws {
        let file = try #require(Self.files.first { $0.name == name })
        let declared = try Self.load(file.url).codegen.workflow.types
        let generated = try #require(Inventory.types[name])
        #expect(declared.map(\.path) == generated.map(\.path))
        for (declared, generated) in zip(declared, generated) {
            #expect(try generated.type() == declared.type, "\(declared.path)")
        }
    }

    @Test(arguments: files.map(\.name), [false, true])
    func `values pass through each type unchanged`(_ name: String, withOptionals: Bool) throws {
        let file = try #require(Self.files.first { $0.name == name })
        for (declared, generated) in zip(try Self.load(file.url).codegen.workflow.types, try #require(Inventory.types[name])) {
            let value = SampleValue.of(declared.type, withOptionals: withOptionals)
            #expect(try declared.type.convert(value) == value)
            let passed = try generated.passed(value)
            #expect(try declared.type.convert(passed) == value, "\(declared.path)")
        }
    }

    @Test(arguments: files.map(\.name))
    func `each service is registered with the interface that the workflow declares`(_ name: String) throws {
        let file = try #require(Self.files.first { $0.name == name })
        let declared = try Self.load(file.url).definition.declaredServices
        let registered = try #require(Inventory.services[name]).map { try $0.registered() }
        #expect(declared.map(\.name) == registered.map(\.name))
        #expect(declared.map(\.interface) == registered.map(\.interface))
    }
}
