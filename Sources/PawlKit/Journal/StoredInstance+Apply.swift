extension StoredInstance { package mutating func apply(_ entry: JournalEntry) {} }
