import CExpat
import PawlKit

/// Reads XML that nobody vouches for.
///
/// Size, depth and number of nodes are limited. Document types are refused, and with them every entity but the five that XML itself
/// has, so that no reference is larger than it looks and nothing outside of the file is ever asked for.
package enum XMLReader {
    /// Reads a document.
    ///
    /// - Throws: The first thing that keeps the document from being read.
    package static func read(_ bytes: [UInt8], file: String, limits: XMLLimits = .init()) throws(XMLError) -> XMLDocument {
        func fail(_ fact: XMLFact, at range: SourceRange = .start) -> XMLError {
            XMLError(diagnostic: Diagnostic(fact, file: file, at: range))
        }
        if bytes.count > limits.bytes { throw fail(.tooLarge(bytes: bytes.count, limit: limits.bytes)) }
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { throw fail(.encoding("UTF-16")) }
        let text = XMLSource(bytes)
        // The file may say what it likes: it is read as UTF-8, and `XMLBuilder` refuses a declaration of anything else.
        guard let parser = XML_ParserCreateNS("UTF-8", XML_Char(bitPattern: XMLBuilder.separator)) else { throw fail(.outOfMemory) }
        defer { XML_ParserFree(parser) }
        let builder = XMLBuilder(parser: parser, source: text, limits: limits)
        let status = text.bytes.withUnsafeBytes { buffer in
            withExtendedLifetime(builder) {
                builder.attach()
                // The size is limited, so its count fits.
                return XML_Parse(parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), 1)
            }
        }
        if let problem = builder.problem { throw fail(problem.fact, at: problem.range) }
        guard status == XML_STATUS_OK, let root = builder.root else {
            let place = text.position(Int(XML_GetCurrentByteIndex(parser)))
            let code = XML_GetErrorCode(parser)
            if code == XML_ERROR_NO_MEMORY { throw fail(.outOfMemory) }
            let message = XML_ErrorString(code).map { String(cString: $0) } ?? "unknown error"
            throw fail(.malformed(message), at: SourceRange(start: place, end: place))
        }
        return XMLDocument(root: root)
    }

    /// The version of the library at work.
    package static var libraryVersion: String {
        let version = XML_ExpatVersionInfo()
        return "\(version.major).\(version.minor).\(version.micro)"
    }
}
