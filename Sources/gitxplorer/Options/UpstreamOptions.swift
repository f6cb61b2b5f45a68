import ArgumentParser
import Logging

/// The flags that `serve`, `call` and `mcp` have in common (contract, section 1).
struct UpstreamOptions: ParsableArguments {
    @Option(help: "Base URL of the REST API; a path such as /api/v3 is kept.")
    var apiUrl = "https://api.github.com"

    @Flag(help: "Use the built-in GitHub simulator instead of GitHub.")
    var sandbox = false

    @Option(
        name: .customLong("sandbox-option"),
        help: ArgumentHelp(
            "Set an option of the simulator: seed, users, latency, rate-limit, replay. May be repeated.",
            valueName: "name=value"))
    var sandboxOptions: [String] = []

    @Option(
        help: ArgumentHelp(
            "SQLite file of the cache, or :memory:. (default: $XDG_CACHE_HOME/gitxplorer/cache.sqlite)",
            valueName: "path"))
    var cache: String?

    @Option(help: ArgumentHelp("Bound of the cache file.", valueName: "bytes"))
    var cacheMaxBytes = 268_435_456

    @Option(
        help: ArgumentHelp(
            "Give an answer at most this far past its time at once, and renew it behind.",
            valueName: "seconds"))
    var staleWhileRevalidate = 0

    @Flag(help: "Never ask GitHub: answer from the cache or not at all.")
    var offline = false

    @Option(help: ArgumentHelp("Read the GitHub token from this file.", valueName: "path"))
    var tokenFile: String?

    @Option(
        help: ArgumentHelp(
            "Base URL of GitHub's web pages. (default: https://github.com)", valueName: "url"))
    var webUrl: String?

    @Option(
        name: .customLong("oauth-client-id"),
        help: ArgumentHelp("OAuth app for signing in by device flow.", valueName: "id"))
    var oauthClientID: String?

    @Option(help: ArgumentHelp("Limit of one request to GitHub.", valueName: "seconds"))
    var upstreamTimeout = 10.0

    @Option(
        help: ArgumentHelp(
            "Limit of one JSON-RPC request, all its requests to GitHub included.",
            valueName: "seconds"))
    var requestTimeout = 60.0

    @Option(help: ArgumentHelp("Requests to GitHub under way at once.", valueName: "n"))
    var upstreamConcurrency = 8

    @Option(help: "trace, debug, info, notice, warning, error or critical.")
    var logLevel = Logger.Level.warning

    @Option(help: "text or json.")
    var logFormat = LogFormat.text

    @Flag(help: "Log each request to GitHub and its answer.")
    var logHttp = false

    /// Where people look at GitHub, without a slash at the end.
    var pagesURL: String { (webUrl ?? "https://github.com").trimmingSlashes }

    func validate() throws {
        try require(cacheMaxBytes > 0, "--cache-max-bytes", "a number above 0", cacheMaxBytes)
        try require(
            staleWhileRevalidate >= 0, "--stale-while-revalidate", "0 or more seconds",
            staleWhileRevalidate)
        try require(
            upstreamTimeout > 0 && upstreamTimeout.isFinite, "--upstream-timeout",
            "a number of seconds above 0", upstreamTimeout)
        try require(
            requestTimeout > 0 && requestTimeout.isFinite, "--request-timeout",
            "a number of seconds above 0", requestTimeout)
        try require(
            (1...1000).contains(upstreamConcurrency), "--upstream-concurrency", "1 to 1000",
            upstreamConcurrency)
        for (flag, url) in [("--api-url", apiUrl), ("--web-url", pagesURL)] {
            try require(
                ["http://", "https://"].contains { url.hasPrefix($0) && url.count > $0.count },
                flag, "a URL that begins with https:// or http://", url)
        }
        _ = try SandboxOptions(assignments: sandboxOptions)
    }
}

/// One line that names the flag, what it takes and what was found.
func require(
    _ condition: Bool, _ flag: String, _ expected: String, _ found: some CustomStringConvertible
) throws {
    guard condition else {
        throw ValidationError("\(flag) takes \(expected), found '\(found)'.")
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
