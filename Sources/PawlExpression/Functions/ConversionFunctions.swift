import PawlKit

extension FunctionTable {
    static var conversionFunctions: [Function] {
        [
            Function(
                name: "int", style: .global, chapter: .conversions,
                summary:
                    "A whole number from another number (cut towards zero), a text, or a time (seconds since 1970). Fails when it does "
                    + "not fit.",
                examples: [.init(expression: "int(3.9)", result: "3"), .init(expression: "int('42')", result: "42")],
                overloads: [
                    Make.overload { (a: Int64, _) in a },
                    Make.overload { (a: UInt64, _) throws(EvaluationError) in
                        guard let number = Int64(exactly: a) else { throw Arithmetic.outOfRange("int", "\(a)") }
                        return number
                    },
                    Make.overload { (a: Double, _) throws(EvaluationError) in
                        // The ends are left out, as the conformance tests have it.
                        guard a > -0x1p63, a < 0x1p63 else { throw Arithmetic.outOfRange("int", NumberText.text(a)) }
                        return Int64(a)
                    },
                    Make.overload { (a: String, _) throws(EvaluationError) in
                        guard let number = Int64(a) else { throw Convert.failure(a, to: "int") }
                        return number
                    },
                    Make.overload { (a: Timestamp, _) in a.seconds },
                ]),
            Function(
                name: "uint", style: .global, chapter: .conversions,
                summary: "An unsigned whole number from another number (cut towards zero) or a text. Fails when it does not fit.",
                examples: [.init(expression: "uint(3)", result: "3u")],
                overloads: [
                    Make.overload { (a: UInt64, _) in a },
                    Make.overload { (a: Int64, _) throws(EvaluationError) in
                        guard let number = UInt64(exactly: a) else { throw Arithmetic.outOfRange("uint", "\(a)") }
                        return number
                    },
                    Make.overload { (a: Double, _) throws(EvaluationError) in
                        guard a >= 0, a < 0x1p64 else { throw Arithmetic.outOfRange("uint", NumberText.text(a)) }
                        return UInt64(a)
                    },
                    Make.overload { (a: String, _) throws(EvaluationError) in
                        guard let number = UInt64(a) else { throw Convert.failure(a, to: "uint") }
                        return number
                    },
                ]),
            Function(
                name: "double", style: .global, chapter: .conversions, summary: "A double from another number or a text.",
                examples: [.init(expression: "double(3)", result: "3.0"), .init(expression: "double('1e3')", result: "1000.0")],
                overloads: [
                    Make.overload { (a: Double, _) in a },
                    Make.overload { (a: Int64, _) in Double(a) },
                    Make.overload { (a: UInt64, _) in Double(a) },
                    Make.overload { (a: String, _) throws(EvaluationError) in
                        guard let number = NumberText.double(a) else { throw Convert.failure(a, to: "double") }
                        return number
                    },
                ]),
            Function(
                name: "string", style: .global, chapter: .conversions,
                summary: "The text of a number, a truth value, bytes in UTF-8, a timestamp (RFC 3339, UTC) or a duration (in seconds).",
                examples: [
                    .init(expression: "string(1.0)", result: "'1'"), .init(expression: "string(duration('1h30m'))", result: "'5400s'"),
                ],
                overloads: [
                    Make.overload { (a: String, _) in a },
                    Make.overload { (a: Int64, _) in String(a) },
                    Make.overload { (a: UInt64, _) in String(a) },
                    Make.overload { (a: Double, _) in NumberText.text(a) },
                    Make.overload { (a: Bool, _) in a ? "true" : "false" },
                    Make.overload { (a: [UInt8], frame) throws(EvaluationError) in
                        try frame.chargeBytes(a.count)
                        guard let text = String(validating: a, as: UTF8.self) else {
                            throw EvaluationError(.conversion, "the bytes are not valid UTF-8")
                        }
                        return text
                    },
                    Make.overload { (a: Timestamp, _) in a.text },
                    Make.overload { (a: TimeAmount, _) in a.celText },
                ]),
            Function(
                name: "bool", style: .global, chapter: .conversions,
                summary: "A truth value from its text: 1 t T true TRUE True, 0 f F false FALSE False.",
                examples: [.init(expression: "bool('true')", result: "true")],
                overloads: [
                    Make.overload { (a: Bool, _) in a },
                    Make.overload { (a: String, _) throws(EvaluationError) in
                        switch a {
                        case "1", "t", "T", "true", "TRUE", "True": return true
                        case "0", "f", "F", "false", "FALSE", "False": return false
                        default: throw Convert.failure(a, to: "bool")
                        }
                    },
                ]),
            Function(
                name: "bytes", style: .global, chapter: .conversions, summary: "The UTF-8 bytes of a text.",
                examples: [.init(expression: "bytes('ÿ')", result: "b'\\303\\277'")],
                overloads: [
                    Make.overload { (a: [UInt8], _) in a },
                    Make.overload { (a: String, frame) throws(EvaluationError) in
                        try frame.chargeBytes(a.utf8.count)
                        return Array(a.utf8)
                    },
                ]),
            Function(
                name: "timestamp", style: .global, chapter: .conversions,
                summary: "A point in time from RFC 3339, or from seconds since 1970.",
                examples: [.init(expression: "timestamp('2026-11-30T09:00:00+01:00')", result: "timestamp(1796025600)")],
                overloads: [
                    Make.overload { (a: Timestamp, _) in a },
                    Make.overload { (a: String, _) throws(EvaluationError) in
                        guard let time = Timestamp(a) else { throw Convert.failure(a, to: "timestamp") }
                        return time
                    },
                    Make.overload { (a: Int64, _) throws(EvaluationError) in
                        guard let time = Timestamp(seconds: a) else { throw Arithmetic.outOfRange("timestamp", "\(a) s") }
                        return time
                    },
                ]),
            Function(
                name: "duration", style: .global, chapter: .conversions,
                summary: "A length of time from decimals with the units h, m, s, ms, us, ns.",
                examples: [.init(expression: "duration('1h30m')", result: "duration('5400s')")],
                overloads: [
                    Make.overload { (a: TimeAmount, _) in a },
                    Make.overload { (a: String, _) throws(EvaluationError) in
                        guard let amount = TimeAmount(a, notation: .cel) else { throw Convert.failure(a, to: "duration") }
                        return amount
                    },
                ]),
            Function(
                name: "dyn", style: .global, chapter: .conversions,
                summary: "The same value with its type forgotten: it is checked when the expression runs, not when the file is loaded.",
                examples: [.init(expression: "dyn(1) == 1.0", result: "true")],
                overloads: [
                    Overload(parameters: [.parameter("T")], result: .any, implementation: .one { (value, _) in value })
                ]),
            Function(
                name: "type", style: .global, chapter: .conversions, summary: "The type of a value; types are compared by their names.",
                examples: [.init(expression: "type(1) == int", result: "true")],
                overloads: [
                    Overload(
                        parameters: [.parameter("T")], result: .type(.parameter("T")),
                        implementation: .one { (value, _) in .type(value.typeName) })
                ]),
        ]
    }
}

/// Failures of conversions.
enum Convert {
    static func failure(_ text: String, to type: String) -> EvaluationError {
        EvaluationError(.conversion, "'\(text)' is not the text of a \(type)")
    }
}
