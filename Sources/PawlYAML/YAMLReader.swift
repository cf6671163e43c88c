import PawlKit

/// Reads YAML 1.2 that nobody vouches for.
///
/// Size, depth, number of nodes and what aliases stand for are limited; nothing is built before it is counted. Unknown tags,
/// merge keys and directives are refused, duplicate keys reported with both places. Scalars stay text.
package enum YAMLReader {
    /// Reads a document.
    ///
    /// - Throws: What keeps the document from being read, behind what was found before.
    package static func read(_ bytes: [UInt8], file: String, limits: YAMLLimits = .init()) throws(YAMLError) -> YAMLDocument {
        let source = try ByteScan(file: file, limits: limits).check(bytes)
        return try source.bytes.withUnsafeBufferPointer { (buffer) throws(YAMLError) -> YAMLDocument in
            guard let events = EventStream(buffer) else {
                throw YAMLError(diagnostics: [Diagnostic(YAMLFact.outOfMemory, file: file, at: .start)])
            }
            var composer = Composer(events: events, source: source, limits: limits)
            return try composer.document()
        }
    }
}
