import LinuxSystem

/// The file that says where a server listens.
enum ReadyFile {
    /// Writes the lines atomically, so that a reader never sees a part of them.
    static func write(_ lines: [String], to path: String) throws(TransportError) {
        do throws(Errno) {
            try TemporaryFile.replace(
                path, with: lines.flatMap { Array("\($0)\n".utf8) }, mode: 0o644)
        } catch {
            throw .file(path: path, error)
        }
    }
}
