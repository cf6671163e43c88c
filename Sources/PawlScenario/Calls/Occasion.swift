/// Which calls a rule of a ``CallScript`` is for.
public struct Occasion<Argument>: Sendable {
    let matches: @Sendable (_ argument: Argument, _ number: Int) -> Bool
    /// How many calls it is good for; nil for all.
    let limit: Int?

    private init(limit: Int? = nil, matches: @escaping @Sendable (Argument, Int) -> Bool) {
        self.matches = matches
        self.limit = limit
    }

    /// Each call.
    public static var always: Self { Self { _, _ in true } }

    /// The next call that no earlier rule answers.
    public static var once: Self { Self(limit: 1) { _, _ in true } }

    /// The call of that number, counted from 1 since the script was made.
    public static func call(_ number: Int) -> Self { Self { _, actual in actual == number } }

    /// Each call with such an argument.
    public static func when(_ holds: @escaping @Sendable (Argument) -> Bool) -> Self { Self { argument, _ in holds(argument) } }

    /// The next call with such an argument.
    public static func once(when holds: @escaping @Sendable (Argument) -> Bool) -> Self {
        Self(limit: 1) { argument, _ in holds(argument) }
    }
}
