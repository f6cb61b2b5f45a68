/// Where files lie by default: the XDG Base Directory Specification.
struct Paths {
    let environment: [String: String]

    /// The SQLite file of the cache.
    var cache: String { directory("XDG_CACHE_HOME", "/.cache") + "/cache.sqlite" }

    /// What TCP clients have to know.
    var clientSecret: String { directory("XDG_STATE_HOME", "/.local/state") + "/client-secret" }

    /// The token that `login` stored.
    var token: String { directory("XDG_CONFIG_HOME", "/.config") + "/token" }

    /// The specification has relative paths in these variables ignored.
    private func directory(_ variable: String, _ fallback: String) -> String {
        let base =
            environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? (environment["HOME"] ?? "") + fallback
        return base + "/gitxplorer"
    }
}
