// Prints figures; nothing is asserted here. `swift run -c release Benchmarks [topic…]`

let topics: [(name: String, run: () async throws -> Void)] = [
    ("expressions", ExpressionBenchmark.run),
    ("journal", JournalBenchmark.run),
    ("engine", EngineBenchmark.run),
    ("validate", ValidateBenchmark.run),
    ("waiting", WaitingBenchmark.run),
    ("machine", MachineBenchmark.run),
    ("services", ServiceBenchmark.run),
]

let wanted = CommandLine.arguments.dropFirst()
for name in wanted where !topics.contains(where: { $0.name == name }) {
    print("no topic '\(name)'; there is \(topics.map(\.name).joined(separator: ", "))")
}
for topic in topics where wanted.isEmpty || wanted.contains(topic.name) { try await topic.run() }
