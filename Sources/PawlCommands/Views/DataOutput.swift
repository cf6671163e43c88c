package import PawlKit

/// Prints data as JSON: one document, or one value a line.
///
/// Nothing is gathered: a long list is written as it comes.
package struct DataOutput {
    private let stream: ConsoleStream
    private let isDocument: Bool
    private var count = 0

    /// Creates an output in a format other than `table`.
    package init(_ format: OutputFormat, to stream: ConsoleStream) {
        self.stream = stream
        isDocument = format != .jsonl
    }

    /// Writes one value of the list.
    package mutating func write(_ fill: (inout JSONWriter) -> Void) {
        var json = JSONWriter()
        fill(&json)
        if isDocument {
            stream.write((count == 0 ? "[\n" : ",\n") + json.text)
        } else {
            stream.write(json.text + "\n")
        }
        count += 1
    }

    /// Ends the list.
    package func end() {
        if isDocument { stream.write(count == 0 ? "[]\n" : "\n]\n") }
    }

    /// Writes a single value, which is a document of its own.
    package static func single(to stream: ConsoleStream, _ fill: (inout JSONWriter) -> Void) {
        var json = JSONWriter()
        fill(&json)
        stream.write(json.text + "\n")
    }
}
