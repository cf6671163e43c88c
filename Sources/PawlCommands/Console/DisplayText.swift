/// How text looks on a terminal: its width, its cut form, and a form without characters that would steer the terminal.
package enum DisplayText {
    /// The number of columns that a text takes.
    package static func width(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.unicodeScalars.reduce(0) { $0 + width($1) }
    }

    /// The number of columns that a scalar takes: 0 for marks that combine, 2 for wide ones, else 1.
    package static func width(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        if (0x1160...0x11FF).contains(scalar.value) { return 0 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        if scalar.properties.isEmojiPresentation { return 2 }
        return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// The blocks that hold East Asian wide and fullwidth characters (https://www.unicode.org/reports/tr11/).
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
        0x20000...0x3FFFD,
    ]

    /// The text cut to so many columns, with `…` at its end if anything is missing.
    package static func cut(_ text: String, to columns: Int) -> String {
        if width(text) <= columns { return text }
        if columns <= 0 { return "" }
        var result = String.UnicodeScalarView()
        var used = 0
        for scalar in text.unicodeScalars {
            let next = width(scalar)
            if used + next > columns - 1 { break }
            result.append(scalar)
            used += next
        }
        return String(result) + "…"
    }

    /// The text with spaces behind it up to so many columns.
    package static func padded(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - width(text)))
    }

    /// The text with spaces before it up to so many columns.
    package static func leftPadded(_ text: String, to columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - width(text))) + text
    }

    /// The text on one line, with control characters and those that turn the direction of writing spelt out.
    ///
    /// What stands in a journal came from outside, and must not move the cursor or reorder a line.
    package static func visible(_ text: String) -> String {
        if !text.unicodeScalars.contains(where: isHidden) { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where isHidden(scalar): result += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Whether a scalar steers instead of showing.
    package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
