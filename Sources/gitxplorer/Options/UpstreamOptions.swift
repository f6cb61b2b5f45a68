public import ArgumentParser
import CurlHTTP
import HTTPCache
public import Logging
import ServerEnvironment

/// The flags of all commands that may ask GitHub.
struct UpstreamOptions: ParsableArguments {
    @Option(
        "Base URL of the REST API; a path such as /api/v3 is kept. (default: https://api.github.com)",
        valueName: "api-url")
    var apiUrl: String?

    @Flag(inversion: .prefixedNo, help: "Use the built-in sandbox instead of GitHub.")
    var sandbox = false

    @Option(
        name: .customLong("sandbox-option"),
        help: ArgumentHelp(
            "Set an option of the sandbox: seed, users, latency, rate-limit, replay. May be repeated.",
            valueName: "name=value"))
    var sandboxOptions: [String] = []

    @Option(
        "SQLite file of the cache, or :memory:. (default: $XDG_CACHE_HOME/gitxplorer/cache.sqlite)",
        valueName: "path")
    var cache: String?

    @Option(
        Bounds(1...1_000_000_000_000, "bytes"), "Size limit of the cache file",
        valueName: "bytes")
    var cacheMaxBytes = ResponseStore.defaultMaximumBytes

    @Option(
        Bounds(0...31_536_000, "seconds"),
        "Return a response at once if it expired at most this long ago, and renew it in the background",
        valueName: "seconds")
    var staleWhileRevalidate = 0

    @OptionGroup var shared: SharedCacheOptions

    @Flag(help: "Never ask GitHub; use only the cache.")
    var offline = false

    @Option("Read the GitHub token from this file.", valueName: "path")
    var tokenFile: String?

    @Option("Base URL of GitHub's web pages. (default: \(Origin.gitHub))", valueName: "url")
    var webUrl: String?

    @Option("OAuth app for sign-in by device code.", valueName: "id")
    var oauthClientID: String?

    @Option(.waiting, "Time limit of one request to GitHub", valueName: "seconds")
    var upstreamTimeout = CurlTransportOptions().timeout / .seconds(1)

    @Option(
        .waiting, "Time limit of one JSON-RPC request, including all its requests to GitHub",
        valueName: "seconds")
    var requestTimeout = 60.0

    @Option(Bounds(1...1000), "Most concurrent requests to GitHub", valueName: "n")
    var upstreamConcurrency = CurlTransportOptions().maximumConcurrency

    @Option(help: "trace, debug, info, notice, warning, error or critical.")
    var logLevel = Logger.Level.warning

    @Option(help: "text or json.")
    var logFormat = StandardErrorLogHandler.Format.text

    @Flag(help: "Log each request to GitHub and its response.")
    var logHttp = false

    @Flag(help: "Log each JSON-RPC request and its outcome.")
    var logRequests = false

    /// For sign-in by device code. The sandbox accepts any id, so it has one built in.
    var deviceClientID: String? { oauthClientID ?? (sandbox ? "gitxplorer-sandbox" : nil) }

    func makeLogger() -> Logger { Logger(logFormat, logLevel) }

    /// The path of the cache file; `:memory:` for none.
    func cachePath(_ paths: Paths) -> Result<String, Paths.Homeless> {
        if let cache { return .success(cache) }
        return sandbox ? .success(":memory:") : paths.cache
    }

    func validate() throws {
        if sandbox, apiUrl != nil {
            throw ValidationError("--sandbox and --api-url exclude each other; leave one out.")
        }
        for (flag, url) in [("--api-url", baseURL), ("--web-url", pagesURL)] {
            guard ["http://", "https://"].contains(where: { url.hasPrefix($0) && url != $0 }) else {
                throw ValidationError(
                    "\(flag) takes a URL that begins with https:// or http://, found '\(url)'.")
            }
        }
        if !sandboxOptions.isEmpty { _ = try SandboxOptions.parse(assignments: sandboxOptions) }
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
