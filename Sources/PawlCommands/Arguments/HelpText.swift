/// The help of the command line and of each command.
package enum HelpText {
    /// The columns that help fits, whatever the terminal.
    private static let width = 92

    /// The help of a command.
    package static func command(_ shape: CommandShape) -> String {
        var text =
            shape.summary + "\n\n" + (shape.preparation + [shape.example]).map { "  $ \($0)\n" }.joined() + "\nUsage: " + shape.usage + "\n"
        for paragraph in shape.details { text += "\n" + wrapped(paragraph, indent: 0) }
        text += section("Arguments", shape.arguments.map { ($0.name, $0.help) })
        text += section("Options", shape.options.map { (spelling($0), $0.help + ($0.isRepeatable ? " May be repeated." : "")) })
        text += section("Options of every command", GlobalOptions.declarations.map { (spelling($0), $0.help) })
        return text
    }

    /// The help of the whole command line.
    package static func overview(_ commands: [CommandShape]) -> String {
        """
        Pawl runs workflows written in YAML, and keeps a journal from which every run can be inspected,
        resumed and replayed.

          $ pawl init && pawl run workflows/hello.yaml --input '{"name": "Ada"}'

        Usage: pawl COMMAND [options]

        """
            + section("Commands", commands.map { ($0.name, $0.summary) })
            + section("Options of every command", GlobalOptions.declarations.map { (spelling($0), $0.help) })
            + "\npawl COMMAND --help says more about a command.\n"
    }

    private static func spelling(_ option: OptionDeclaration) -> String {
        (option.letter.map { "-\($0), " } ?? "    ") + "--" + option.name + (option.placeholder.map { " " + $0 } ?? "")
    }

    /// A list of terms and what they mean, the meanings under each other.
    private static func section(_ title: String, _ items: [(term: String, meaning: String)]) -> String {
        if items.isEmpty { return "" }
        let indent = 4 + (items.map { DisplayText.width($0.term) }.max() ?? 0)
        var text = "\n\(title):\n"
        for item in items {
            let meaning = wrapped(item.meaning, indent: indent)
            text += "  " + DisplayText.padded(item.term, to: indent - 2) + meaning.drop { $0 == " " }
        }
        return text
    }

    /// The text in lines of at most ``width`` columns, each indented.
    static func wrapped(_ text: String, indent: Int, width: Int = HelpText.width) -> String {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indent + DisplayText.width(line) + 1 + DisplayText.width(String(word)) > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
        }
        lines.append(line)
        return lines.map { String(repeating: " ", count: indent) + $0 + "\n" }.joined()
    }
}
