import JSONCore
import JSONSchema

/// `cache.stats`: what the cache holds, what it did and what that saved.
struct CacheStatsMethod: DocumentedMethod {
    static let name = "cache.stats"

    typealias Params = NoParams

    static let documentation = MethodDocumentation(
        title: "State of the cache",
        summary: "What the cache holds, and what it did since the server started.",
        result: .object(contents + counts).titled("CacheStats"),
        examples: [MethodExample("After one summary, asked for twice", result: .object(example))]
    )

    private static let contents: [Property] = [
        .required("path", .string(), "The cache file, or `:memory:`."),
        .required("entries", TypeSchemas.count, "Stored responses."),
        .required("bytes", TypeSchemas.count, "Size of the file."),
        .required("maxBytes", TypeSchemas.count, "The bound of it."),
        .required(
            "oldest", .nullable(TypeSchemas.time), "When the oldest response was confirmed."),
        .required(
            "newest", .nullable(TypeSchemas.time), "When the newest response was confirmed."),
        .required(
            "hosts", .array(of: .object(host).titled("CacheHost")),
            "What each host's responses take, most bytes first."),
        .required(
            "lifetime", .object([since] + counts).titled("CacheLifetime"),
            "The same counts over all servers that used the file."),
    ]

    private static let host: [Property] = [
        .required("host", .string(), "Name, and port if it has one."),
        .required("entries", TypeSchemas.count, "Stored responses."),
        .required("bytes", TypeSchemas.count, "Size of their bodies, as they are stored."),
    ]

    private static let since = Property.required(
        "since", .nullable(TypeSchemas.time), "When the counts began.")

    private static let counts: [Property] = [
        .required("hits", TypeSchemas.count, "Answers without a request to GitHub."),
        .required("misses", TypeSchemas.count, "Requests for what was not stored."),
        .required("revalidations", TypeSchemas.count, "Stored answers that GitHub confirmed."),
        .required(
            "staleServed", TypeSchemas.count,
            "Answers past their time, since GitHub could not be asked."),
        .required(
            "coalesced", TypeSchemas.count,
            "Requests that shared the answer to an equal one under way."),
        .required("evictions", TypeSchemas.count, "Responses removed to keep the bound."),
        .required(
            "requestsSpared", TypeSchemas.count,
            "Requests to GitHub that were not made. One hit may spare several."),
        .required(
            "rateLimitSpared", TypeSchemas.count,
            "What GitHub did not count against a limit: those, and confirmations when signed in."),
    ]

    private static let exampleCounts: JSONObject = [
        "hits": 1, "misses": 2, "revalidations": 0, "staleServed": 0, "coalesced": 0,
        "evictions": 0, "requestsSpared": 2, "rateLimitSpared": 2,
    ]

    private static let example: JSONObject = exampleCounts.merging([
        "path": "/home/octocat/.cache/gitxplorer/cache.sqlite", "entries": 2,
        "bytes": 69_632, "maxBytes": 268_435_456,
        "oldest": "2026-06-30T12:00:00Z", "newest": "2026-06-30T12:00:00Z",
        "hosts": [["host": "api.github.com", "entries": 2, "bytes": 48_213]],
        "lifetime": .object(exampleCounts.merging(["since": "2026-06-30T12:00:00Z"])),
    ])

    static func answer(_ params: Params, _ call: MethodCall) async throws -> CacheStatistics {
        try await call.environment.cache.statistics()
    }

    static func gist(of result: JSONValue) -> String {
        let entries = Gist.count(result["entries"]?.intValue ?? 0, "stored response")
        let hits = Gist.count(result["hits"]?.intValue ?? 0, "hit")
        let misses = Gist.count(result["misses"]?.intValue ?? 0, "miss", "misses")
        return "\(entries), \(result["bytes"].text) of at most \(result["maxBytes"].text) bytes, "
            + "with \(hits) and \(misses) so far."
    }
}
