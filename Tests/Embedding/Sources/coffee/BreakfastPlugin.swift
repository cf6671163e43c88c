import PawlKit

/// What is on a tray.
struct Tray: Codable, Sendable {
    var cup: String
    var rolls: Int
}

extension ServiceName<Guests, Tray> {
    /// Serves breakfast.
    static var breakfast: Self { "breakfast.serve" }
}

/// Who comes.
struct Guests: Codable, Sendable {
    var count: Int
}

/// A plugin whose service calls one of another plugin.
struct BreakfastPlugin: Plugin {
    static let name = "breakfast"
    static let summary = "Serves breakfast."

    init(configuration: Record) throws {}

    func register(in registry: inout PluginRegistry) throws {
        try registry.provide(
            .breakfast, errors: ["out_of_beans"], metadata: ServiceMetadata(summary: "Serves breakfast."), using: .brew
        ) { brew in
            { guests, context in
                let cup = try await brew(Order(cups: guests.count), context)
                return Tray(cup: cup.label, rolls: guests.count * 2)
            }
        }
    }
}
