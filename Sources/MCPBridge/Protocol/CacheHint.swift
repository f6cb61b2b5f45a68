import JSONCore

/// How long a client may store a result, and for whom.
///
/// The revision requires it for lists. On results of tools it is an additional member, which a
/// client may ignore.
///
/// - SeeAlso: MCP 2026-07-28, "Caching".
struct CacheHint: Hashable, Sendable {
    /// Milliseconds; 0 if an equal request may have another result.
    let timeToLive: Int
    /// Whether the result is the same for all users.
    let isPublic: Bool

    var members: JSONObject {
        ["ttlMs": JSONValue(timeToLive), "cacheScope": isPublic ? "public" : "private"]
    }
}
