import PawlKit

/// Where an answer leads, and with what one goes there: https://www.rfc-editor.org/rfc/rfc9110#section-15.4
enum Redirect {
    /// What may be said to a host that the workflow did not name: nothing that could be a secret.
    private static let harmless: Set = ["accept", "user-agent", "content-type", "idempotency-key"]

    /// Where an answer leads; nil when it leads nowhere else.
    static func location(of response: HTTPResponse) -> String? {
        guard [301, 302, 303, 307, 308].contains(response.status) else { return nil }
        return response.headers.last { $0.name.lowercased() == "location" }?.value
    }

    /// The request that follows a redirect; nil when it is not to be followed: out of HTTP, or from https to http.
    static func follow(_ request: HTTPRequest, to location: String, status: Int) -> HTTPRequest? {
        guard let from = Origin(request.url), let url = resolve(location, from), let to = Origin(url) else { return nil }
        if from.scheme == "https", to.scheme != "https" { return nil }
        var next = request
        next.url = url
        let becomesGet = status == 303 ? request.method != "HEAD" : status <= 302 && request.method == "POST"
        if becomesGet {
            next.method = "GET"
            next.body = []
            next.headers.removeAll { ["content-type", "idempotency-key"].contains($0.name.lowercased()) }
        }
        if from != to { next.headers.removeAll { !harmless.contains($0.name.lowercased()) } }
        return next
    }

    /// The URL that a reference means from a page: https://www.rfc-editor.org/rfc/rfc3986#section-5.2, without dot segments,
    /// which servers take as well.
    private static func resolve(_ reference: String, _ base: Origin) -> String? {
        let reference = reference.prefix { $0 != "#" }
        if reference.isEmpty { return nil }
        if let colon = reference.firstIndex(of: ":"), reference[..<colon].allSatisfy({ $0.isLetter || $0.isNumber || "+-.".contains($0) }) {
            return String(reference)
        }
        let root = "\(base.scheme)://\(base.authority)"
        if reference.hasPrefix("//") { return "\(base.scheme):\(reference)" }
        if reference.hasPrefix("/") { return root + reference }
        let path = base.path.prefix { $0 != "?" && $0 != "#" }
        if reference.hasPrefix("?") { return root + path + reference }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
        return root + folder + reference
    }

    /// The scheme and the authority of a URL, which together say whom it is meant for, and the rest.
    private struct Origin: Equatable {
        let scheme: String
        let authority: String
        let path: String

        init?(_ url: String) {
            guard let mark = url.firstRange(of: "://") else { return nil }
            scheme = url[..<mark.lowerBound].lowercased()
            guard scheme == "http" || scheme == "https" else { return nil }
            let rest = url[mark.upperBound...]
            let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
            authority = rest[..<end].lowercased()
            path = rest[end...].first == "/" ? String(rest[end...]) : "/" + rest[end...]
            if authority.isEmpty { return nil }
        }

        static func == (left: Self, right: Self) -> Bool { left.scheme == right.scheme && left.authority == right.authority }
    }
}
