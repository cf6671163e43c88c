/// Writes where in a value a part of it stands: `items[0].price`.
public enum ValuePath {
    /// The path of a part of a field; a name that is no identifier stands in brackets.
    public static func field(_ name: String, then rest: String) -> String {
        join(Identifier.isValid(name) ? name : "[\(Value.string(name).shortDescription)]", rest)
    }

    /// The path of a part of an element.
    public static func element(_ index: Int, then rest: String) -> String { join("[\(index)]", rest) }

    private static func join(_ head: String, _ rest: String) -> String {
        rest.isEmpty || rest.hasPrefix("[") ? head + rest : "\(head).\(rest)"
    }
}
