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

    /// The file that is opened or made at `path`: what the last of its symbolic links names.
    package static func target(of path: String) -> String {
        var path = path
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        // Linux follows at most 40 links.
        for _ in 0..<40 {
            let count = readlink(path, &buffer, buffer.count)
            guard count > 0 else { return path }
            let target = String(
                decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
            path = target.hasPrefix("/") ? target : "\(parent(of: path))/\(target)"
        }
        return path
    }
}
