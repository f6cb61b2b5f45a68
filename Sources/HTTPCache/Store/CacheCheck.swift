import SQLite

/// The outcome of SQLite's integrity check of a cache file.
package enum CacheCheck: Hashable, Sendable {
    /// There is no file yet, which is not a problem.
    case absent
    case sound
    /// One sentence from SQLite per problem.
    case damaged([String])

    /// Checks the file at `path` without changing, repairing or moving it. Blocks.
    package static func run(path: String) -> CacheCheck {
        guard path != ":memory:", FileIdentifier(path: path) != nil else { return .absent }
        do {
            var lines: [String] = []
            try Connection(path: path, .readOnly).forEach("PRAGMA integrity_check") { row in
                lines.append(row.text(0))
            }
            return lines == ["ok"] ? .sound : .damaged(lines)
        } catch {
            return .damaged(["\(error)"])
        }
    }
}
