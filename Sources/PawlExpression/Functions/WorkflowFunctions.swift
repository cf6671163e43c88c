import PawlKit

extension FunctionTable {
    /// What only workflows have; each where the place in the file allows it.
    static var workflowFunctions: [Function] {
        [
            Function(
                name: "active", style: .global, chapter: .workflow,
                summary: "Whether the instance is in a state; the name is a constant text and is checked when the file is loaded.",
                examples: [.init(expression: "active('Paying') || !active('Paying')", result: "true")],
                overloads: [.types([.string], .bool)], capability: .active, isPure: false),
            Function(
                name: "uuid", style: .global, chapter: .workflow,
                summary: "A UUID made from the instance, the step and the place in the file: the same on every replay.",
                examples: [
                    .init(expression: "uuid().size()", result: "36"), .init(expression: "uuid() == uuid()", result: "false"),
                ],
                overloads: [.types([], .string)], capability: .uuid, isPure: false),
            Function(
                name: "secret", style: .global, chapter: .workflow,
                summary:
                    "A secret by its name, a constant text. Allowed in `with:` only, alone or interpolated into a text; it is filled in "
                    + "when the effect starts and written down nowhere.",
                examples: [.init(expression: "secret('PAYMENT_KEY')", result: "secret('PAYMENT_KEY')")],
                overloads: [.types([.string], .string)], capability: .secret, isPure: false),
        ]
    }
}

/// UUIDs from names: version 5 (https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-5) over SHA-1.
enum NamedUUID {
    /// Pawl's namespace, a UUID chosen once at random.
    private static let namespace: [UInt8] = [
        0x5B, 0x8E, 0x0C, 0x1D, 0x7A, 0x43, 0x4F, 0x0E, 0x9C, 0x2B, 0x61, 0xD4, 0x0F, 0x8A, 0x37, 0xE6,
    ]

    static func text(_ name: String, namespace: [UInt8] = namespace) -> String {
        var bytes = Array(SHA1.hash(namespace + Array(name.utf8))[..<16])
        bytes[6] = bytes[6] & 0x0F | 0x50
        bytes[8] = bytes[8] & 0x3F | 0x80
        var text: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
            for digit in [byte >> 4, byte & 15] { text.append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// SHA-1 (https://www.rfc-editor.org/rfc/rfc3174), for names only: nothing here rests on its strength.
enum SHA1 {
    static func hash(_ message: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        var padded = message + [0x80]
        padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
        let length = UInt64(message.count) * 8
        for shift in stride(from: 56, through: 0, by: -8) { padded.append(UInt8(truncatingIfNeeded: length >> UInt64(shift))) }
        for start in stride(from: 0, to: padded.count, by: 64) { mix(padded[start..<start + 64], into: &state) }
        return state.flatMap { word in stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } }
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words = [UInt32](repeating: 0, count: 80)
        for (index, byte) in block.enumerated() { words[index / 4] = words[index / 4] << 8 | UInt32(byte) }
        for index in 16..<80 {
            words[index] = rotate(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1)
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for index in 0..<80 {
            let (mixed, constant): (UInt32, UInt32)
            switch index {
            case 0..<20: (mixed, constant) = (b & c | ~b & d, 0x5A82_7999)
            case 20..<40: (mixed, constant) = (b ^ c ^ d, 0x6ED9_EBA1)
            case 40..<60: (mixed, constant) = (b & c | b & d | c & d, 0x8F1B_BCDC)
            default: (mixed, constant) = (b ^ c ^ d, 0xCA62_C1D6)
            }
            let next = rotate(a, 5) &+ mixed &+ e &+ constant &+ words[index]
            (e, d, c, b, a) = (d, c, rotate(b, 30), a, next)
        }
        for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
    }

    private static func rotate(_ word: UInt32, _ places: UInt32) -> UInt32 { word << places | word >> (32 - places) }
}
