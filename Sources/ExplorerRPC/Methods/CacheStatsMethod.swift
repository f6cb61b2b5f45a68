package import HTTPCore
import JSONCore
import JSONSchema

/// `cache.stats`: the contents of the cache, and the requests that it saved.
struct CacheStatsMethod: DocumentedMethod {
    static let name = "cache.stats"

    static let result = CacheStatistics.wire

    static let documentation = MethodDocumentation(
        title: "State of the cache",
        summary: "What the cache holds, and what it has done since the server started."
    )

    static func run(_ params: NoParams, _ call: MethodCall) async throws -> CacheStatistics {
        try await call.environment.cacheStatistics()
    }

    static func gist(of result: JSONValue) -> String {
        let entries = Gist.count(result["entries"]?.intValue ?? 0, "stored response")
        let hits = Gist.count(result["hits"]?.intValue ?? 0, "hit")
        let misses = Gist.count(result["misses"]?.intValue ?? 0, "miss", "misses")
        return "\(entries), \(result["bytes"].text) of at most \(result["maxBytes"].text) bytes, "
            + "with \(hits) and \(misses) so far."
    }
}

extension CacheStatistics {
    package static let wire = WireType<CacheStatistics>.object(
        "CacheStats", contents + CacheCounts.members.map { $0.of(\.counts) })

    private static let contents: [WireMember<CacheStatistics>] = [
        .required("path", \.path, .string, "The cache file, or `:memory:`."),
        .required("entries", \.entries, .count, "Stored responses."),
        .required("bytes", \.bytes, .count, "Size of the file."),
        .required("maxBytes", \.maxBytes, .count, "Largest size of the file."),
        .required(
            "oldest", \.oldest, .nullable(.time), "When the oldest response was confirmed."),
        .required(
            "newest", \.newest, .nullable(.time), "When the newest response was confirmed."),
        .required(
            "hosts", \.hosts, .array(of: Host.wire),
            "What the responses of each host take up, most bytes first."),
        .required(
            "lifetime", \.self,
            .object(
                "CacheLifetime",
                [
                    .required("since", \.since, .nullable(.time), "When the counts began.")
                ]
                    + CacheCounts.members.map { $0.of(\.lifetime) }),
            "The same counts, over all servers that have used the file."),
        .required(
            "shared", \.shared, .nullable(SharedCacheState.wire),
            "The cache that several servers share, and what this server did with it since it started; null without `--shared-cache`."
        ),
    ]
}

extension SharedCacheState {
    fileprivate static let wire = WireType<SharedCacheState>.object(
        "CacheShared",
        [
            .required(
                "url", \.url, .string, "The engine's address, without user and password."),
            .required(
                "state", \.condition, .enumeration,
                "`up`, `down` or `full`. If it is not `up`, this server works alone."),
            .required(
                "servers", \.servers, .count,
                "Servers seen within the last 15 seconds; 0 while the engine is down."),
            .required("hits", \.counts.hits, .count, "Responses that another server had fetched."),
            .required("fills", \.counts.fills, .count, "Responses that this server has shared."),
            .required("waits", \.counts.waits, .count, "Questions that waited for another server."),
            .required(
                "takeovers", \.counts.takeovers, .count,
                "Of those, the ones that this server fetched itself because the other one was gone or gave up."
            ),
            .required(
                "alone", \.counts.alone, .count,
                "Questions that this server answered without the engine."),
        ])
}

extension CacheStatistics.Host {
    fileprivate static let wire = WireType<CacheStatistics.Host>.object(
        "CacheHost",
        [
            .required("host", \.host, .string, "Host name, with the port if there is one."),
            .required("entries", \.entries, .count, "Stored responses."),
            .required("bytes", \.bytes, .count, "Size of their bodies as stored."),
        ])
}

extension CacheCounts {
    fileprivate static let members: [WireMember<CacheCounts>] = [
        .required("hits", \.hits, .count, "Questions that needed no request to GitHub."),
        .required("misses", \.misses, .count, "Requests for responses that were not stored."),
        .required(
            "revalidations", \.revalidations, .count, "Stored responses that GitHub confirmed."),
        .required(
            "staleServed", \.staleServed, .count,
            "Expired responses that were used because GitHub could not be asked."),
        .required(
            "coalesced", \.coalesced, .count,
            "Requests that shared the response to an equal one under way."),
        .required(
            "evictions", \.evictions, .count, "Responses removed to keep the size limit."),
        .required(
            "requestsSpared", \.requestsSpared, .count,
            "Requests to GitHub that were saved. One hit may save several."),
        .required(
            "rateLimitSpared", \.rateLimitSpared, .count,
            "Requests that GitHub did not count against a limit: the saved ones, and confirmations when signed in."
        ),
    ]
}
