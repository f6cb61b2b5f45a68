import Dispatch
import FoundationEssentials
import GRDB

/// What SQLite's integrity check says of a cache file.
package enum CacheCheck: Hashable, Sendable {
    /// There is no file yet, which is as good as a sound one.
    case absent
    case sound
    /// One sentence of SQLite's a problem.
    case damaged([String])

    /// Checks the file at `path` and changes nothing: neither is it repaired nor moved aside.
    package static func run(path: String) async -> CacheCheck {
        guard path != ":memory:", FileIdentifier(path: path) != nil else { return .absent }
        return await withCheckedContinuation { continuation in
            DispatchQueue(label: "GitXplorer cache check").async {
                continuation.resume(returning: check(path))
            }
        }
    }

    private static func check(_ path: String) -> CacheCheck {
        do {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(5)
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            let lines = try queue.read {
                try String.fetchAll($0, sql: "PRAGMA integrity_check")
            }
            return lines == ["ok"] ? .sound : .damaged(lines)
        } catch {
            return .damaged(["\(error)"])
        }
    }
}
