import PawlKit

/// An answer as workflows see it.
enum HTTPAnswer {
    static let type = RecordType(fields: [.init("status", .int), .init("headers", .map(.string)), .init("body", .any)])

    /// The answer as a value: JSON read where the answer says that it is JSON, text where it is text, else bytes.
    ///
    /// - Parameter failure: makes the failure for a body that is not what it says.
    static func value(of response: HTTPResponse, failure: (String) -> ServiceFailure) throws -> Value {
        var headers = ValueMap()
        for header in response.headers {
            let name = header.name.lowercased()
            // https://www.rfc-editor.org/rfc/rfc9110#section-5.3
            let before = headers[name]?.stringValue.map { $0 + ", " } ?? ""
            headers[name] = .string(before + header.value)
        }
        let body = try body(response.body, type: headers["content-type"]?.stringValue ?? "", failure)
        return .record(Record(type: type, fields: [.int(Int64(response.status)), .map(headers), body]))
    }

    private static func body(_ bytes: [UInt8], type: String, _ failure: (String) -> ServiceFailure) throws -> Value {
        if bytes.isEmpty { return .null }
        if isJSON(type) {
            do {
                return try JSONCodec.decodeAny(bytes, dialect: .plain)
            } catch {
                throw failure("what it answered is not JSON, as its Content-Type says: \(error)")
            }
        }
        return String(validating: bytes, as: UTF8.self).map { .string($0) } ?? .bytes(bytes)
    }

    /// Whether a content type is one of JSON: `application/json; charset=utf-8`, `application/problem+json`.
    private static func isJSON(_ type: String) -> Bool {
        let name = type.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        return name == "application/json" || name == "text/json" || name.hasSuffix("+json")
    }
}
