import Foundation
import PawlKit
import Synchronization

/// What is asked of a kettle: nothing.
struct Pour: Codable, Sendable {}

/// What is poured.
struct Water: Codable, Sendable { var celsius: Int }

/// What the plugin and its service share.
final class Kettle: Sendable {
    private let celsius = Mutex(20)
    var temperature: Int { celsius.withLock { $0 } }
    func heat() { celsius.withLock { $0 = 95 } }
}

/// A plugin that works beside its service: it keeps water hot for as long as something may ask for it.
struct KettlePlugin: Plugin {
    static let name = "kettle"

    private let kettle = Kettle()

    init(configuration: Record) throws {}

    func register(in registry: inout PluginRegistry) throws {
        let kettle = kettle
        try registry.provide(ServiceName<Pour, Water>("kettle.pour"), metadata: ServiceMetadata(summary: "Pours hot water.")) {
            { _, _ in
                while kettle.temperature < 90 { try await Task.sleep(for: .milliseconds(20)) }
                return Water(celsius: kettle.temperature)
            }
        }
    }

    func run() async throws {
        while true {
            if ProcessInfo.processInfo.environment["KETTLE_BREAKS"] != nil { throw PluginError("the heating is broken") }
            kettle.heat()
            try await Task.sleep(for: .seconds(30))
        }
    }
}
