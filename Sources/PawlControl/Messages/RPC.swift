import PawlKit

/// A request as it came: https://www.jsonrpc.org/specification, one message a line.
struct RPCRequest: Sendable {
    /// What the answer is to carry; nil when none is wanted.
    let id: Value?
    let method: String
    let parameters: Value?

    /// Reads a line.
    ///
    /// - Throws: ``RPCRefusal`` with the id, as far as it could be read.
    init(_ line: [UInt8]) throws(RPCRefusal) {
        let value: Value
        do {
            value = try JSONCodec.decodeAny(line, dialect: .plain)
        } catch {
            throw RPCRefusal(id: .null, ControlError(.notJSON, reason: "notJSON", "the line is not JSON: \(error.description)"))
        }
        if case .list = value {
            throw Self.refusal(.null, "batches are not supported; send each request on a line of its own, without waiting for the answers")
        }
        guard case .map = value else { throw Self.refusal(.null, "a request is an object") }
        let id = value["id"]
        switch id {
        case nil, .null, .string, .int, .uint, .double: break
        default: throw Self.refusal(.null, "'id' is a text or a number")
        }
        guard value["jsonrpc"]?.stringValue == "2.0" else { throw Self.refusal(id ?? .null, #"'jsonrpc' must be "2.0""#) }
        guard let method = value["method"]?.stringValue else { throw Self.refusal(id ?? .null, "'method' must be a text") }
        self.id = id
        self.method = method
        parameters = value["params"]
    }

    private static func refusal(_ id: Value, _ message: String) -> RPCRefusal {
        RPCRefusal(id: id, ControlError(.invalidRequest, reason: "invalidRequest", message))
    }
}

/// A line that is no request.
struct RPCRefusal: Error {
    let id: Value
    let error: ControlError

    init(id: Value, _ error: ControlError) {
        self.id = id
        self.error = error
    }
}

/// Writes messages.
enum RPCMessage {
    static func request(_ id: Int, _ method: String, parameters: [UInt8]) -> [UInt8] {
        message { json in
            json.key("id")
            json.int(Int64(id))
            json.member("method", method)
            json.member("params", RawJSON(parameters))
        }
    }

    static func result(_ id: Value, _ result: [UInt8]) -> [UInt8] {
        message { json in
            write(id, to: &json)
            json.member("result", RawJSON(result))
        }
    }

    static func failure(_ id: Value, _ error: ControlError) -> [UInt8] {
        message { json in
            write(id, to: &json)
            json.key("error")
            json.beginObject()
            json.member("code", Int64(error.code.number))
            json.member("message", error.message)
            json.key("data")
            json.beginObject()
            json.member("reason", error.reason)
            if !error.help.isEmpty { json.member("help", error.help) }
            json.member("instance", error.instance)
            json.member("retryAfter", error.retryAfter)
            json.endObject()
            json.endObject()
        }
    }

    static func notification(_ method: String, _ fill: (inout JSONWriter) -> Void) -> [UInt8] {
        message { json in
            json.member("method", method)
            json.key("params")
            json.beginObject()
            fill(&json)
            json.endObject()
        }
    }

    private static func message(_ fill: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter(dialect: .plain)
        json.beginObject()
        json.member("jsonrpc", "2.0")
        fill(&json)
        json.endObject()
        return json.bytes + [UInt8(ascii: "\n")]
    }

    private static func write(_ id: Value, to json: inout JSONWriter) {
        json.key("id")
        // An id is a text or a number, which JSON can always say.
        do { try json.write(id, as: .any) } catch { json.null() }
    }
}

extension ControlError.Code {
    /// The number on the wire. Those of the specification keep theirs; the others are -32000 less the exit code, `busy` apart.
    package var number: Int {
        switch self {
        case .refused: -32001
        case .failed: -32002
        case .notFound: -32003
        case .busy: -32010
        case .usage: -32064
        case .badData: -32065
        case .notJSON: -32700
        case .invalidRequest: -32600
        case .unknownMethod: -32601
        case .invalidParameters: -32602
        }
    }
}
