import Dispatch
import Glibc
import LinuxSystem
import Secrets

/// The file in which `login` stores its token.
///
/// Its mode is 0600 from the first byte on, and it is replaced atomically: a reader sees the former
/// token or the new one. Files are accessed on a dedicated queue, because `fsync` may take long.
struct CredentialStore: Sendable {
    let path: String

    /// Why an operation on the file failed.
    struct Failure: Error, CustomStringConvertible {
        let path: String
        let error: Errno

        var description: String {
            "the token file '\(path)': \(FileAccessLimits.reason(error))"
        }
    }

    /// Replaces the stored token with `token`. Missing directories are made with mode 0700.
    func store(_ token: Secret) async throws {
        try await offThread { try write(token) }
    }

    /// Removes the stored token; returns whether there was one.
    @discardableResult
    func remove() async throws -> Bool {
        try await offThread {
            if unlink(path) == 0 { return true }
            guard errno == ENOENT || errno == ENOTDIR else {
                throw Failure(path: path, error: .current)
            }
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
        do throws(Errno) {
            try Directory.make(Directory.parent(of: path))
            try TemporaryFile.replace(
                path, with: "\(token.reveal())\n".utf8, mode: 0o600, isDurable: true)
        } catch {
            throw Failure(path: path, error: error)
        }
    }
}
