import PawlKit

/// The service of `workflows/roast.yaml`, as the build makes Swift of it.
typealias Roast = RoastWorkflow.BeansRoast

/// A plugin that roasts beans.
struct RoasterPlugin: Plugin {
    static let name = "roaster"

    init(configuration: Record) throws {}

    func register(in registry: inout PluginRegistry) throws {
        try registry.provide(as: Roast.self, metadata: ServiceMetadata(summary: "Roasts beans.", isIdempotent: true)) {
            { batch, context in
                guard batch.kilos <= 30 else { throw Roast.failure(.tooMuch, "\(batch.kilos) kg do not fit into the drum") }
                let hottest =
                    switch batch.degree {
                    case .light: 205
                    case .medium: 220
                    case .dark: 240
                    }
                for celsius in [150, hottest] { try await Roast.emit(Roast.Element(celsius: celsius), to: context) }
                return Roast.Output(kilos: batch.kilos * 0.85, minutes: hottest / 20)
            }
        }
    }
}
