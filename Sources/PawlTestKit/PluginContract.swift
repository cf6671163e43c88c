public import PawlKit
public import PawlScenario
public import Testing

/// What every plugin promises, as tests.
///
/// A plugin's own tests run them all on calls that are typical for it:
/// ```swift
/// @Test(arguments: PluginContract.promises)
/// func `the plugin keeps its promises`(_ promise: PluginContract.Promise) async throws {
///     try await promise.check(
///         PluginContract.Subject(MyPlugin.self, calls: [.init("my.service", ["count": 2]), .init("my.service", ["count": -1], fails: "negative")]))
/// }
/// ```
public enum PluginContract {
    /// A plugin to test.
    public struct Subject: Sendable {
        /// The plugin.
        public let plugin: any Plugin.Type
        /// Its section of `pawl.yaml`.
        public let configuration: [String: Value]
        /// Sections that fit the type of the configuration and that it must refuse all the same.
        public let refused: [[String: Value]]
        /// Calls of its services, at least one of each.
        public let calls: [Call]
        /// The services of other plugins that its handlers call.
        public let services: [String: ServiceFunction]
        /// The outside world of the calls.
        public let ports: @Sendable () -> Ports
        /// How much it has done to the outside world so far, such as the number of requests; nil when that cannot be told.
        public let effects: (@Sendable () async -> Int)?

        /// Creates a subject.
        ///
        /// - Parameter ports: The outside world of the calls; by default one of mocks in which nobody answers.
        public init(
            _ plugin: any Plugin.Type, configuration: [String: Value] = [:], refused: [[String: Value]] = [], calls: [Call],
            services: [String: ServiceFunction] = [:], ports: @escaping @Sendable () -> Ports = { ScenarioPorts().ports },
            effects: (@Sendable () async -> Int)? = nil
        ) {
            self.plugin = plugin
            self.configuration = configuration
            self.refused = refused
            self.calls = calls
            self.services = services
            self.ports = ports
            self.effects = effects
        }
    }

    /// A call of a service, and what comes of it.
    public struct Call: Sendable {
        /// The service.
        public let service: String
        /// Its input.
        public let input: Value
        /// The code with which it fails; nil when it succeeds.
        public let code: String?

        /// Creates a call.
        public init(_ service: String, _ input: Value = .map(ValueMap()), fails code: String? = nil) {
            self.service = service
            self.input = input
            self.code = code
        }

        /// Creates a call of a service whose types are known.
        public init<Signature: ServiceSignature>(
            _ signature: Signature.Type, _ input: Signature.Input, fails code: Signature.ErrorCode? = nil
        ) throws {
            self.init(signature.name.rawValue, try ValueEncoder().encode(input), fails: code?.rawValue)
        }
    }

    /// One promise.
    public struct Promise: Sendable, CustomTestStringConvertible {
        /// The sentence.
        public let testDescription: String
        private let body: @Sendable (Trial) async throws -> Void

        init(_ sentence: String, _ body: @escaping @Sendable (Trial) async throws -> Void) {
            testDescription = sentence
            self.body = body
        }

        /// Checks it.
        public func check(_ subject: Subject, sourceLocation: SourceLocation = #_sourceLocation) async throws {
            try await body(try Trial(subject, sourceLocation))
        }
    }

    /// All promises.
    public static let promises: [Promise] = declarations + calls
}

/// A plugin on trial for one promise.
struct Trial: Sendable {
    let subject: PluginContract.Subject
    let harness: PluginHarness
    private let sourceLocation: SourceLocation

    init(_ subject: PluginContract.Subject, _ sourceLocation: SourceLocation) throws {
        self.subject = subject
        self.sourceLocation = sourceLocation
        harness = PluginHarness(
            subject.plugin, configuration: try subject.record(subject.configuration), others: subject.services.keys.sorted())
    }

    /// Notes that the promise is broken.
    func fail(_ message: String) { Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation) }

    /// The service of a call; nil, and a broken promise, when there is none.
    func registration(of call: PluginContract.Call) -> PluginRegistry.Registration? {
        let found = harness.registrations.first { UTF8Order.equal($0.name, call.service) }
        if found == nil { fail("the plugin has no service '\(call.service)'; it has \(harness.registrations.map(\.name))") }
        return found
    }
}

extension PluginContract.Subject {
    /// A section of `pawl.yaml` as the plugin gets it.
    func record(_ section: [String: Value]) throws -> Record {
        var map = ValueMap()
        for (name, value) in section { map[name] = value }
        let type = plugin.configuration
        guard case .record(let record) = try ValueType.record(type).convert(.map(map)) else {
            return Record(type: type, fields: type.fields.map { _ in nil })
        }
        return record
    }
}
