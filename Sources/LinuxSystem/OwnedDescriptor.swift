import CGlibc
package import Glibc

/// A file descriptor that closes itself.
package struct OwnedDescriptor: ~Copyable, Sendable {
    package let raw: CInt

    package init(owning raw: CInt) {
        self.raw = raw
    }

    deinit {
        close(raw)
    }

    /// Makes the two ends of a pipe, which the caller closes. `flags` are those of pipe2(2), besides
    /// `O_CLOEXEC`.
    package static func pipe(_ flags: CInt = 0) throws(Errno) -> (reader: CInt, writer: CInt) {
        var ends: [CInt] = [0, 0]
        guard cglibc_pipe(&ends, O_CLOEXEC | flags) == 0 else { throw .current }
        return (ends[0], ends[1])
    }

    /// Releases the descriptor; the caller closes it.
    package consuming func release() -> CInt {
        let raw = raw
        discard self
        return raw
    }

    /// Writes all of `bytes`, waiting if necessary.
    package func write(_ bytes: some Sequence<UInt8>) throws(Errno) {
        let bytes = Array(bytes)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                Glibc.write(raw, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                throw .current
            }
        }
    }

    /// Reads at most `limit` bytes, fewer only at the end of the file.
    package func read(upTo limit: Int) throws(Errno) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        var filled = 0
        while filled < limit {
            let count = bytes[filled...].withUnsafeMutableBytes {
                Glibc.read(raw, $0.baseAddress, $0.count)
            }
            if count > 0 {
                filled += count
            } else if count == 0 {
                break
            } else if errno != EINTR {
                throw .current
            }
        }
        return Array(bytes.prefix(filled))
    }

    /// Whether the file is on a file system that is mounted read-only.
    package var isReadOnly: Bool {
        var system = statvfs()
        return fstatvfs(raw, &system) == 0 && system.f_flag & UInt(ST_RDONLY) != 0
    }

    /// The status of the open file.
    package func status() throws(Errno) -> stat {
        var status = stat()
        guard fstat(raw, &status) == 0 else { throw .current }
        return status
    }
}

extension stat {
    /// The file type bits of the mode, for example `S_IFSOCK`.
    package var type: mode_t { st_mode & S_IFMT }

    /// Whether someone other than `user` and root owns the file.
    package func isForeign(to user: uid_t) -> Bool { st_uid != user && st_uid != 0 }
}
