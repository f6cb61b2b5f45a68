import Glibc

/// Directories by their paths.
package enum Directory {
    /// Makes a directory and the missing ones above it, for their owner only (mode 0700). Those
    /// that exist stay as they are.
    package static func make(_ path: String) throws(Errno) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        let parent = parent(of: path)
        guard errno == ENOENT, parent != path else { throw .current }
        try make(parent)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .current }
    }

    /// The directory that holds `path`: `.` for a name alone, `/` for the root.
    package static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
