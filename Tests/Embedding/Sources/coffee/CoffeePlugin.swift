import PawlKit

/// What a cup is made from.
struct Order: Codable, Sendable {
    var cups: Int
    var milk: Bool?
}

/// A cup.
struct Cup: Codable, Sendable {
    var label: String
    var grams: Int
}

extension ServiceName<Order, Cup> {
    /// Makes coffee.
    static var brew: Self { "coffee.brew" }
}

/// A plugin that makes coffee.
struct CoffeePlugin: Plugin {
    static let name = "coffee"
    static let configuration = RecordType(fields: [.init("grams", .int, isOptional: true)])

    let grams: Int

    init(configuration: Record) throws {
        let grams = configuration["grams"]?.intValue ?? 15
        guard (5...30).contains(grams) else { throw PluginError("grams must be 5 to 30; it is \(grams)") }
        self.grams = Int(grams)
    }

    func register(in registry: inout PluginRegistry) throws {
        let grams = grams
        try registry.provide(
            .brew, errors: ["out_of_beans"],
            metadata: ServiceMetadata(summary: "Makes coffee.", isIdempotent: true)
        ) {
            { order, _ in
                guard order.cups <= 10 else { throw ServiceFailure("out_of_beans", "no beans for \(order.cups) cups") }
                return Cup(label: order.milk == true ? "white" : "black", grams: order.cups * grams)
            }
        }
    }
}
