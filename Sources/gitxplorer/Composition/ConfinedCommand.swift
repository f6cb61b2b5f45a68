import Glibc
import LinuxSystem
import Logging
import ServerEnvironment

/// A server: while its process has one thread, it gives up what it never needs.
protocol ConfinedCommand {
    var upstream: UpstreamOptions { get }
    func fileAccess(_ paths: Paths) -> FileAccessLimits
    /// Starts what must not be confined.
    func prepare()
}

extension ConfinedCommand {
    func prepare() {}

    /// Without Landlock in the kernel, or where a policy refuses it, the server runs unconfined.
    /// The latter can be changed, so it is a warning.
    func confine(environment: [String: String]) throws(CommandError) {
        prepare()
        do throws(Errno) {
            // Swift's runtime executes a program that prints the backtrace of a trap.
            try fileAccess(Paths(environment: environment)).apply(mayExecute: Main.isDebuggable)
        } catch {
            if error.isShortage {
                throw .shortage("the files that the server may change cannot be limited: \(error).")
            }
            let isUnknown = [ENOSYS, EOPNOTSUPP].contains(error.code)
            upstream.makeLogger().log(
                level: isUnknown ? .info : .warning,
                "the kernel does not limit which files the server may change and execute",
                metadata: ["reason": "\(error)"])
        }
    }
}

extension UpstreamOptions {
    /// The folder of the cache file, and if clients can sign in, that of the stored token.
    func fileAccess(_ paths: Paths, offersSignIn: Bool) -> FileAccessLimits {
        var limits = FileAccessLimits()
        if let path = try? cachePath(paths).get(), path != ":memory:" {
            limits.made.append(Directory.parent(of: path))
            limits.present.append(Directory.parent(of: Directory.target(of: path)))
        }
        if offersSignIn, let token = try? tokenPath(paths) {
            limits.made.append(Directory.parent(of: token))
        }
        return limits
    }
}
