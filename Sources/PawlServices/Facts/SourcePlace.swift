package import PawlKit

/// A stretch of a named file.
package struct SourcePlace: Hashable, Sendable {
    /// The file as the user named it.
    package var file: String
    /// The stretch.
    package var range: SourceRange

    package init(file: String, range: SourceRange) {
        self.file = file
        self.range = range
    }
}

extension Diagnostic {
    /// Creates a finding; of the related place the file is kept only when it is another one.
    init(_ fact: ServiceFact, at place: SourcePlace, related: SourcePlace? = nil) {
        self.init(
            fact, file: place.file, at: place.range, related: related?.range,
            relatedFile: related.flatMap { $0.file == place.file ? nil : $0.file })
    }
}
