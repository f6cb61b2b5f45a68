package import Glibc
import LinuxSystem

/// Why a cache file is not used: another user may have written it, or may replace it.
///
/// The rules are those of token files: only this user and root may own or write it.
package enum CacheFileRefusal: Error, Hashable, CustomStringConvertible {
    case foreign(path: String)
    case writable(path: String)

    package var description: String {
        switch self {
        case .foreign(let path):
            "'\(path)' belongs to another user, who could change the cache; choose another place with --cache"
        case .writable(let path):
            "others may write '\(path)' and so change the cache; run chmod go-w, or choose another place with --cache"
        }
    }

    /// Checks the file at `path`, those beside it that SQLite and the lock use, and their directory,
    /// as far as they exist. In a directory with the sticky bit, others cannot replace them.
    package static func check(
        _ path: String, user: uid_t = geteuid()
    ) throws(CacheFileRefusal) {
        guard path != ":memory:" else { return }
        try check(place: path, user)
        // SQLite keeps its files beside the target of a link.
        guard let resolved = realpath(path, nil) else { return }
        defer { free(resolved) }
        let target = String(cString: resolved)
        if target != path { try check(place: target, user) }
    }

    private static func check(place path: String, _ user: uid_t) throws(CacheFileRefusal) {
        try check(one: Directory.parent(of: path), user)
        // SQLite applies a rollback journal, which such a file never has, before anything else.
        for suffix in ["", "-wal", "-shm", "-journal", CacheFile.lockSuffix] {
            try check(one: path + suffix, user)
        }
    }

    private static func check(one path: String, _ user: uid_t) throws(CacheFileRefusal) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        if status.isForeign(to: user) { throw .foreign(path: path) }
        // A link's target. Without one, there is nothing to trust yet.
        guard stat(path, &status) == 0 else { return }
        if status.isForeign(to: user) { throw .foreign(path: path) }
        var forbidden: mode_t = 0o022
        if status.type == S_IFDIR {
            if status.st_mode & S_ISVTX != 0 { return }
            // The user's own group, which many systems create for each user, does not count.
            if [getegid(), 0].contains(status.st_gid) { forbidden = 0o002 }
        }
        if status.st_mode & forbidden != 0 { throw .writable(path: path) }
    }
}
