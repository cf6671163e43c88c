import Foundation
import Testing

/// What the compiler refuses, asked of the compiler: pieces of a program against the modules that were just built.
@Suite("A system that does not compile")
struct CompileTests {
    private static let types = """
        import PawlKit
        import PawlMachine

        struct Here: SystemState { static let name = "Here" }
        struct There: FinalState { static let name = "There" }
        struct Go: SystemEvent { static let name = "Go" }
        struct Count: Codable, Sendable { var number: Int }
        extension ServiceName<Count, Count> { static var count: Self { "numbers.count" } }

        """

    /// What the compiler says of a piece of a program; empty when it is content.
    private func errors(_ program: String) throws -> String {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let products = URL(fileURLWithPath: tests).deletingLastPathComponent()
        let file = FileManager.default.temporaryDirectory.appending(path: "system-\(UUID()).swift")
        try Data((Self.types + program).utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        compiler.arguments = [
            "swiftc", "-typecheck", "-swift-version", "6", "-I", products.appending(path: "Modules").path(), "-Xcc",
            "-fmodule-map-file=\(products.appending(path: "CRE2.build/module.modulemap").path())", file.path(),
        ]
        let pipe = Pipe()
        compiler.standardError = pipe
        compiler.standardOutput = pipe
        try compiler.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        compiler.waitUntilExit()
        return compiler.terminationStatus == 0 ? "" : output
    }

    @Test func `compiles when it is whole`() throws {
        let errors = try errors(
            """
            let whole = System("whole") {
                InitialState { Here() }
                Feedbacks { Feedback(on: Here.self, perform: .count) { _ in Count(number: 1) }.ignoringSuccess().ignoringFailure() }
                Transitions { From(Here.self) { On(Go.self, transitionTo: There()) } }
            }
            """)
        #expect(errors.isEmpty, "\(errors)")
    }

    static let broken: [(what: String, program: String)] = [
        ("no initial state", #"let a = System("a") { Transitions { From(Here.self) { On(Go.self, transitionTo: There()) } } }"#),
        ("two initial states", #"let a = System("a") { InitialState { Here() }; InitialState { Here() } }"#),
        ("an initial state in one branch", #"func a(_ b: Bool) -> System { System("a") { if b { InitialState { Here() } } } }"#),
        ("an event as a state", #"let a = System("a") { InitialState { Here() }; Transitions { From(Go.self) {} } }"#),
        ("a target that is no state", #"let a = Transitions { From(Here.self) { On(Go.self, transitionTo: Go()) } }"#),
        ("a function where a name should be", #"let a = Feedback(on: Here.self, perform: { 1 }) { _ in Count(number: 1) }"#),
        ("another input than the service takes", #"let a = Feedback(on: Here.self, perform: .count) { _ in "one" }"#),
    ]

    @Test(arguments: broken.indices) func `does not compile with`(_ index: Int) throws {
        let errors = try errors(Self.broken[index].program)
        #expect(errors.contains("error: "), "\(Self.broken[index].what) compiles")
        #expect(!errors.contains("no such module") && !errors.contains("missing required module"), "\(errors)")
    }
}
