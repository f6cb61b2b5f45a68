import Glibc

/// A file descriptor that closes itself.
struct FileDescriptor: ~Copyable, Sendable {
    let raw: CInt

    /// Takes ownership of an open descriptor.
    init(owning raw: CInt) {
        self.raw = raw
    }

    deinit {
        close(raw)
    }

    /// Gives the descriptor away; the caller closes it.
    consuming func release() -> CInt {
        let raw = raw
        discard self
        return raw
    }

    /// Writes all of `bytes`, waiting where it has to.
    func write(_ bytes: some Sequence<UInt8>) throws(Errno) {
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
    func read(upTo limit: Int) throws(Errno) -> [UInt8] {
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

    /// What the descriptor is open on.
    func status() throws(Errno) -> stat {
        var status = stat()
        guard fstat(raw, &status) == 0 else { throw .current }
        return status
    }
}

extension stat {
    /// The file type bits of the mode, for example `S_IFSOCK`.
    var type: mode_t { st_mode & S_IFMT }
}
