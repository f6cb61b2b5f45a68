import JSONCore

/// How long a client may keep a result, and whom it may give it to.
///
/// The revision asks for it on lists. On the results of tools it is a member more, which a client
/// may pass over.
///
/// - SeeAlso: MCP 2026-07-28, "Caching".
struct CacheHint: Hashable, Sendable {
    /// Milliseconds; 0 for what the next equal request may answer differently.
    let timeToLive: Int
    /// Whether the result is the same for everybody.
    let isPublic: Bool

    var members: JSONObject {
        ["ttlMs": JSONValue(timeToLive), "cacheScope": isPublic ? "public" : "private"]
    }
}
