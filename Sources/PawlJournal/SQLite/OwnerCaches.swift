import PawlKit

/// What the owner remembers of its database, so that a plain transition reads nothing.
///
/// Right as long as the owner is the only writer. A rollback forgets all.
struct OwnerCaches {
    /// Where an instance's journal ends.
    struct Head {
        /// Its number.
        let instance: Int64
        /// The position of its last entry; 0 before the first.
        var position: Int64
        /// The place of its last entry; 0 before the first.
        var last: Int64
    }

    /// Enough for the instances that are busy at one time; waiting ones cost nothing.
    private static let capacity = 16_384

    private var numbers: [ByteString: Int64] = [:]
    private var heads: [InstanceID: Head] = [:]
    private var token: Int64?

    /// Forgets all.
    mutating func forget() { self = OwnerCaches() }

    /// The number of a name, given now when it is new.
    mutating func number(of name: String, _ connection: Connection) throws(JournalError) -> Int64 {
        let key = ByteString(name)
        if let known = numbers[key] { return known }
        let find = try connection.statement("SELECT id FROM names WHERE text = ?1")
        defer { find.reset() }
        find.bind(1, name)
        let number: Int64
        if try find.step() {
            number = try find.integer(0)
        } else {
            let insert = try connection.statement("INSERT INTO names(text) VALUES (?1)")
            insert.bind(1, name)
            try insert.run()
            number = connection.lastInserted
        }
        if numbers.count >= Self.capacity { numbers = [:] }
        numbers[key] = number
        return number
    }

    /// Where an instance's journal ends; nil when there is no such instance.
    mutating func head(of id: InstanceID, _ connection: Connection) throws(JournalError) -> Head? {
        if let known = heads[id] { return known }
        let find = try connection.statement(
            "SELECT i.id, i.position, i.last FROM ids JOIN instances i ON i.id = ids.id WHERE ids.text = ?1")
        defer { find.reset() }
        find.bind(1, id.rawValue)
        guard try find.step() else { return nil }
        let head = Head(instance: try find.integer(0), position: try find.integer(1), last: try find.integer(2))
        remember(head, of: id)
        return head
    }

    /// Keeps where an instance's journal ends.
    mutating func remember(_ head: Head, of id: InstanceID) {
        if heads.count >= Self.capacity { heads = [:] }
        heads[id] = head
    }

    /// The token of the newest claim.
    mutating func currentToken(_ connection: Connection) throws(JournalError) -> Int64 {
        if let token { return token }
        let read = try connection.number("SELECT value FROM meta WHERE name = 'claim'")
        token = read
        return read
    }

    /// Makes a new claim the current one.
    mutating func nextToken(_ connection: Connection) throws(JournalError) -> Int64 {
        let next = try currentToken(connection) + 1
        let update = try connection.statement("UPDATE meta SET value = ?1 WHERE name = 'claim'")
        update.bind(1, next)
        try update.run()
        token = next
        return next
    }
}
