/// Makes names of the language from names that may hold anything, each once.
struct NameTable {
    private var taken: Set<String>

    init(reserved: Set<String> = []) { taken = reserved }

    /// The name for a text: each character that no name has becomes `_`; one that is taken gets a number.
    mutating func name(for text: String, fallback: String) -> String {
        var name = String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        if name.isEmpty { name = fallback }
        if name.first?.isNumber == true { name = "_" + name }
        let base = name
        var number = 2
        while !taken.insert(name).inserted {
            name = "\(base)_\(number)"
            number += 1
        }
        return name
    }
}
