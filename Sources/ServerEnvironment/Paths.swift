import Glibc

/// The default places of files: the XDG Base Directory Specification.
///
/// Without `HOME`, the home directory is that of the user's entry in the password database.
package struct Paths {
    /// There is no default place, because neither variable nor entry names a directory.
    package struct Homeless: Error, CustomStringConvertible {
        let place: Place

        /// What would be kept there.
        package var subject: String { place.subject }

        package var description: String {
            "there is no home directory to keep it in; set HOME or \(place.variable) to an absolute path"
        }
    }

    /// A file below one of the specification's directories.
    package struct Place: Sendable {
        package let variable: String
        /// Below the home directory, if the variable is not set.
        package let fallback: String
        package let file: String
        let subject: String
        package let meaning: String
    }

    private static let cache = Place(
        variable: "XDG_CACHE_HOME", fallback: ".cache", file: "cache.sqlite",
        subject: "the cache", meaning: "The cache, an SQLite file that all servers of a user share."
    )
    private static let clientSecret = Place(
        variable: "XDG_STATE_HOME", fallback: ".local/state", file: "client-secret",
        subject: "the client secret", meaning: "The secret of TCP clients, created with mode 0600.")
    private static let token = Place(
        variable: "XDG_CONFIG_HOME", fallback: ".config", file: "token", subject: "the token",
        meaning: """
            The token that login stored for github.com, mode 0600; token@HOST for another host, \
            token@sandbox for the sandbox.
            """)

    package static let places = [cache, clientSecret, token]

    private let environment: [String: String]
    private let homeOfUser: () -> String?

    /// - Parameter homeOfUser: asks the password database.
    package init(
        environment: [String: String], homeOfUser: @escaping () -> String? = Self.homeOfUser
    ) {
        self.environment = environment
        self.homeOfUser = homeOfUser
    }

    package var cache: Result<String, Homeless> { path(of: Self.cache) }
    package var clientSecret: Result<String, Homeless> { path(of: Self.clientSecret) }
    /// The file in which `login` stores the token of that scope.
    package func token(of scope: TokenScope) -> Result<String, Homeless> {
        path(of: Self.token, file: scope.fileName)
    }

    /// The specification says that relative paths in these variables are ignored.
    private func path(of place: Place, file: String? = nil) -> Result<String, Homeless> {
        var base = environment[place.variable] ?? ""
        if !base.hasPrefix("/") {
            var home = environment["HOME"] ?? ""
            if !home.hasPrefix("/") { home = homeOfUser() ?? "" }
            guard home.hasPrefix("/") else {
                return .failure(Homeless(place: place))
            }
            base = "\(home)/\(place.fallback)"
        }
        return .success("\(base)/gitxplorer/\(file ?? place.file)")
    }

    /// From this user's entry in the password database; `/` is that of users who have none.
    package static func homeOfUser() -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16 << 10) { buffer in
            guard let start = buffer.baseAddress,
                getpwuid_r(geteuid(), &entry, start, buffer.count, &found) == 0, found != nil,
                let directory = entry.pw_dir
            else { return nil }
            let home = String(cString: directory)
            return home == "/" ? nil : home
        }
    }
}
