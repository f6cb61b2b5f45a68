import Glibc

/// The file in which a server keeps the secret of its TCP clients.
package struct ClientSecretFile: Sendable {
    /// More than any file that holds a secret and white space, in bytes.
    private static let maximumSize = 4096

    package let path: String
    private let userID: uid_t

    /// - Parameter userID: whose the file has to be, unless it is root's.
    package init(path: String, userID: uid_t = geteuid()) {
        self.path = path
        self.userID = userID
    }

    /// Reads the secret, for a client.
    package func read() throws(ClientSecretError) -> ClientSecret {
        guard let secret = try readIfPresent() else { throw .missing(path: path) }
        return secret
    }

    /// Reads the secret, for a server; makes the file with mode 0600 if it is absent, and its
    /// directories with mode 0700.
    package func readOrMake() throws(ClientSecretError) -> ClientSecret {
        if let secret = try readIfPresent() { return secret }
        do throws(Errno) {
            try make(ClientSecret())
        } catch {
            throw .file(path: path, error)
        }
        // Read back, since another server may have been first.
        return try read()
    }

    private func readIfPresent() throws(ClientSecretError) -> ClientSecret? {
        let contents: [UInt8]
        let status: stat
        do throws(Errno) {
            // Not to hang on a named pipe.
            let raw = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            if raw < 0, errno == ENOENT { return nil }
            guard raw >= 0 else { throw .current }
            let file = FileDescriptor(owning: raw)
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

    /// Puts a whole file in place, unless there is one: nobody ever reads half a secret.
    private func make(_ secret: ClientSecret) throws(Errno) {
        try makeDirectory(directory(of: path))
        let temporaryPath = "\(path).\(getpid()).\(UInt32.random(in: .min ... .max))"
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let raw = open(temporaryPath, flags, 0o600)
        guard raw >= 0 else { throw .current }
        let file = FileDescriptor(owning: raw)
        defer { unlink(temporaryPath) }
        try file.write("\(secret.reveal())\n".utf8)
        guard fsync(file.raw) == 0 else { throw .current }
        // Unlike rename(2), link(2) leaves a file that is there as it is.
        guard link(temporaryPath, path) == 0 || errno == EEXIST else { throw .current }
    }

    private func makeDirectory(_ path: String) throws(Errno) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, directory(of: path) != path else { throw .current }
        try makeDirectory(directory(of: path))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .current }
    }
}
