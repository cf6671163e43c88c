import PawlKit
import PawlServices
import PawlSystem

/// What a call through the container costs above one of the function itself.
enum ServiceBenchmark {
    private struct Charge: Codable, Sendable {
        var order: String
        var amount: Double
    }

    private struct Receipt: Codable, Sendable { var transaction: String }

    private typealias Function = @Sendable (Charge, ServiceContext) async throws -> Receipt

    /// A function that the compiler cannot look into, as a plugin's is.
    @inline(never)
    private static func opaque() -> Function { { charge, _ in Receipt(transaction: charge.order) } }

    static func run() async throws {
        print("services (one call, nanoseconds; the median of nine rounds)")
        let name = ServiceName<Charge, Receipt>("payments.charge")
        let direct = opaque()
        var registry = PluginRegistry()
        try registry.provide(name, metadata: ServiceMetadata(summary: "")) { direct }
        let bindings = [
            ServiceBinding(
                name: "payments.small", use: "payments.charge", with: ["amount": 1.0],
                place: SourcePlace(file: "pawl.yaml", range: .start))
        ]
        guard let services = ServiceContainer.build(registrations: registry.registrations, bindings: bindings).services else { return }
        let context = ServiceContext(idempotencyKey: "i/1/f", attempt: 1, deadline: nil, ports: .system(log: DefaultLog()))
        let charge = Charge(order: "ORD-17", amount: 59.98)
        let through = try services.function(for: name)
        // By turns, so that the machine is as busy for both.
        var rounds: [(direct: Double, through: Double)] = []
        for _ in 0..<9 {
            rounds.append(
                (
                    try await time(2_000_000) { try await direct(charge, context) },
                    try await time(2_000_000) { try await through(charge, context) }
                ))
        }
        let plain = median(rounds.map(\.direct))
        line("the function itself", plain)
        line("by its typed name, through the container", median(rounds.map(\.through)))
        line("  more than the function itself", median(rounds.map { $0.through - $0.direct }), wanted: 100)
        let values = try services.function(name.rawValue)
        let input = try ValueEncoder().encode(charge)
        line("over values, as the engine calls it", try await time(100_000) { try await values(input, context) })
        let bound = try services.function("payments.small")
        line("over values, through a binding", try await time(100_000) { try await bound(["order": "ORD-17"], context) })
    }

    private static func time<Result>(_ count: Int, _ call: () async throws -> Result) async throws -> Double {
        let start = Measure.now()
        for _ in 0..<count { _ = try await call() }
        return (Measure.now() - start) * 1e9 / Double(count)
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private static func line(_ name: String, _ nanoseconds: Double, wanted: Double? = nil) {
        let figure = "\((nanoseconds * 10).rounded() / 10) ns"
        print(
            name + String(repeating: " ", count: max(1, 64 - name.count)) + figure
                + (wanted.map { "  (wanted at most \(Int($0)) ns)" } ?? ""))
    }
}
