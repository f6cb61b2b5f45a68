package import Glibc
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

    /// Whether ``readOrMake()`` would make the file.
    package var isMissing: Bool {
        do { return try readIfPresent() == nil } catch { return false }
    }

    /// Reads the secret, for a client.
    package func read() throws(ClientSecretError) -> ClientSecret {
        guard let secret = try readIfPresent() else { throw .missing(path: path) }
        return secret
    }

    /// Reads the secret, for a server. A missing file is made, for its owner only.
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
        do throws(GuardedFile.Refusal) {
            contents = try GuardedFile.read(
                path, upTo: Self.maximumSize, owner: userID, forbidden: 0o077, mayBePipe: false
            ).bytes
        } catch {
            switch error {
            case .system(Errno(ENOENT)): return nil
            case .foreign: throw .foreign(path: path)
            case .mode(let mode): throw .openToOthers(path: path, mode: mode)
            case .system(let error): throw .file(path: path, error)
            }
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
