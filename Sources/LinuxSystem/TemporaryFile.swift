package import Glibc

/// A new file beside another one, to be put in its place whole.
///
/// Its name cannot be guessed, and the file must be new: a link or a named pipe that was planted
/// there is never opened. A file that was not put in place is removed.
package struct TemporaryFile: ~Copyable {
    package let path: String
    package let file: OwnedDescriptor

    package init(beside target: String, mode: mode_t) throws(Errno) {
        path = "\(target).\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
        let raw = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard raw >= 0 else { throw .current }
        file = OwnedDescriptor(owning: raw)
    }

    deinit {
        unlink(path)
    }

    /// Writes a file in place of what is at `path`. A reader sees the former one or the new one.
    ///
    /// - Parameter isDurable: waits until the bytes are on the disk before they are put in place.
    package static func replace(
        _ path: String, with bytes: some Sequence<UInt8>, mode: mode_t, isDurable: Bool = false
    ) throws(Errno) {
        let temporary = try TemporaryFile(beside: path, mode: mode)
        try temporary.file.write(bytes)
        if isDurable, fsync(temporary.file.raw) != 0 { throw .current }
        guard rename(temporary.path, path) == 0 else { throw .current }
    }
}
