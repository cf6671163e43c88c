import PawlKit

extension FunctionTable {
    /// The extension `strings` (https://pkg.go.dev/github.com/google/cel-go/ext#Strings).
    static var textExtensions: [Function] {
        [
            Function(
                name: "charAt", style: .receiver, chapter: .text,
                summary: "The code point at a place counted from 0; empty just behind the last one.",
                examples: [.init(expression: "'hello'.charAt(4)", result: "'o'")],
                overloads: [
                    Make.overload { (text: String, place: Int64, frame) throws(EvaluationError) in
                        let points = try TextPlaces.points(text, frame)
                        let start = try TextPlaces.offset(place, in: points)
                        return start == points.bytes.count ? "" : points.text(start..<(points.offset(place + 1) ?? points.bytes.count))
                    }
                ]),
            Function(
                name: "indexOf", style: .receiver, chapter: .text,
                summary: "Where the other text occurs first, at or after a place if one is given; -1 when it does not.",
                examples: [
                    .init(expression: "'hello'.indexOf('l')", result: "2"), .init(expression: "'hello'.indexOf('l', 3)", result: "3"),
                ],
                overloads: [
                    Make.overload { (text: String, needle: String, frame) throws(EvaluationError) in
                        try TextPlaces.first(needle, in: text, from: 0, frame)
                    },
                    Make.overload { (text: String, needle: String, start: Int64, frame) throws(EvaluationError) in
                        try TextPlaces.first(needle, in: text, from: start, frame)
                    },
                ]),
            Function(
                name: "lastIndexOf", style: .receiver, chapter: .text,
                summary: "Where the other text occurs last, at or before a place if one is given; -1 when it does not.",
                examples: [.init(expression: "'hello'.lastIndexOf('l')", result: "3")],
                overloads: [
                    Make.overload { (text: String, needle: String, frame) throws(EvaluationError) in
                        try TextPlaces.last(needle, in: text, from: nil, frame)
                    },
                    Make.overload { (text: String, needle: String, start: Int64, frame) throws(EvaluationError) in
                        try TextPlaces.last(needle, in: text, from: start, frame)
                    },
                ]),
            Function(
                name: "substring", style: .receiver, chapter: .text,
                summary: "The code points from a place on, up to and without a second one if it is given.",
                examples: [
                    .init(expression: "'tacocat'.substring(4)", result: "'cat'"),
                    .init(expression: "'tacocat'.substring(0, 4)", result: "'taco'"),
                ],
                overloads: [
                    Make.overload { (text: String, start: Int64, frame) throws(EvaluationError) in
                        let points = try TextPlaces.points(text, frame)
                        return points.text(try TextPlaces.offset(start, in: points)..<points.bytes.count)
                    },
                    Make.overload { (text: String, start: Int64, end: Int64, frame) throws(EvaluationError) in
                        let points = try TextPlaces.points(text, frame)
                        let (from, to) = (try TextPlaces.offset(start, in: points), try TextPlaces.offset(end, in: points))
                        guard from <= to else {
                            throw EvaluationError(.invalidArgument, "substring from \(start) to \(end) runs backwards")
                        }
                        return points.text(from..<to)
                    },
                ]),
            Function(
                name: "lowerAscii", style: .receiver, chapter: .text, summary: "The text with A to Z in lower case, all else as it is.",
                examples: [.init(expression: "'TacoCÆt'.lowerAscii()", result: "'tacocÆt'")],
                overloads: [
                    Make.overload { (text: String, frame) throws(EvaluationError) in
                        try TextPlaces.mapBytes(text, frame) { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
                    }
                ]),
            Function(
                name: "upperAscii", style: .receiver, chapter: .text, summary: "The text with a to z in upper case, all else as it is.",
                examples: [.init(expression: "'TacoCÆt'.upperAscii()", result: "'TACOCÆT'")],
                overloads: [
                    Make.overload { (text: String, frame) throws(EvaluationError) in
                        try TextPlaces.mapBytes(text, frame) { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }
                    }
                ]),
            Function(
                name: "trim", style: .receiver, chapter: .text, summary: "The text without white space at its ends.",
                examples: [.init(expression: "'  a b '.trim()", result: "'a b'")],
                overloads: [
                    Make.overload { (text: String, frame) throws(EvaluationError) in
                        try frame.chargeBytes(text.utf8.count)
                        var rest = text.unicodeScalars[...]
                        while let first = rest.first, first.properties.isWhitespace { rest.removeFirst() }
                        while let last = rest.last, last.properties.isWhitespace { rest.removeLast() }
                        return String(rest)
                    }
                ]),
            Function(
                name: "reverse", style: .receiver, chapter: .text, summary: "The code points in reverse order.",
                examples: [.init(expression: "'gums'.reverse()", result: "'smug'")],
                overloads: [
                    Make.overload { (text: String, frame) throws(EvaluationError) in
                        try frame.chargeBytes(text.utf8.count * 4)
                        var reversed = String.UnicodeScalarView()
                        reversed.append(contentsOf: text.unicodeScalars.reversed())
                        return String(reversed)
                    },
                    ListFunctions.reverse,
                ]),
            Function(
                name: "replace", style: .receiver, chapter: .text,
                summary: "The text with each occurrence of one text replaced by another, the first n of them if a number is given.",
                examples: [
                    .init(expression: "'a-b-c'.replace('-', '+')", result: "'a+b+c'"),
                    .init(expression: "'a-b-c'.replace('-', '+', 1)", result: "'a+b-c'"),
                ],
                overloads: [
                    Make.overload { (text: String, old: String, new: String, frame) throws(EvaluationError) in
                        try TextPieces.replace(old, with: new, in: text, limit: -1, frame)
                    },
                    Make.overload { (text: String, old: String, new: String, limit: Int64, frame) throws(EvaluationError) in
                        try TextPieces.replace(old, with: new, in: text, limit: limit, frame)
                    },
                ]),
            Function(
                name: "split", style: .receiver, chapter: .text,
                summary: "The pieces between the occurrences of a separator, at most n of them if a number is given. An empty separator "
                    + "gives the code points.",
                examples: [
                    .init(expression: "'a,b,c'.split(',')", result: "['a', 'b', 'c']"),
                    .init(expression: "'a,b,c'.split(',', 2)", result: "['a', 'b,c']"),
                ],
                overloads: [
                    Make.overload { (text: String, separator: String, frame) throws(EvaluationError) in
                        ListOf(try TextPieces.split(text, by: separator, limit: -1, frame))
                    },
                    Make.overload { (text: String, separator: String, limit: Int64, frame) throws(EvaluationError) in
                        ListOf(try TextPieces.split(text, by: separator, limit: limit, frame))
                    },
                ]),
            Function(
                name: "join", style: .receiver, chapter: .text,
                summary: "The texts of a list one after the other, with a separator between.",
                examples: [
                    .init(expression: "['a', 'b'].join('-')", result: "'a-b'"), .init(expression: "['a', 'b'].join()", result: "'ab'"),
                ],
                overloads: [
                    Make.overload { (texts: ListOf<String>, frame) throws(EvaluationError) in
                        try TextPieces.join(texts.elements, "", frame)
                    },
                    Make.overload { (texts: ListOf<String>, separator: String, frame) throws(EvaluationError) in
                        try TextPieces.join(texts.elements, separator, frame)
                    },
                ]),
            Function(
                name: "strings.quote", style: .global, chapter: .text,
                summary: "The text in double quotes, with what cannot be printed escaped.",
                examples: [.init(expression: "strings.quote('a\\nb')", result: "'\"a\\\\nb\"'")],
                overloads: [
                    Make.overload { (text: String, frame) throws(EvaluationError) in
                        try frame.chargeBytes(text.utf8.count * 2)
                        return TextPieces.quote(text)
                    }
                ]),
            Function(
                name: "format", style: .receiver, chapter: .text,
                summary:
                    "The text with each clause replaced by a value of the list: %s any value, %d a whole number, %f and %.2f a decimal, "
                    + "%e scientific, %b binary, %o octal, %x and %X hexadecimal, %% a percent sign.",
                examples: [.init(expression: "'%s: %.2f'.format(['total', 3.14159])", result: "'total: 3.14'")],
                overloads: [
                    Make.overload { (template: String, values: AnyList, frame) throws(EvaluationError) in
                        try Format.format(template, values.elements, frame)
                    }.typed([.string, .list(.any)], .string)
                ]),
        ]
    }

    /// The extension `encoders`.
    static var encoderFunctions: [Function] {
        [
            Function(
                name: "base64.encode", style: .global, chapter: .bytes, summary: "The bytes in base64, padded.",
                examples: [.init(expression: "base64.encode(b'hello')", result: "'aGVsbG8='")],
                overloads: [
                    Make.overload { (bytes: [UInt8], frame) throws(EvaluationError) in
                        try frame.chargeBytes(bytes.count * 2)
                        return Base64.encode(bytes)
                    }
                ]),
            Function(
                name: "base64.decode", style: .global, chapter: .bytes, summary: "The bytes of a base64 text, padded or not.",
                examples: [.init(expression: "base64.decode('aGVsbG8=')", result: "b'hello'")],
                overloads: [
                    Make.overload { (text: String, frame) throws(EvaluationError) in
                        try frame.chargeBytes(text.utf8.count)
                        guard let bytes = Base64.decode(text) else {
                            throw EvaluationError(.conversion, "'\(text.prefix(40))' is not base64")
                        }
                        return bytes
                    }
                ]),
        ]
    }
}
