import Dispatch
import HTTPCore

#if canImport(Glibc)
    import Glibc
#endif

/// The file that a login keeps its token in (contract, section 6).
///
/// Its mode is 0600 from the first byte on, and it is put in place whole: who reads it meanwhile
/// sees the former token or the new one. Files are touched on a queue of their own, since `fsync`
/// may take long.
struct CredentialStore: Sendable {
    let path: String

    /// Why the file is not as asked for.
    struct Failure: Error, CustomStringConvertible {
        let path: String
        let code: Int32

        var description: String {
            "the token file '\(path)': \(String(cString: strerror(code)))"
        }
    }

    /// Puts `token` in place of what is stored; makes directories that are missing, mode 0700.
    func store(_ token: Secret) async throws {
        try await offThread { try write(token) }
    }

    /// Removes what is stored.
    ///
    /// - Returns: whether there was anything.
    @discardableResult
    func remove() async throws -> Bool {
        try await offThread {
            if unlink(path) == 0 { return true }
            guard errno == ENOENT || errno == ENOTDIR else { throw failure }
            return false
        }
    }

    private func offThread<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "GitXplorer token file").async {
                continuation.resume(with: Result { try work() })
            }
        }
    }

    private func write(_ token: Secret) throws {
        try makeDirectory(Self.directory(of: path))
        let temporary = "\(path).\(getpid()).\(UInt32.random(in: .min ... .max))"
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw failure }
        do {
            defer { close(file) }
            guard Process.writeAll(token.reveal() + "\n", to: file), fsync(file) == 0 else {
                throw failure
            }
            guard rename(temporary, path) == 0 else { throw failure }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    private func makeDirectory(_ directory: String) throws {
        if mkdir(directory, 0o700) == 0 || errno == EEXIST { return }
        let parent = Self.directory(of: directory)
        guard errno == ENOENT, parent != directory else { throw failure }
        try makeDirectory(parent)
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw failure }
    }

    /// What the last system call said.
    private var failure: Failure {
        Failure(path: path, code: errno)
    }

    private static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
