// Random inputs for a bounded time: `swift run Fuzz [seconds] [seed]`. Ends with 1, and the seed, when a property does not hold; a crash
// or a hang shows by itself, after the seed was printed.

Fuzz.run(
    seconds: CommandLine.arguments.count > 1 ? Double(CommandLine.arguments[1]) ?? 60 : 60,
    seed: CommandLine.arguments.count > 2 ? UInt64(CommandLine.arguments[2]) ?? 1 : nil)
