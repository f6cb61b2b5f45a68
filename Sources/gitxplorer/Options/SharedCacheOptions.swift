import ArgumentParser
import Glibc
import RedisClient
import Secrets
import ServerEnvironment

/// The flags of the shared cache.
///
/// ``EnvironmentArguments`` leaves the address in the environment to this type: only there may it
/// hold a password, since other users see a command line in the list of processes.
struct SharedCacheOptions: ParsableArguments {
    static let flag = "shared-cache"
    static let variable = FlagVariable.name(of: flag)

    @Option(
        "Share the cache, the rate limit and running requests with other servers through Redis or Valkey: redis://[USER@]HOST[:PORT][/DB], rediss:// for TLS, or unix:PATH.",
        valueName: "url")
    var sharedCache: String?

    @Option("Read the engine's password from this file.", valueName: "path")
    var sharedCachePasswordFile: String?

    @Option(
        "Trust the CA certificates of this PEM file for rediss://. (default: the system's)",
        valueName: "path")
    var sharedCacheCa: String?

    func validate() throws {
        guard let address = try address(Process.environment) else {
            if sharedCachePasswordFile == nil, sharedCacheCa == nil { return }
            let name = sharedCachePasswordFile == nil ? "ca" : "password-file"
            throw ValidationError(
                "--\(Self.flag)-\(name) needs the engine's address; give it with --\(Self.flag) or \(Self.variable)."
            )
        }
        guard sharedCache == nil || address.password == nil else {
            throw ValidationError(
                "--\(Self.flag) takes no password, which other users could see; use --\(Self.flag)-password-file or \(Self.variable)."
            )
        }
        guard sharedCacheCa == nil || address.usesTLS else {
            throw ValidationError("--\(Self.flag)-ca is for an address that begins with rediss://.")
        }
    }

    /// Where the engine is and how to sign in to it; nil without the flag and its variable.
    ///
    /// Wipes the variable, so that a password does not stay in the environment. Call it once.
    func configuration(
        _ environment: [String: String] = Process.environment
    ) throws -> RedisConfiguration? {
        guard var configuration = try address(environment) else { return nil }
        Process.wipe([Self.variable])
        if let path = sharedCachePasswordFile {
            do {
                configuration.password = try SecretFile(kind: .password, path: path).read()
            } catch {
                throw CommandError.usage("--\(Self.flag)-password-file: \(error).")
            }
        }
        if let password = configuration.password { Process.redactor.learn(password) }
        if configuration.usesTLS {
            let inherited = environment["SSL_CERT_FILE"] ?? ""
            configuration.certificateFile = sharedCacheCa ?? (inherited.isEmpty ? nil : inherited)
        }
        if let path = sharedCacheCa, access(path, R_OK) != 0 {
            throw CommandError.usage(
                "--\(Self.flag)-ca '\(path)': \(String(cString: strerror(errno))).")
        }
        return configuration
    }

    /// The flag wins over the variable.
    private func address(_ environment: [String: String]) throws -> RedisConfiguration? {
        let inherited = environment[Self.variable] ?? ""
        guard let url = sharedCache ?? (inherited.isEmpty ? nil : inherited) else { return nil }
        do {
            return try RedisConfiguration(parsing: url)
        } catch {
            let name = sharedCache == nil ? Self.variable : "--\(Self.flag)"
            throw ValidationError("\(name): \(error).")
        }
    }
}

extension String {
    /// The text without user and password of engines' addresses in it.
    ///
    /// A user alone is no secret, and stands in help as `redis://[USER@]HOST`.
    var withoutEngineUsers: String {
        var text = self
        for match in matches(of: /rediss?:\/\/(?<user>[^\s@:]*:\S*@)/.ignoresCase()).reversed() {
            text.replaceSubrange(match.user.startIndex..<match.user.endIndex, with: "")
        }
        return text
    }
}
