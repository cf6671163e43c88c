import PawlKit

/// Places in texts, for the functions that take or give numbers of code points.
enum TextPlaces {
    static func points(_ text: String, _ frame: ExpressionFrame) throws(EvaluationError) -> CodePoints {
        try frame.chargeBytes(text.utf8.count)
        return CodePoints(text)
    }

    static func offset(_ place: Int64, in points: CodePoints) throws(EvaluationError) -> Int {
        guard let offset = points.offset(place) else {
            throw EvaluationError(
                .indexOutOfRange, "\(place) is not a place in a text of \(points.number(at: points.bytes.count)) code points")
        }
        return offset
    }

    static func first(_ needle: String, in text: String, from start: Int64, _ frame: ExpressionFrame) throws(EvaluationError) -> Int64 {
        let points = try points(text, frame)
        let offset = try offset(start, in: points)
        return TextSearch.first(Array(needle.utf8), in: points.bytes, from: offset).map(points.number) ?? -1
    }

    static func last(_ needle: String, in text: String, from start: Int64?, _ frame: ExpressionFrame) throws(EvaluationError) -> Int64 {
        let points = try points(text, frame)
        let offset = try start.map { (start) throws(EvaluationError) in try Self.offset(start, in: points) } ?? points.bytes.count
        return TextSearch.last(Array(needle.utf8), in: points.bytes, from: offset).map(points.number) ?? -1
    }

    static func mapBytes(_ text: String, _ frame: ExpressionFrame, _ transform: (UInt8) -> UInt8) throws(EvaluationError) -> String {
        try frame.chargeBytes(text.utf8.count)
        return String(decoding: text.utf8.map(transform), as: UTF8.self)
    }
}

/// Cutting and joining texts.
enum TextPieces {
    static func split(_ text: String, by separator: String, limit: Int64, _ frame: ExpressionFrame) throws(EvaluationError) -> [String] {
        if limit == 0 { return [] }
        let bytes = Array(text.utf8)
        let mark = Array(separator.utf8)
        try frame.chargeBytes(bytes.count * 2)
        var pieces: [String] = []
        var start = 0
        while limit < 0 || pieces.count < limit - 1 {
            let end: Int
            if mark.isEmpty {
                guard start < bytes.count else { return pieces }
                end = bytes[(start + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? bytes.count
                if end == bytes.count { break }
            } else {
                guard let found = TextSearch.first(mark, in: bytes, from: start) else { break }
                end = found
            }
            try frame.charge(1)
            guard pieces.count < frame.limits.size else { try frame.chargeElements(pieces.count + 1); break }
            pieces.append(String(decoding: bytes[start..<end], as: UTF8.self))
            start = end + mark.count
        }
        if !(mark.isEmpty && bytes.isEmpty) { pieces.append(String(decoding: bytes[start...], as: UTF8.self)) }
        return pieces
    }

    static func replace(
        _ old: String, with new: String, in text: String, limit: Int64, _ frame: ExpressionFrame
    ) throws(EvaluationError) -> String {
        if limit == 0 { return text }
        let bytes = Array(text.utf8)
        let mark = Array(old.utf8)
        var result: [UInt8] = []
        var start = 0
        var count: Int64 = 0
        try frame.chargeBytes(bytes.count)
        func put(_ pieces: some Collection<UInt8>) throws(EvaluationError) {
            if result.count + pieces.count > frame.limits.size * 16 { try frame.chargeBytes(result.count + pieces.count) }
            try frame.charge(1 + pieces.count / 16)
            result.append(contentsOf: pieces)
        }
        while limit < 0 || count < limit {
            let found: Int
            if mark.isEmpty {
                // Between all code points, as Go's strings.Replace does.
                if start > bytes.count || (count > 0 && start == bytes.count) { break }
                found = count == 0 ? 0 : bytes[(start + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? bytes.count
            } else {
                guard let next = TextSearch.first(mark, in: bytes, from: start) else { break }
                found = next
            }
            try put(bytes[start..<found])
            try put(new.utf8)
            start = found + mark.count
            count += 1
        }
        if start < bytes.count { try put(bytes[start...]) }
        return String(decoding: result, as: UTF8.self)
    }

    static func join(_ texts: [String], _ separator: String, _ frame: ExpressionFrame) throws(EvaluationError) -> String {
        try frame.charge(texts.count)
        let total = texts.reduce(max(0, texts.count - 1) * separator.utf8.count) { $0 + $1.utf8.count }
        try frame.chargeBytes(total)
        return texts.joined(separator: separator)
    }

    static func quote(_ text: String) -> String {
        QuotedText.text(text, in: "\"") { scalar in
            switch scalar {
            case "\u{07}": "\\a"
            case "\u{08}": "\\b"
            case "\u{0C}": "\\f"
            case "\u{0B}": "\\v"
            default: nil
            }
        }
    }
}

/// Base64 with the standard alphabet (https://www.rfc-editor.org/rfc/rfc4648#section-4).
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits: UInt32 = 0
            for offset in 0..<3 { bits = bits << 8 | (offset < group.count ? UInt32(group[start + offset]) : 0) }
            for position in 0..<4 {
                text.append(position <= group.count ? alphabet[Int(bits >> UInt32(18 - 6 * position) & 63)] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    static func decode(_ text: String) -> [UInt8]? {
        var digits = Array(text.utf8)[...]
        var padding = 0
        while digits.last == UInt8(ascii: "="), padding < 2 {
            digits.removeLast()
            padding += 1
        }
        guard digits.count % 4 != 1, padding == 0 || (digits.count + padding) % 4 == 0 else { return nil }
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count: UInt32 = 0
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        return bytes
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case 0x41...0x5A: UInt32(digit - 0x41)
        case 0x61...0x7A: UInt32(digit - 0x61 + 26)
        case 0x30...0x39: UInt32(digit - 0x30 + 52)
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
