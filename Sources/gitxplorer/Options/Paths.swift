/// Where files lie by default: the XDG Base Directory Specification.
struct Paths {
    /// A file below one of the specification's directories.
    struct Place {
        let variable: String
        /// Below the home directory, where the variable is not set.
        let fallback: String
        let file: String
        let meaning: String
    }

    private static let cache = Place(
        variable: "XDG_CACHE_HOME", fallback: ".cache", file: "cache.sqlite",
        meaning: "The cache, an SQLite file that all servers of a user share.")
    private static let clientSecret = Place(
        variable: "XDG_STATE_HOME", fallback: ".local/state", file: "client-secret",
        meaning: "What TCP clients have to know; made with mode 0600.")
    private static let token = Place(
        variable: "XDG_CONFIG_HOME", fallback: ".config", file: "token",
        meaning: "The GitHub token that login stored, mode 0600.")

    static let places = [cache, clientSecret, token]

    let environment: [String: String]

    var cache: String { path(of: Self.cache) }
    var clientSecret: String { path(of: Self.clientSecret) }
    var token: String { path(of: Self.token) }

    /// The specification has relative paths in these variables ignored.
    private func path(of place: Place) -> String {
        let base =
            environment[place.variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? (environment["HOME"] ?? "") + "/" + place.fallback
        return "\(base)/gitxplorer/\(place.file)"
    }
}
