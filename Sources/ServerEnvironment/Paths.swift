/// The default places of files: the XDG Base Directory Specification.
package struct Paths {
    /// A file below one of the specification's directories.
    package struct Place: Sendable {
        package let variable: String
        /// Below the home directory, if the variable is not set.
        package let fallback: String
        package let file: String
        package let meaning: String
    }

    private static let cache = Place(
        variable: "XDG_CACHE_HOME", fallback: ".cache", file: "cache.sqlite",
        meaning: "The cache, an SQLite file that all servers of a user share.")
    private static let clientSecret = Place(
        variable: "XDG_STATE_HOME", fallback: ".local/state", file: "client-secret",
        meaning: "What TCP clients have to know; made with mode 0600.")
    private static let token = Place(
        variable: "XDG_CONFIG_HOME", fallback: ".config", file: "token",
        meaning: """
            The token that login stored for github.com, mode 0600; token@HOST for another host, \
            token@sandbox for the simulator.
            """)

    package static let places = [cache, clientSecret, token]

    private let environment: [String: String]

    package init(environment: [String: String]) {
        self.environment = environment
    }

    package var cache: String { path(of: Self.cache) }
    package var clientSecret: String { path(of: Self.clientSecret) }
    /// The file in which `login` stores the token of that scope.
    package func token(of scope: TokenScope) -> String {
        path(of: Self.token, file: scope.fileName)
    }

    private func path(of place: Place) -> String {
        path(of: place, file: place.file)
    }

    /// The specification says that relative paths in these variables are ignored.
    private func path(of place: Place, file: String) -> String {
        let base =
            environment[place.variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? (environment["HOME"] ?? "") + "/" + place.fallback
        return "\(base)/gitxplorer/\(file)"
    }
}
