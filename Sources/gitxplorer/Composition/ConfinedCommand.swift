import LinuxSystem
import Logging
import ServerEnvironment

/// A server: while its process has one thread, it gives up what it never needs.
protocol ConfinedCommand {
    var upstream: UpstreamOptions { get }
    func fileAccess(_ paths: Paths) -> FileAccessLimits
}

extension ConfinedCommand {
    /// Without Landlock in the kernel, or where a policy refuses it, the server runs unconfined.
    func confine(environment: [String: String]) {
        do {
            try fileAccess(Paths(environment: environment)).apply()
        } catch {
            upstream.makeLogger().info(
                "the kernel does not limit which files the server may change and execute",
                metadata: ["reason": "\(error)"])
        }
    }
}

extension UpstreamOptions {
    /// The folders of the cache file, and of the stored token, which a sign-in may store.
    ///
    /// - Parameters: further folders, as for ``FileAccessLimits``.
    func fileAccess(
        _ paths: Paths, made: [String] = [], present: [String] = []
    ) -> FileAccessLimits {
        var made = made
        var present = present
        if let path = try? cachePath(paths).get(), path != ":memory:" {
            made.append(Directory.parent(of: path))
            present.append(Directory.parent(of: Directory.target(of: path)))
        }
        if let token = try? paths.token(of: tokenScope()).get() {
            made.append(Directory.parent(of: token))
        }
        return FileAccessLimits(made: made, present: present)
    }
}
