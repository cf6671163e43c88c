// Writes sample entries to a store, prints what was acknowledged, and kills itself at the n-th time that a fault point is reached.
//
//     CrashWorker STORE POINT N SEED
//
// Output: `INSTANCE POSITION` for each write that the store says is durable, then `done` unless it died before.

await Worker(arguments: CommandLine.arguments).run()
