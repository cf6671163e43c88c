package import PawlKit

/// All error pages.
package enum ErrorPages {
    /// The pages in order of their codes.
    package static let all: [ErrorPage] = groups.flatMap(\.self).sorted { $0.code < $1.code }

    /// The pages, a group for each layer.
    private static let groups: [[ErrorPage]] = [
        YAMLPages.pages, StructurePages.pages, RowPages.pages, NestingPages.pages, ExpressionPages.pages, WarningPages.pages,
        ServicePages.pages, IncidentPages.pages, ImportPages.pages, SystemPages.pages,
    ]

    /// The page of a code; nil when there is none.
    package static func page(_ code: DiagnosticCode) -> ErrorPage? { all.first { $0.code == code } }

    /// The code that a text means: `PWL0204`, `pwl0204`, `204`; nil when it is not of that form.
    package static func code(_ text: String) -> DiagnosticCode? {
        var digits = text.lowercased()
        if digits.hasPrefix("pwl") { digits.removeFirst(3) }
        guard digits.count <= 4, let number = Int(digits), number >= 0, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
            return nil
        }
        return DiagnosticCode(number)
    }

    /// The page whose code is closest to a code that has none: in its hundred if any is there.
    package static func nearest(_ code: DiagnosticCode) -> ErrorPage? {
        func number(_ code: DiagnosticCode) -> Int { Int(code.rawValue.dropFirst(3)) ?? 0 }
        return all.min { abs(number($0.code) - number(code)) < abs(number($1.code) - number(code)) }
    }
}
