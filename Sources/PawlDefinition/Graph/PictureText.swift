import PawlExpression
import PawlKit
import PawlMachine

/// Texts of a machine as they stand in pictures.
enum PictureText {
    /// The most characters of a condition in a picture; tables cut by the width of the screen.
    static let longest = 60

    /// The text on one line, without characters that steer a terminal or turn the direction of writing.
    static func plain(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        if isPlain { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                if result.last != " " { result.append(" ") }
                continue
            }
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: result.append("\u{FFFD}")
            // A joiner only joins what is beside it; the other formats turn or hide text.
            case .format where scalar.value != 0x200D: result.append("\u{FFFD}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// The text, with `…` for what is over so many characters.
    static func cut(_ text: String, to count: Int) -> String {
        text.count <= count ? text : String(text.prefix(count - 1)) + "…"
    }

    /// A duration or a time as the file has it.
    static func of(_ template: Template) -> String {
        switch template {
        case .constant(.duration(let amount)): amount.text
        case .constant(.timestamp(let time)): time.text
        case .expression(let expression, _): cut(plain(expression.expression.text), to: longest)
        default: "…"
        }
    }

    /// `after 15m`, `at 2027-01-01T00:00:00Z`.
    static func of(_ deadline: TimerRule.Deadline) -> String {
        switch deadline {
        case .after(let template): "after " + of(template)
        case .at(let template): "at " + of(template)
        }
    }

    /// `unless a or b`, as a list of one; empty without conditions.
    static func unless(_ conditions: [SourcedExpression]) -> [String] {
        if conditions.isEmpty { return [] }
        return ["unless " + conditions.map { cut(plain($0.expression.text), to: longest) }.joined(separator: " or ")]
    }
}
