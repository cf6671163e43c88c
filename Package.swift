// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "pawl",
    products: [
        .executable(name: "pawl", targets: ["pawl"]),
        .library(name: "PawlKit", targets: ["PawlKit"]),
        .library(name: "PawlMachine", targets: ["PawlMachine"]),
        .library(name: "PawlEngine", targets: ["PawlEngine"]),
        .library(name: "PawlCommands", targets: ["PawlCommands"]),
        .library(name: "PawlTestKit", targets: ["PawlTestKit", "PawlScenario"]),
    ],
    targets: [
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CSystem"),
    ],
    cxxLanguageStandard: .cxx17
)

/// The rooms of the house and what each may know: see Documentation/architecture.md. A test compares this table with the arrows written there.
let rooms: [(name: String, dependencies: [String])] = [
    ("PawlKit", []),
    ("PawlSystem", ["PawlKit", "CSystem"]),
    ("PawlYAML", ["PawlKit", "CYAML"]),
    ("PawlXML", ["PawlKit", "CExpat"]),
    ("PawlExpression", ["PawlKit", "CRE2"]),
    ("PawlMachine", ["PawlKit", "PawlExpression"]),
    ("PawlServices", ["PawlKit", "PawlExpression"]),
    ("PawlJournal", ["PawlKit", "CSQLite"]),
    ("PawlDefinition", ["PawlKit", "PawlYAML", "PawlXML", "PawlExpression", "PawlMachine", "PawlServices"]),
    ("PawlEngine", ["PawlKit", "PawlMachine", "PawlExpression", "PawlServices"]),
    ("PawlControl", ["PawlKit", "PawlMachine", "PawlEngine"]),
    ("PawlScenario", ["PawlKit", "PawlServices", "PawlMachine", "PawlEngine", "PawlJournal", "PawlDefinition"]),
    ("PawlTestKit", ["PawlKit", "PawlMachine", "PawlScenario"]),
    (
        "PawlCommands",
        [
            "PawlKit", "PawlSystem", "PawlExpression", "PawlMachine", "PawlYAML", "PawlXML", "PawlServices", "PawlDefinition",
            "PawlJournal",
            "PawlEngine", "PawlControl",
        ]
    ),
]
for room in rooms {
    package.targets.append(.target(name: room.name, dependencies: room.dependencies.map { .init(stringLiteral: $0) }))
}

// RE2 is C++; the shim gives it a C face. libm: the standard library's rounding of doubles, in programs without Glibc or Foundation.
package.targets.append(.target(name: "CRE2", linkerSettings: [.linkedLibrary("re2"), .linkedLibrary("m")]))

let plugins = ["Log", "Exec", "Http", "Mock"]
for name in plugins {
    package.products.append(.library(name: "\(name)Plugin", targets: ["\(name)Plugin"]))
    package.targets.append(
        .target(name: "\(name)Plugin", dependencies: ["PawlKit"], path: "Plugins/\(name)", exclude: ["README.md"])
    )
}
package.targets.append(
    .executableTarget(
        name: "pawl",
        dependencies: ["PawlCommands"] + plugins.map { .init(stringLiteral: "\($0)Plugin") }
    )
)

// Types in Swift from workflow files, at each build of a package that uses the plugin. SwiftPM compiles all that a plugin's tool is made of
// once more, so the tool is small, and made of something only for those who ask for it: `.package(…, traits: ["Codegen"])`.
package.traits = [.trait(name: "Codegen", description: "The build tool plugin PawlCodegen, which makes Swift types of workflows.")]
package.products.append(.plugin(name: "PawlCodegen", targets: ["PawlCodegen"]))
package.targets.append(
    .plugin(name: "PawlCodegen", capability: .buildTool(), dependencies: ["pawl-codegen"], path: "Plugins/Codegen/Plugin"))
package.targets.append(
    .executableTarget(
        name: "pawl-codegen",
        dependencies: (["PawlKit", "PawlServices", "PawlDefinition"] + plugins.map { "\($0)Plugin" }).map {
            .target(name: $0, condition: .when(traits: ["Codegen"]))
        }, path: "Plugins/Codegen/Tool"))

/// Test targets: one for each room, and those that cut across.
let tests: [(name: String, dependencies: [String])] = [
    ("PawlKitTests", ["PawlKit"]),
    ("PawlSystemTests", ["PawlKit", "PawlSystem", "TestSupport"]),
    ("PawlYAMLTests", ["PawlKit", "PawlYAML", "TestSupport"]),
    ("PawlXMLTests", ["PawlKit", "PawlXML", "TestSupport"]),
    ("PawlExpressionTests", ["PawlKit", "PawlExpression"]),
    ("PawlMachineTests", ["PawlKit", "PawlExpression", "PawlMachine", "PawlDefinition", "PawlYAML", "PawlScenario"]),
    ("PawlServicesTests", ["PawlKit", "PawlServices", "PawlScenario"]),
    ("PawlJournalTests", ["PawlKit", "PawlJournal", "PawlTestKit", "TestSupport"]),
    (
        "PawlDefinitionTests",
        ["PawlKit", "PawlYAML", "PawlExpression", "PawlMachine", "PawlServices", "PawlDefinition", "PawlScenario", "TestSupport"]
    ),
    (
        "PawlEngineTests",
        ["PawlKit", "PawlMachine", "PawlServices", "PawlDefinition", "PawlJournal", "PawlEngine", "PawlScenario"]
    ),
    ("PawlScenarioTests", ["PawlKit", "PawlScenario"]),
    ("PawlTestKitTests", ["PawlKit", "PawlMachine", "PawlTestKit"]),
    (
        "PawlControlTests",
        ["PawlKit", "PawlControl", "PawlMachine", "PawlServices", "PawlDefinition", "PawlJournal", "PawlEngine", "PawlScenario"]
    ),
    ("ArchitectureTests", []),
    ("PluginTests", ["PawlKit", "PawlSystem", "PawlScenario", "PawlTestKit", "TestSupport"] + plugins.map { "\($0)Plugin" }),
    (
        "PawlCommandsTests",
        [
            "PawlKit", "PawlControl", "PawlCommands", "PawlDefinition", "PawlEngine", "PawlJournal", "PawlMachine", "PawlScenario",
            "TestSupport",
        ]
    ),
]
/// The test targets with a folder of golden files, which are read from the source tree.
let golden: Set = ["PawlMachineTests", "PawlDefinitionTests", "PawlJournalTests", "PawlServicesTests"]
// What tests that run the built program, or need a disk of their own, share.
package.targets.append(.target(name: "TestSupport", path: "Tests/TestSupport"))
for test in tests {
    package.targets.append(
        .testTarget(
            name: test.name, dependencies: test.dependencies.map { .init(stringLiteral: $0) }, path: "Tests/\(test.name)",
            exclude: golden.contains(test.name) ? ["Golden"] : [])
    )
}
// A program that dies at a chosen moment of a commit, and the tests that look at what it left.
package.targets.append(
    .executableTarget(name: "CrashWorker", dependencies: ["PawlKit", "PawlJournal", "PawlTestKit"], path: "Tests/Crash/Worker"))
package.targets.append(
    .testTarget(
        name: "CrashTests", dependencies: ["PawlKit", "PawlJournal", "TestSupport", "CrashWorker"], path: "Tests/Crash", exclude: ["Worker"]
    )
)
// State machines that nobody here wrote, through the importer, the loader and the engine.
package.targets.append(
    .testTarget(
        name: "ConformanceTests",
        dependencies: ["PawlKit", "PawlDefinition", "PawlMachine", "PawlJournal", "PawlEngine", "PawlScenario"], path: "Tests/Conformance",
        exclude: ["Fixtures", "Refused"])
)
// What `pawl codegen swift` writes, compiled.
package.targets.append(
    .testTarget(
        name: "CodegenTests",
        dependencies: ["PawlKit", "PawlServices", "PawlDefinition"] + plugins.map { .init(stringLiteral: "\($0)Plugin") },
        path: "Tests/Codegen", exclude: ["Fixtures"])
)
// The built program on the workflows that a newcomer reads, and in trouble.
package.targets.append(
    .testTarget(name: "ExamplesTests", dependencies: ["PawlKit", "TestSupport"], path: "Tests/Examples", exclude: ["Golden"]))

// `pawl serve` and its socket: through the built program, killed and flooded.
package.targets.append(
    .testTarget(
        name: "ServeTests", dependencies: ["PawlKit", "PawlControl", "TestSupport"], path: "Tests/Serve", exclude: ["client.py", "soak.py"])
)

package.targets.append(.target(name: "CAllocationCount", path: "Tests/CAllocationCount"))

// Programs for development: figures, and inputs that nobody would write.
package.targets.append(
    .executableTarget(
        name: "Benchmarks",
        dependencies: [
            "PawlKit", "PawlExpression", "PawlJournal", "CAllocationCount", "PawlDefinition", "PawlMachine", "PawlEngine", "PawlServices",
            "PawlSystem",
        ], path: "Tests/Benchmarks",
        exclude: ["peers"])
)
package.targets.append(.executableTarget(name: "Fuzz", dependencies: ["PawlKit", "PawlExpression"], path: "Tests/Fuzz"))

for target in package.targets where ![.system, .plugin].contains(target.type) && !["CRE2", "CAllocationCount"].contains(target.name) {
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
        .enableUpcomingFeature("ExistentialAny"),
        // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
        .enableUpcomingFeature("InternalImportsByDefault"),
        // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
        .enableUpcomingFeature("MemberImportVisibility"),
        // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0443-warning-control-flags.md
        .treatAllWarnings(as: .error),
    ]
}
