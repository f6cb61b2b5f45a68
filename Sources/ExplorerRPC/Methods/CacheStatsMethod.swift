import JSONCore
import JSONSchema

/// `cache.stats`: what the cache holds and what it did.
struct CacheStatsMethod: DocumentedMethod {
    static let name = "cache.stats"

    typealias Params = NoParams

    static let documentation = MethodDocumentation(
        title: "State of the cache",
        summary: "What the cache holds, and what it did since the server started.",
        result: .object([
            .required("path", .string(), "The cache file, or `:memory:`."),
            .required("entries", TypeSchemas.count, "Stored responses."),
            .required("bytes", TypeSchemas.count, "Their size."),
            .required("maxBytes", TypeSchemas.count, "The bound of it."),
            .required("hits", TypeSchemas.count, "Answers without a request to GitHub."),
            .required("misses", TypeSchemas.count, "Requests for what was not stored."),
            .required("revalidations", TypeSchemas.count, "Stored answers that GitHub confirmed."),
            .required(
                "staleServed", TypeSchemas.count,
                "Answers past their time, since GitHub could not be asked."),
            .required("evictions", TypeSchemas.count, "Responses removed to keep the bound."),
        ]).titled("CacheStats"),
        examples: [
            MethodExample(
                "After one summary",
                result: [
                    "path": "/home/octocat/.cache/gitxplorer/cache.sqlite", "entries": 2,
                    "bytes": 48_213, "maxBytes": 268_435_456, "hits": 2, "misses": 2,
                    "revalidations": 0, "staleServed": 0, "evictions": 0,
                ])
        ]
    )

    static func answer(_ params: Params, _ call: MethodCall) async throws -> CacheStatistics {
        var statistics = try await call.environment.cache.statistics()
        statistics.hits += call.environment.answers.hits
        return statistics
    }

    static func gist(of result: JSONValue) -> String {
        let entries = Gist.count(result["entries"]?.intValue ?? 0, "stored response")
        return "\(entries), \(result["bytes"].text) of at most \(result["maxBytes"].text) bytes, "
            + "with \(result["hits"].text) hits and \(result["misses"].text) misses so far."
    }
}
