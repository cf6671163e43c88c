/// Base 64 with the standard alphabet (https://www.rfc-editor.org/rfc/rfc4648#section-4).
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")
    private static let notADigit: UInt8 = 0xFF
    private static let digits: [UInt8] = {
        var digits = [UInt8](repeating: notADigit, count: 256)
        for (value, character) in alphabet.enumerated() { digits[Int(character)] = UInt8(value) }
        return digits
    }()

    /// The text of bytes, padded.
    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let count = min(3, bytes.count - index)
            var group: UInt32 = 0
            for offset in 0..<3 { group = group << 8 | (offset < count ? UInt32(bytes[index + offset]) : 0) }
            for digit in 0..<4 {
                text.append(digit <= count ? alphabet[Int(group >> (18 - 6 * UInt32(digit)) & 63)] : padding)
            }
            index += 3
        }
        return text
    }

    /// The bytes of a text; nil when it is not base 64.
    ///
    /// Bits beyond the last byte must be zero, so that one sequence of bytes has one text; padding may be required or left out.
    package static func decode(_ text: some Collection<UInt8>, requiresPadding: Bool = true) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var group: UInt32 = 0
        var count = 0
        var padded = 0
        for character in text {
            if character == padding {
                padded += 1
                continue
            }
            let digit = digits[Int(character)]
            guard digit != notADigit, padded == 0 else { return nil }
            group = group << 6 | UInt32(digit)
            count += 1
            if count % 4 == 0 {
                bytes.append(UInt8(truncatingIfNeeded: group >> 16))
                bytes.append(UInt8(truncatingIfNeeded: group >> 8))
                bytes.append(UInt8(truncatingIfNeeded: group))
                group = 0
            }
        }
        let missing = (4 - count % 4) % 4
        guard padded == missing || (padded == 0 && !requiresPadding) else { return nil }
        switch count % 4 {
        case 0: return bytes
        case 2 where group & 0xF == 0: bytes.append(UInt8(truncatingIfNeeded: group >> 4))
        case 3 where group & 0x3 == 0:
            bytes.append(UInt8(truncatingIfNeeded: group >> 10))
            bytes.append(UInt8(truncatingIfNeeded: group >> 2))
        default: return nil
        }
        return bytes
    }
}
