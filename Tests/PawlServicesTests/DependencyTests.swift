import PawlKit
import PawlServices
import Synchronization
import Testing

private struct Order: Codable, Sendable { var id: String }
private struct Money: Codable, Sendable { var amount: Int }
private struct Text: Codable, Sendable, Equatable { var text: String }

extension ServiceName where Input == Order, Output == Money {
    fileprivate static var price: Self { "shop.price" }
}

extension ServiceName where Input == Money, Output == Text {
    fileprivate static var charge: Self { "shop.charge" }
}

extension ServiceName where Input == Order, Output == Text {
    fileprivate static var buy: Self { "shop.buy" }
    fileprivate static var quote: Self { "shop.quote" }
    fileprivate static var greet: Self { "shop.greet" }
}

@Suite("Services that call services")
struct DependencyTests {
    private let metadata = ServiceMetadata(summary: "")

    private func registry() throws -> PluginRegistry {
        var registry = PluginRegistry()
        registry.plugin = "shop"
        try registry.provide(.buy, errors: ["broke"], metadata: metadata, using: .price, .charge) { price, charge in
            { order, context in try await charge(try await price(order, context), context) }
        }
        try registry.provide(.price, metadata: metadata) { { order, _ in Money(amount: order.id.count) } }
        try registry.provide(.charge, metadata: metadata) { { money, _ in Text(text: "paid \(money.amount)") } }
        return registry
    }

    @Test("A factory gets the services that it declares, under their types, in whatever order they were registered")
    func using() async throws {
        let services = try #require(ServiceContainer.build(registrations: try registry().registrations).services)
        #expect(services["shop.buy"]?.uses == ["shop.price", "shop.charge"])
        #expect(try await services.call(.buy, Order(id: "abc"), context: .test) == Text(text: "paid 3"))
        // Over values, as the engine calls it.
        #expect(try await services.function("shop.buy")(["id": "ab"], .test)["text"] == "paid 2")
        // A binding of one of them is what the handler gets.
        let bound = ServiceContainer.build(
            registrations: try registry().registrations, bindings: [bind("shop.price", "shop.price", ["id": "longer"])])
        #expect(try await bound.services?.call(.buy, Order(id: "a"), context: .test) == Text(text: "paid 6"))
    }

    @Test("What is made of a service in Swift is a service again: with a name, an interface and bindings")
    func derived() async throws {
        var registry = try registry()
        try registry.provide(.quote, errors: ["rude"], metadata: metadata, using: .charge) { charge in
            charge.mapInput { (order: Order) in
                if order.id.isEmpty { throw PluginError("no order") }
                return Money(amount: order.id.count * 10)
            }.map { Text(text: $0.text + "!") }
                .mapError { ServiceFailure("rude", ($0 as? PluginError)?.message ?? "") }.function
        }
        let outcome = ServiceContainer.build(registrations: registry.registrations, bindings: [bind("fixed", "shop.quote", ["id": "xy"])])
        let services = try #require(outcome.services)
        #expect(try await services.call(.quote, Order(id: "a"), context: .test) == Text(text: "paid 10!"))
        #expect(try await services.function("fixed")([:], .test)["text"] == "paid 20!")
        let failure = await #expect(throws: ServiceFailure.self) { try await services.call(.quote, Order(id: ""), context: .test) }
        #expect(failure == ServiceFailure("rude", "no order"))
    }

    @Test("A service that it can do without is there or not")
    func optional() async throws {
        func services(with charge: Bool) throws -> Services {
            var registry = PluginRegistry()
            registry.plugin = "shop"
            if charge { try registry.provide(.charge, metadata: metadata) { { money, _ in Text(text: "paid \(money.amount)") } } }
            try registry.provide(.greet, metadata: metadata, optionalUses: ["shop.charge"]) {
                { order, context in
                    try await context.services.service(.charge)?(Money(amount: 1), context) ?? Text(text: "free for \(order.id)")
                }
            }
            return try #require(ServiceContainer.build(registrations: registry.registrations).services)
        }
        #expect(try await services(with: true).call(.greet, Order(id: "a"), context: .test) == Text(text: "paid 1"))
        #expect(try await services(with: false).call(.greet, Order(id: "a"), context: .test) == Text(text: "free for a"))
    }

    @Test("A service is made once for all, or for each call")
    func lifetimes() async throws {
        for (lifetime, expected) in [(ServiceLifetime.shared, [1, 2, 3]), (.perCall, [1, 1, 1])] {
            let made = Counter()
            var registry = PluginRegistry()
            try registry.provide(.price, metadata: metadata, lifetime: lifetime) {
                made.increment()
                let calls = Counter()
                return { _, _ in
                    calls.increment()
                    return Money(amount: calls.value)
                }
            }
            let services = try #require(ServiceContainer.build(registrations: registry.registrations).services)
            var got: [Int] = []
            for _ in 0..<3 { got.append(try await services.call(.price, Order(id: ""), context: .test).amount) }
            #expect(got == expected)
            #expect(made.value == (lifetime == .shared ? 1 : 3))
        }
    }

    @Test("A later layer stands over registrations and bindings; two of one name in a layer are a mistake")
    func layers() async throws {
        var mocks = PluginRegistry()
        mocks.plugin = "test"
        try mocks.provide(.price, metadata: metadata) { { _, _ in Money(amount: 99) } }
        let outcome = ServiceContainer.build(
            registrations: try registry().registrations, overrides: mocks.registrations,
            bindings: [bind("shop.price", "shop.price", ["id": "longer"])])
        #expect(outcome.texts == [])
        #expect(try await outcome.services?.call(.buy, Order(id: "a"), context: .test) == Text(text: "paid 99"))
        try mocks.provide(.price, metadata: metadata) { { _, _ in Money(amount: 98) } }
        let twice = ServiceContainer.build(registrations: try registry().registrations, overrides: mocks.registrations)
        #expect(twice.texts == ["plugin test:1 PWL0512 the service 'shop.price' is registered twice: by the plugin 'test' and by itself"])
    }

    @Test("All services of an interface are found")
    func fitting() throws {
        let services = try #require(ServiceContainer.build(registrations: try registry().registrations).services)
        let interface = ServiceInterface(
            input: RecordType(fields: [.init("id", .string)]), output: .record(RecordType(fields: [.init("text", .string)])),
            errors: ["broke"])
        #expect(services.entries(fitting: interface).map(\.name) == ["shop.buy"])
    }

    @Test("Calls with Swift values do not go through values, and do so where something stands between")
    func direct() async throws {
        /// A value that cannot be encoded.
        struct Odd: Codable, Sendable {
            var id: String
            init(id: String) { self.id = id }
            init(from decoder: any Decoder) throws {
                id = "decoded \(try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .id))"
            }
            enum CodingKeys: CodingKey { case id }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(id, forKey: .id)
            }
        }
        let name = ServiceName<Odd, Text>("odd.say")
        var registry = PluginRegistry()
        try registry.provide(name, metadata: metadata) { { odd, _ in Text(text: odd.id) } }
        let plain = try #require(ServiceContainer.build(registrations: registry.registrations).services)
        #expect(try await plain.function(for: name)(Odd(id: "x"), .test).text == "x")
        let limited = ServiceBinding(
            name: "odd.say", use: "odd.say", place: place("pawl.yaml", 1), limits: ServiceLimits(concurrency: 1))
        let bound = try #require(ServiceContainer.build(registrations: registry.registrations, bindings: [limited]).services)
        #expect(try await bound.function(for: name)(Odd(id: "x"), .test).text == "decoded x")
    }
}

@Suite("Partial application")
struct PartialTests {
    private struct Bad: Error {}

    @Sendable private static func join(_ a: String, _ b: Int, _ c: Bool, _ d: Double) -> String { "\(a) \(b) \(c) \(d)" }
    @Sendable private static func check(_ a: Int, _ b: Int) throws -> Int {
        if a == b { throw Bad() }
        return a - b
    }
    @Sendable private static func later(_ a: Int, _ b: Int) async -> Int { a * b }
    @Sendable private static func laterOrNever(_ a: Int, _ b: Int) async throws -> Int { try check(a, b) }

    @Test("A function of any number of arguments gives one with one less, until there are none")
    func anyArity() {
        let three = partial(Self.join, "x")
        let two = partial(three, 2)
        #expect(two(true, 1.5) == "x 2 true 1.5")
        let one = partial(two, false)
        #expect(one(2.5) == "x 2 false 2.5")
        let none = partial(one, 0.5)
        #expect(none() == "x 2 false 0.5")
    }

    @Test("Effects are kept")
    func effects() async throws {
        let check = partial(Self.check, 5)
        #expect(try check(3) == 2)
        #expect(throws: Bad.self) { try check(5) }
        let later = partial(Self.later, 5)
        #expect(await later(3) == 15)
        let never = partial(Self.laterOrNever, 5)
        await #expect(throws: Bad.self) { try await never(5) }
    }
}
