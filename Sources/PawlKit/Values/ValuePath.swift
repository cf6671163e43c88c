/// Writes where in a value a part of it stands: `items[0].price`.
public enum ValuePath {
    /// The path of a part of a field; a name that is no identifier stands in brackets.
    public static func field(_ name: String, then rest: String) -> String {
        let isIdentifier =
            name.utf8.first.map { !$0.isDigit } ?? false
            && name.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
        return join(isIdentifier ? name : "[\(Value.string(name).shortDescription)]", rest)
    }

    /// The path of a part of an element.
    public static func element(_ index: Int, then rest: String) -> String { join("[\(index)]", rest) }

    private static func join(_ head: String, _ rest: String) -> String {
        rest.isEmpty || rest.hasPrefix("[") ? head + rest : "\(head).\(rest)"
    }
}
