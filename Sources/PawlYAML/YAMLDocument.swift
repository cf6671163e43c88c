package import PawlKit

/// A YAML document that was read.
package struct YAMLDocument: Sendable {
    /// The top node.
    package let root: YAMLNode
    /// The text it was read from.
    package let source: YAMLSource
    /// Errors and warnings that did not keep the document from being read, so that one run can report all that is wrong.
    ///
    /// A file with an error among them must not be used: a duplicate key is left out of `root`, a broken value is patched up.
    package let diagnostics: [Diagnostic]
}

/// A document could not be read.
package struct YAMLError: Error, Sendable, CustomStringConvertible {
    /// What was found; the last one ended the reading.
    package let diagnostics: [Diagnostic]

    /// The findings, one a line.
    package var description: String {
        diagnostics.map { finding in
            let start = finding.range.start
            return "\(finding.file):\(start.line):\(start.column): \(finding.severity)[\(finding.code)]: \(finding.wording.message)"
        }.joined(separator: "\n")
    }
}

/// How much a document may ask for.
package struct YAMLLimits: Sendable {
    /// The size of a file in bytes.
    package var bytes = 1 << 20
    /// How deep collections may be nested.
    package var depth = 64
    /// How many nodes a document may have, those of aliases included.
    package var nodes = 200_000
    /// How many nodes all aliases together may stand for.
    package var aliasedNodes = 10_000
    /// The length of a key in bytes. The scanner itself looks no further for the `:` of a key than 1,024 characters.
    package var keyBytes = 1024
    /// After how many errors reading stops.
    package var errors = 100
    /// How many warnings are kept; the rest of them would help nobody.
    package var warnings = 100

    /// Creates the default limits.
    package init() {}
}
