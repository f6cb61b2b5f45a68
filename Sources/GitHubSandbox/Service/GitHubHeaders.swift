/// The headers of GitHub's responses.
enum GitHubHeaders {
    static let supportedVersions = ["2022-11-28", "2026-03-10"]

    /// The same on every response of the API.
    static let common: Fields = [
        (
            "Access-Control-Expose-Headers",
            "ETag, Link, Location, Retry-After, X-GitHub-OTP, X-RateLimit-Limit, "
                + "X-RateLimit-Remaining, X-RateLimit-Used, X-RateLimit-Resource, "
                + "X-RateLimit-Reset, X-OAuth-Scopes, X-Accepted-OAuth-Scopes, X-Poll-Interval, "
                + "X-GitHub-Media-Type, X-GitHub-SSO, X-GitHub-Request-Id, Deprecation, "
                + "Sunset, Warning"
        ), ("Access-Control-Allow-Origin", "*"),
        ("Strict-Transport-Security", "max-age=31536000; includeSubdomains; preload"),
        ("X-Frame-Options", "deny"), ("X-Content-Type-Options", "nosniff"),
        ("X-XSS-Protection", "0"),
        ("Referrer-Policy", "origin-when-cross-origin, strict-origin-when-cross-origin"),
        ("Content-Security-Policy", "default-src 'none'"),
    ]

    /// `Cache-Control` and `Vary`.
    static func freshness(_ caching: Answer.Caching, isSignedIn: Bool) -> Fields {
        let tail = "Accept-Encoding, Accept, X-Requested-With"
        let scope = isSignedIn ? "private" : "public"
        let personal = isSignedIn ? "Accept, Authorization, Cookie, X-GitHub-OTP" : "Accept"
        switch caching {
        case .validated:
            return [
                ("Cache-Control", "\(scope), max-age=60, s-maxage=60"),
                ("Vary", "\(personal), \(tail)"),
            ]
        case .never: return [("Cache-Control", "no-cache"), ("Vary", "\(personal), \(tail)")]
        case .alike: return [("Cache-Control", "no-cache"), ("Vary", tail)]
        case .unmarked: return [("Vary", tail)]
        }
    }

    static func rateLimit(_ status: RateStatus) -> Fields {
        [
            ("X-RateLimit-Limit", String(status.limit)),
            ("X-RateLimit-Remaining", String(status.remaining)),
            ("X-RateLimit-Reset", String(status.reset)),
            ("X-RateLimit-Used", String(status.used)),
            ("X-RateLimit-Resource", status.name),
        ]
    }

    static func grants(_ token: Credential.Token, _ accepted: AcceptedGrants) -> Fields {
        guard let scopes = token.scopes else {
            return [
                ("github-authentication-token-expiration", "2030-01-01 00:00:00 UTC"),
                ("x-accepted-github-permissions", accepted.permissions),
            ]
        }
        return [("X-OAuth-Scopes", scopes), ("X-Accepted-OAuth-Scopes", accepted.scopes)]
            + (token.clientID.map { [("X-OAuth-Client-Id", $0)] } ?? [])
    }

    /// The version of the response: the requested one, if it exists.
    static func version(_ request: SandboxRequest) -> String {
        let asked = request.header("x-github-api-version")
        return supportedVersions.first { $0 == asked } ?? supportedVersions[0]
    }

    /// `X-GitHub-Media-Type`, such as `github.v3; param=star; format=json`.
    static func mediaType(_ request: SandboxRequest) -> String {
        guard let parameter = request.mediaTypeParameter else { return "github.v3; format=json" }
        let format = request.customMediaType?.hasSuffix("+json") == true ? "; format=json" : ""
        return "github.v3; param=\(parameter)\(format)"
    }

    /// `X-GitHub-Request-Id` of the request number `count`.
    static func requestID(seed: UInt64, _ count: Int) -> String {
        var draw = Draw(seed: seed, count, .requestID)
        return [4, 5, 6, 6, 8].map { length in
            let digits = String(draw.next() >> 32, radix: 16, uppercase: true)
            return String((String(repeating: "0", count: 8) + digits).suffix(length))
        }.joined(separator: ":")
    }
}
