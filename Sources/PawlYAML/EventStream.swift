import CYAML

/// A place as libyaml counts: from 0, in Unicode scalars.
struct Mark {
    let line: Int
    let column: Int
    let index: Int

    init(_ mark: yaml_mark_t) {
        line = mark.line
        column = mark.column
        index = mark.index
    }
}

/// What libyaml saw.
struct Event {
    enum Kind {
        case streamStart, streamEnd, documentStart, documentEnd
        case alias(String)
        case scalar(String, YAMLScalar.Style)
        case sequenceStart(isFlow: Bool)
        case mappingStart(isFlow: Bool)
        case collectionEnd
    }

    var kind: Kind
    var anchor: String?
    var tag: String?
    var start: Mark
    var end: Mark
}

/// Why libyaml cannot go on.
struct ScanFailure: Error {
    let problem: String
    let mark: Mark
    let context: String?
    let contextMark: Mark
    let isOutOfMemory: Bool
}

/// The events of a text, one at a time, so that limits are kept before anything is built.
///
/// The text must outlive the stream, and the stream must not be used after a failure.
struct EventStream: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>

    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        parser = .allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            return nil
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// The next event.
    mutating func next() throws(ScanFailure) -> Event {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw failure }
        defer { yaml_event_delete(&event) }
        var result = Event(kind: .streamEnd, start: Mark(event.start_mark), end: Mark(event.end_mark))
        switch event.type {
        case YAML_STREAM_START_EVENT: result.kind = .streamStart
        case YAML_DOCUMENT_START_EVENT: result.kind = .documentStart
        case YAML_DOCUMENT_END_EVENT: result.kind = .documentEnd
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: result.kind = .collectionEnd
        case YAML_ALIAS_EVENT: result.kind = .alias(text(event.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let value = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            result.kind = .scalar(String(decoding: value, as: UTF8.self), style(scalar.style))
            result.anchor = text(scalar.anchor)
            result.tag = text(scalar.tag)
        case YAML_SEQUENCE_START_EVENT:
            let sequence = event.data.sequence_start
            result.kind = .sequenceStart(isFlow: sequence.style == YAML_FLOW_SEQUENCE_STYLE)
            result.anchor = text(sequence.anchor)
            result.tag = text(sequence.tag)
        case YAML_MAPPING_START_EVENT:
            let mapping = event.data.mapping_start
            result.kind = .mappingStart(isFlow: mapping.style == YAML_FLOW_MAPPING_STYLE)
            result.anchor = text(mapping.anchor)
            result.tag = text(mapping.tag)
        default: result.kind = .streamEnd
        }
        return result
    }

    private var failure: ScanFailure {
        ScanFailure(
            problem: parser.pointee.problem.map { String(cString: $0) } ?? "the text cannot be read",
            mark: Mark(parser.pointee.error == YAML_READER_ERROR ? parser.pointee.mark : parser.pointee.problem_mark),
            context: parser.pointee.context.map { String(cString: $0) },
            contextMark: Mark(parser.pointee.context_mark),
            isOutOfMemory: parser.pointee.error == YAML_MEMORY_ERROR
        )
    }

    private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? { pointer.map { String(cString: $0) } }

    private func style(_ style: yaml_scalar_style_t) -> YAMLScalar.Style {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE: .literal
        case YAML_FOLDED_SCALAR_STYLE: .folded
        default: .plain
        }
    }
}
