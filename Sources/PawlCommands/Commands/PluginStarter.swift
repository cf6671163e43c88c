/// The files that `pawl init --plugin swift` writes: a program with every command of `pawl`, and a service of its own.
enum PluginStarter {
    /// What to type first.
    static let firstCommands = [
        "swift build", #".build/debug/greeter call greeter.greet '{"name": "Ada"}'"#,
        #".build/debug/greeter run workflows/greeting.yaml --input '{"name": "Ada"}'"#,
    ]

    /// The files, by their paths in the new folder.
    static func files(pawl: PawlSource) -> [(name: String, text: String)] {
        [
            ("Package.swift", manifest(pawl)), ("pawl.yaml", configuration), ("workflows/greeting.yaml", workflow),
            ("Sources/greeter/GreeterPlugin.swift", plugin), ("Sources/greeter/main.swift", main),
            ("Tests/greeterTests/GreeterPluginTests.swift", tests), ("README.md", readme), (".gitignore", ignored),
        ]
    }

    private static func manifest(_ pawl: PawlSource) -> String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "greeter",
            dependencies: [
                // The trait brings the plugin that makes Swift types of workflows.
                \(pawl.dependency)
            ],
            targets: [
                // The whole command line of pawl, with the plugin compiled in.
                .executableTarget(
                    name: "greeter",
                    dependencies: [
                        .product(name: "PawlKit", package: "pawl"), .product(name: "PawlCommands", package: "pawl"),
                        .product(name: "LogPlugin", package: "pawl"),
                    ],
                    plugins: [.plugin(name: "PawlCodegen", package: "pawl")]
                ),
                .testTarget(
                    name: "greeterTests",
                    dependencies: ["greeter", .product(name: "PawlKit", package: "pawl"), .product(name: "PawlTestKit", package: "pawl")]
                ),
            ]
        )

        """
    }

    private static let configuration = """
        # The configuration: which plugins there are, and what they are told.
        workflows: workflows
        plugins:
          - log
          - greeter: { greeting: Hello }

        """

    private static let workflow = """
        # What the workflow needs is declared under `services`. The build makes Swift of it (GreetingWorkflow.GreeterGreet), so that a
        # plugin that does something else does not compile.
        workflow: greeting
        summary: Greets somebody.

        input:
          name: string
        output:
          text: string
        key: input.name

        services:
          greeter.greet:
            input: { name: string }
            output: { text: string }
            errors: [nameless]

        states:
          Greeting: {}
          Greeted:
            final: true
            data: { text: string }
            output: { text: "${ state.text }" }
          Failed:
            final: failure
            data: { reason: string }

        initial: Greeting

        feedbacks:
          - on: Greeting
            perform: greeter.greet
            with: { name: "${ input.name }" }

        transitions:
          - from: Greeting
            on:
              done: Greeted
              failed: { to: Failed, data: { reason: "${ event.code }" } }

        """

    private static let plugin = """
        import PawlKit

        /// The service, with the types that the build makes of workflows/greeting.yaml.
        typealias Greet = GreetingWorkflow.GreeterGreet

        /// A plugin: a bundle of services, and what it is told in pawl.yaml.
        struct GreeterPlugin: Plugin {
            static let name = "greeter"
            static let configuration = RecordType(fields: [.init("greeting", .string, isOptional: true)])

            private let greeting: String

            init(configuration: Record) throws {
                greeting = configuration["greeting"]?.stringValue ?? "Hello"
                if greeting.isEmpty { throw PluginError("the greeting is empty; say something, such as Hello") }
            }

            func register(in registry: inout PluginRegistry) throws {
                let greeting = greeting
                try registry.provide(as: Greet.self, metadata: ServiceMetadata(summary: "Greets somebody.", isIdempotent: true)) {
                    { person, _ in
                        if person.name.isEmpty { throw Greet.failure(.nameless, "whom?") }
                        return Greet.Output(text: "\\(greeting), \\(person.name)!")
                    }
                }
            }
        }

        """

    private static let main = """
        import LogPlugin
        import PawlCommands

        await Pawl.main(plugins: [LogPlugin.self, GreeterPlugin.self])

        """

    private static let tests = """
        import PawlKit
        import PawlTestKit
        import Testing

        @testable import greeter

        struct GreeterPluginTests {
            @Test(arguments: PluginContract.promises)
            func `the plugin keeps the promises of every plugin`(_ promise: PluginContract.Promise) async throws {
                try await promise.check(
                    PluginContract.Subject(
                        GreeterPlugin.self, configuration: ["greeting": "Hi"], refused: [["greeting": ""]],
                        calls: [
                            .init(Greet.self, Greet.Input(name: "Ada")),
                            .init(Greet.self, Greet.Input(name: ""), fails: .nameless),
                        ]))
            }
        }

        """

    private static let readme = """
        # greeter

        A program with every command of `pawl`, and with a service of its own: `greeter.greet`.

        ```
        swift build
        .build/debug/greeter call greeter.greet '{"name": "Ada"}'
        .build/debug/greeter run workflows/greeting.yaml --input '{"name": "Ada"}'
        swift test
        ```

        - `workflows/greeting.yaml` says what it needs: a service, with its types and error codes.
        - `Sources/greeter/GreeterPlugin.swift` provides it. Its types are made of the workflow at each build.
        - `Sources/greeter/main.swift` is the command line: one call.
        - `Tests/greeterTests` checks what every plugin promises, on a few calls.

        The first build compiles Pawl and takes some minutes.

        """

    private static let ignored = """
        .build/
        pawl.db*

        """
}
