/// How bad a finding is.
public enum Severity: String, Sendable, Hashable, Comparable {
    /// The file runs, but probably not as meant.
    case warning
    /// The file cannot run as written.
    case error

    /// Orders warnings before errors.
    public static func < (left: Severity, right: Severity) -> Bool { left == .warning && right == .error }
}

/// The stable code of a kind of finding: `PWL0204`.
public struct DiagnosticCode: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The code.
    public let rawValue: String

    /// Creates a code from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a code from its number.
    public init(_ number: Int) {
        let digits = String(number)
        rawValue = "PWL" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// The code.
    public var description: String { rawValue }

    /// Orders by text.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// What is the case, without words. Each layer has one enum of facts; how they are worded stands apart from where they are found.
public protocol DiagnosticFact: Sendable {
    /// The stable code.
    var code: DiagnosticCode { get }
    /// How bad it is.
    var severity: Severity { get }
    /// The fact in words.
    var wording: Wording { get }
}

/// A fact in words.
public struct Wording: Sendable, Hashable {
    /// What is wrong, in one sentence without a full stop.
    public var message: String
    /// A few words under the caret; may be empty.
    public var label: String
    /// A few words under the caret of the related place; may be empty.
    public var relatedLabel: String
    /// How to fix it, if there is something to say.
    public var help: String?

    /// Creates a wording.
    public init(_ message: String, label: String = "", relatedLabel: String = "", help: String? = nil) {
        self.message = message
        self.label = label
        self.relatedLabel = relatedLabel
        self.help = help
    }
}

/// A finding in a file: a fact and where it stands.
public struct Diagnostic: Sendable {
    /// The fact.
    public let fact: any DiagnosticFact
    /// The file as the user named it.
    public var file: String
    /// Where it stands.
    public let range: SourceRange
    /// A second place that has to do with it.
    public let related: SourceRange?
    /// The file of the second place, when it is another file.
    public var relatedFile: String?

    /// Creates a finding.
    public init(
        _ fact: any DiagnosticFact, file: String, at range: SourceRange, related: SourceRange? = nil, relatedFile: String? = nil
    ) {
        self.fact = fact
        self.file = file
        self.range = range
        self.related = related
        self.relatedFile = relatedFile
    }

    /// The stable code.
    public var code: DiagnosticCode { fact.code }
    /// How bad it is.
    public var severity: Severity { fact.severity }
    /// The fact in words.
    public var wording: Wording { fact.wording }
}
