import Glibc
import LinuxSystem

/// The file in which a server keeps the secret of its TCP clients.
package struct ClientSecretFile: Sendable {
    /// Larger than any file with a secret and white space, in bytes.
    private static let maximumSize = 4096

    package let path: String
    private let userID: uid_t

    /// - Parameter userID: the required owner of the file, apart from root.
    package init(path: String, userID: uid_t = geteuid()) {
        self.path = path
        self.userID = userID
    }

    /// Reads the secret, for a client.
    package func read() throws(ClientSecretError) -> ClientSecret {
        guard let secret = try readIfPresent() else { throw .missing(path: path) }
        return secret
    }

    /// Reads the secret, for a server. A missing file is made with mode 0600, and its directories
    /// with mode 0700.
    package func readOrMake() throws(ClientSecretError) -> ClientSecret {
        if let secret = try readIfPresent() { return secret }
        do throws(Errno) {
            try make(ClientSecret())
        } catch {
            throw .file(path: path, error)
        }
        // Read again, because another server may have been first.
        return try read()
    }

    private func readIfPresent() throws(ClientSecretError) -> ClientSecret? {
        let contents: [UInt8]
        let status: stat
        do throws(Errno) {
            // Non-blocking, because the path may be a named pipe.
            let raw = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            if raw < 0, errno == ENOENT { return nil }
            guard raw >= 0 else { throw .current }
            let file = OwnedDescriptor(owning: raw)
            status = try file.status()
            contents = status.type == S_IFREG ? try file.read(upTo: Self.maximumSize) : []
        } catch {
            throw .file(path: path, error)
        }
        guard status.st_uid == userID || status.st_uid == 0 else { throw .foreign(path: path) }
        guard status.st_mode & 0o077 == 0 else {
            throw .openToOthers(path: path, mode: status.st_mode & 0o777)
        }
        guard let secret = ClientSecret(String(decoding: contents, as: UTF8.self)) else {
            throw .malformed(path: path)
        }
        return secret
    }

    /// Puts the complete file in place, unless there is one, so that a partial secret is never
    /// read.
    private func make(_ secret: ClientSecret) throws(Errno) {
        try Directory.make(Directory.parent(of: path))
        let temporary = try TemporaryFile(beside: path, mode: 0o600)
        try temporary.file.write("\(secret.reveal())\n".utf8)
        guard fsync(temporary.file.raw) == 0 else { throw .current }
        // Unlike rename(2), link(2) does not replace an existing file.
        guard link(temporary.path, path) == 0 || errno == EEXIST else { throw .current }
    }
}
