extension JSONWriter {
    /// Writes a member with a text, or nothing for nil.
    package mutating func member(_ name: String, _ text: String?) {
        guard let text else { return }
        key(name)
        string(text)
    }

    /// Writes a member with a whole number, or nothing for nil.
    package mutating func member(_ name: String, _ number: Int64?) {
        guard let number else { return }
        key(name)
        int(number)
    }

    /// Writes a member with a truth value.
    package mutating func member(_ name: String, _ truth: Bool) {
        key(name)
        bool(truth)
    }

    /// Writes a member that is JSON already, or nothing for nil.
    package mutating func member(_ name: String, _ json: RawJSON?) {
        guard let json else { return }
        key(name)
        raw(json.bytes)
    }

    /// Writes a member with a list of texts.
    package mutating func member(_ name: String, _ texts: [String]) {
        key(name)
        beginArray()
        for text in texts { string(text) }
        endArray()
    }

    /// The text so far.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
}
