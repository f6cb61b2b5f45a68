import Glibc

/// The file that tells others where a server listens.
enum ReadyFile {
    /// Writes one line each, all at once: who sees the file sees it whole.
    static func write(_ lines: [String], to path: String) throws(TransportError) {
        let temporaryPath = "\(path).\(getpid()).tmp"
        do throws(Errno) {
            let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
            let raw = open(temporaryPath, flags, 0o644)
            guard raw >= 0 else { throw .current }
            let file = FileDescriptor(owning: raw)
            try file.write(lines.flatMap { Array("\($0)\n".utf8) })
            guard rename(temporaryPath, path) == 0 else { throw .current }
        } catch {
            unlink(temporaryPath)
            throw .file(path: path, error)
        }
    }
}
