import HTTPCore

/// Which logins a response concerns, so that `cache.clear` can remove what concerns one.
enum CacheTags {
    /// The account that the URL names, and the one that a redirect led away from; for a numeric
    /// address, which names none, the owner in the body.
    static func logins(of request: HTTPTransportRequest, body: [UInt8]) -> [String] {
        let first = request.redirectedFrom.map { named(in: $0) } ?? []
        return Array(Set(first + named(in: request.head.path ?? "/", body: body)))
    }

    private static func named(in path: String, body: [UInt8] = []) -> [String] {
        let segments = path.prefix { $0 != "?" }.split(separator: "/")
        for (kind, name) in zip(segments, segments.dropFirst()) {
            switch kind {
            case "users", "orgs", "repos": return [String(name).removingPercents]
            // The users in it are no owners.
            case "repositories" where segments.last == "stargazers": return []
            case "user", "organizations", "repositories": return owners(in: body)
            default: continue
            }
        }
        return []
    }

    /// The first `"owner":{"login":"..."` in GitHub's compact JSON, and a profile's own login.
    private static func owners(in body: [UInt8]) -> [String] {
        let logins = [#""owner":{"login":""#, #"{"login":""#].compactMap { marker in
            body.firstRange(of: Array(marker.utf8)).map { range in
                String(
                    decoding: body[range.upperBound...].prefix { $0 != UInt8(ascii: "\"") },
                    as: UTF8.self)
            }
        }
        return Array(Set(logins))
    }
}

extension String {
    /// With `%5B` and the like undone, as bots' logins need it.
    fileprivate var removingPercents: String {
        replacing("%5B", with: "[").replacing("%5D", with: "]")
    }
}
