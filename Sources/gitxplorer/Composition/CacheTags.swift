import HTTPCore
import HTTPTypes

/// The logins that a response concerns, so that `cache.clear` can remove the responses of one
/// login.
enum CacheTags {
    /// The account in the URL, and the one before a redirect. For a numeric address, which names
    /// none, the owner in the body.
    static func logins(of request: HTTPTransportRequest, body: [UInt8]) -> [String] {
        let first = request.redirectedFrom.map { named(in: $0) } ?? []
        return Array(Set(first + named(in: request.head.path ?? "/", body: body)))
    }

    private static func named(in path: String, body: [UInt8] = []) -> [String] {
        let segments = path.prefix { $0 != "?" }.split(separator: "/")
        for (kind, name) in zip(segments, segments.dropFirst()) {
            switch kind {
            case "users", "orgs", "repos": return [String(name).removingPercents]
            // The users in its body are not owners.
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
    /// Decodes `%5B` and the like, which the logins of bots contain.
    fileprivate var removingPercents: String {
        replacing("%5B", with: "[").replacing("%5D", with: "]")
    }
}
