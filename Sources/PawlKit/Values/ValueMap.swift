/// A map that keeps the order in which its keys came, and compares without regard to it.
///
/// An `int` and a `uint` key of one number are the same key, as in CEL.
public struct ValueMap: Sendable {
    /// A key.
    public enum Key: Sendable {
        /// A truth value.
        case bool(Bool)
        /// A signed integer.
        case int(Int64)
        /// An unsigned integer.
        case uint(UInt64)
        /// A text.
        case string(String)
    }

    /// One key with its value.
    public struct Entry: Sendable {
        /// The key.
        public let key: Key
        /// The value.
        public var value: Value
    }

    /// The entries in the order in which their keys came.
    public private(set) var entries: [Entry] = []
    /// Where each key stands; kept only once a scan would cost more.
    private var index: [Key: Int] = [:]
    private static let indexThreshold = 8

    /// Creates an empty map.
    public init() {}

    /// The number of entries.
    public var count: Int { entries.count }
    /// Whether there is no entry.
    public var isEmpty: Bool { entries.isEmpty }

    /// Reserves room for entries that will come.
    public mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

    /// The value under a key. Setting nil removes it, at the cost of a copy.
    public subscript(key: Key) -> Value? {
        get { position(of: key).map { entries[$0].value } }
        set {
            guard let newValue else { return remove(key) }
            if let position = position(of: key) {
                entries[position].value = newValue
            } else {
                entries.append(Entry(key: key, value: newValue))
                if entries.count == Self.indexThreshold + 1 {
                    rebuildIndex()
                } else if entries.count > Self.indexThreshold {
                    index[key] = entries.count - 1
                }
            }
        }
    }

    /// The value under a text.
    public subscript(name: String) -> Value? {
        get { self[.string(name)] }
        set { self[.string(name)] = newValue }
    }

    private func position(of key: Key) -> Int? {
        if entries.count > Self.indexThreshold { return index[key] }
        return entries.firstIndex { $0.key == key }
    }

    private mutating func remove(_ key: Key) {
        guard let position = position(of: key) else { return }
        entries.remove(at: position)
        rebuildIndex()
    }

    private mutating func rebuildIndex() {
        index = [:]
        guard entries.count > Self.indexThreshold else { return }
        for (position, entry) in entries.enumerated() { index[entry.key] = position }
    }

    /// The entries sorted by key: numbers, then truth values, then texts by UTF-8 bytes. The canonical order.
    public var sortedEntries: [Entry] { entries.sorted { $0.key < $1.key } }
}

extension ValueMap: Hashable {
    /// Compares keys and values without regard to order.
    public static func == (left: ValueMap, right: ValueMap) -> Bool {
        left.count == right.count && left.entries.allSatisfy { right[$0.key] == $0.value }
    }

    /// Hashes keys and values without regard to order.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for entry in entries {
            var one = Hasher()
            one.combine(entry.key)
            one.combine(entry.value)
            sum &+= one.finalize()
        }
        hasher.combine(sum)
    }
}

extension ValueMap.Key: Hashable, Comparable {
    /// The key as a value.
    public var value: Value {
        switch self {
        case .bool(let truth): .bool(truth)
        case .int(let number): .int(number)
        case .uint(let number): .uint(number)
        case .string(let text): .string(text)
        }
    }

    /// The text of a text key, else nil.
    public var text: String? { if case .string(let text) = self { text } else { nil } }

    /// Compares; numbers by value across signedness, texts by bytes.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.bool(let a), .bool(let b)): a == b
        case (.int(let a), .int(let b)): a == b
        case (.uint(let a), .uint(let b)): a == b
        case (.int(let a), .uint(let b)), (.uint(let b), .int(let a)): a >= 0 && UInt64(a) == b
        case (.string(let a), .string(let b)): UTF8Order.equal(a, b)
        default: false
        }
    }

    /// Orders numbers before truth values before texts.
    public static func < (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.int(let a), .int(let b)): a < b
        case (.uint(let a), .uint(let b)): a < b
        case (.int(let a), .uint(let b)): a < 0 || UInt64(a) < b
        case (.uint(let a), .int(let b)): b >= 0 && a < UInt64(b)
        case (.bool(let a), .bool(let b)): !a && b
        case (.string(let a), .string(let b)): UTF8Order.less(a, b)
        default: left.rank < right.rank
        }
    }

    private var rank: Int {
        switch self {
        case .int, .uint: 0
        case .bool: 1
        case .string: 2
        }
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .bool(let truth): hasher.combine(truth)
        case .int(let number):
            hasher.combine(UInt64(bitPattern: number))
        case .uint(let number): hasher.combine(number)
        case .string(let text): UTF8Order.hash(text, into: &hasher)
        }
    }
}
