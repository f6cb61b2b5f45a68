public import ArgumentParser
import CurlHTTP
import HTTPCache
public import Logging
import ServerEnvironment

/// The flags of all commands that may ask GitHub.
struct UpstreamOptions: FlagGroup {
    var apiUrl = "https://api.github.com"
    var sandbox = false
    var sandboxOptions: [String] = []
    var cache: String?
    var cacheMaxBytes = ResponseStore.defaultMaximumBytes
    var staleWhileRevalidate = 0
    var shared = SharedCacheOptions()
    var offline = false
    var tokenFile: String?
    var webUrl: String?
    var oauthClientID: String?
    var upstreamTimeout = CurlTransportOptions().timeout / .seconds(1)
    var requestTimeout = 60.0
    var upstreamConcurrency = CurlTransportOptions().maximumConcurrency
    var logLevel = Logger.Level.warning
    var logFormat = LogFormat.text
    var logHttp = false

    static let flags: [FlagLine<Self>] =
        [
            .option(
                "api-url", \.apiUrl, "Base URL of the REST API; a path such as /api/v3 is kept."),
            .flag("sandbox", \.sandbox, "Use the built-in sandbox instead of GitHub."),
            .option(
                "sandbox-option", \.sandboxOptions,
                "Set an option of the sandbox: seed, users, latency, rate-limit, replay. May be repeated.",
                valueName: "name=value"),
            .option(
                "cache", \.cache,
                "SQLite file of the cache, or :memory:. (default: $XDG_CACHE_HOME/gitxplorer/cache.sqlite)",
                valueName: "path"),
            .option(
                "cache-max-bytes", \.cacheMaxBytes, Bounds(1...1_000_000_000_000, "bytes"),
                "Size limit of the cache file", valueName: "bytes"),
            .option(
                "stale-while-revalidate", \.staleWhileRevalidate, Bounds(0...31_536_000, "seconds"),
                "Return a response at once if it expired at most this long ago, and renew it in the background",
                valueName: "seconds"),
        ] + SharedCacheOptions.flags.map { $0.within(\.shared) } + [
            .flag("offline", \.offline, "Never ask GitHub; use only the cache."),
            .option(
                "token-file", \.tokenFile, "Read the GitHub token from this file.",
                valueName: "path"),
            .option(
                "web-url", \.webUrl,
                "Base URL of GitHub's web pages. (default: https://github.com)", valueName: "url"),
            .option(
                "oauth-client-id", \.oauthClientID, "OAuth app for sign-in by device code.",
                valueName: "id"),
            .option(
                "upstream-timeout", \.upstreamTimeout, .waiting,
                "Time limit of one request to GitHub", valueName: "seconds"),
            .option(
                "request-timeout", \.requestTimeout, .waiting,
                "Time limit of one JSON-RPC request, including all its requests to GitHub",
                valueName: "seconds"),
            .option(
                "upstream-concurrency", \.upstreamConcurrency, Bounds(1...1000),
                "Most concurrent requests to GitHub", valueName: "n"),
            .option(
                "log-level", \.logLevel,
                "trace, debug, info, notice, warning, error or critical."),
            .option("log-format", \.logFormat, "text or json."),
            .flag("log-http", \.logHttp, "Log each request to GitHub and its response."),
        ]

    /// The OAuth app for sign-in by device code. The sandbox accepts any id, so it has one built
    /// in.
    var deviceClientID: String? { oauthClientID ?? (sandbox ? "gitxplorer-sandbox" : nil) }

    /// The path of the cache file; `:memory:` for none.
    func cachePath(_ paths: Paths) -> Result<String, Paths.Homeless> {
        if let cache { return .success(cache) }
        return sandbox ? .success(":memory:") : paths.cache
    }

    /// The address of GitHub's web pages, without a trailing slash.
    var pagesURL: String { (webUrl ?? "https://github.com").trimmingSlashes }

    func validate() throws {
        for (flag, url) in [("--api-url", apiUrl), ("--web-url", pagesURL)] {
            guard
                ["http://", "https://"].contains(where: {
                    url.hasPrefix($0) && url.count > $0.count
                })
            else {
                throw ValidationError(
                    "\(flag) takes a URL that begins with https:// or http://, found '\(url)'.")
            }
        }
        _ = try SandboxOptions(assignments: sandboxOptions)
        try shared.validate()
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
