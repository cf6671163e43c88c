/// Texts in URLs: https://www.rfc-editor.org/rfc/rfc3986#section-2.1
enum PercentEncoding {
    /// A URL with names and values added to its query.
    static func url(_ url: String, adding query: [(name: String, value: String)]) -> String {
        if query.isEmpty { return url }
        let fragment = url.firstIndex(of: "#") ?? url.endIndex
        let base = url[..<fragment]
        let mark = !base.contains("?") ? "?" : base.hasSuffix("?") || base.hasSuffix("&") ? "" : "&"
        return base + mark + query.map { "\(text($0.name))=\(text($0.value))" }.joined(separator: "&") + url[fragment...]
    }

    /// A text in which all but the unreserved characters are encoded.
    static func text(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return result
    }
}
