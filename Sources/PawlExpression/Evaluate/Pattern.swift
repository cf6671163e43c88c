import CRE2
import PawlKit

/// A compiled regular expression: RE2's, whose time is linear in the text.
///
/// `@unchecked` because the compiler cannot see that RE2 objects are immutable once made: "an RE2 object … is safe for
/// concurrent use by multiple threads" (https://github.com/google/re2/blob/main/re2/re2.h).
final class Pattern: @unchecked Sendable {
    /// The pattern as written.
    let text: String
    private let compiled: OpaquePointer

    /// Automata may take so many bytes; beyond, RE2 is slower but still linear.
    private static let memory: Int64 = 1 << 20

    init(_ text: String) throws(EvaluationError) {
        var message = [CChar](repeating: 0, count: 256)
        let bytes = Array(text.utf8)
        let result = bytes.withUnsafeBytes { bytes in
            cre2_compile(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, Self.memory, &message, message.count)
        }
        guard let result else {
            let reason = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            throw EvaluationError(.invalidPattern, "'\(text)' is not a pattern: \(reason)")
        }
        self.text = text
        compiled = result
    }

    deinit { cre2_free(compiled) }

    /// Whether the pattern occurs anywhere in a text.
    func occurs(in text: String) -> Bool {
        let fast = text.utf8.withContiguousStorageIfAvailable { occurs(UnsafeRawBufferPointer($0)) }
        if let fast { return fast }
        return Array(text.utf8).withUnsafeBytes { occurs($0) }
    }

    private func occurs(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // RE2 tells an empty text from none by its address.
        guard let base = bytes.baseAddress else { return cre2_contains(compiled, "", 0) != 0 }
        return cre2_contains(compiled, base.assumingMemoryBound(to: CChar.self), bytes.count) != 0
    }
}
