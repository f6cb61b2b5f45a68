package import Glibc

/// A short file, such as one with a secret, that is read only if its owner and its permissions are
/// right.
///
/// The checks apply to the opened file, which may be a symbolic link's target or a pipe.
package struct GuardedFile: Sendable {
    /// Why the file is not read.
    package enum Refusal: Error, Hashable {
        /// Another user owns it, and may write it.
        case foreign
        /// It has forbidden permissions.
        case mode(mode_t)
        case system(Errno)
    }

    private let path: String
    private let owner: uid_t?
    private let forbidden: mode_t
    private let mayBePipe: Bool

    /// - Parameters:
    ///   - owner: the required owner, apart from root; nil for any.
    ///   - forbidden: permissions that the file must not have.
    ///   - mayBePipe: whether to wait for the writer of a pipe. Otherwise all but a regular file
    ///     reads as empty.
    package init(
        path: String, owner: uid_t? = nil, forbidden: mode_t, mayBePipe: Bool = true
    ) {
        self.path = path
        self.owner = owner
        self.forbidden = forbidden
        self.mayBePipe = mayBePipe
    }

    /// Reads at most `limit` bytes.
    package func read(
        upTo limit: Int
    ) throws(Refusal) -> (bytes: [UInt8], permissions: mode_t) {
        let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | (mayBePipe ? 0 : O_NONBLOCK)
        let raw = open(path, flags)
        guard raw >= 0 else { throw .system(.current) }
        let file = OwnedDescriptor(owning: raw)
        let status: stat
        do throws(Errno) { status = try file.status() } catch { throw .system(error) }
        if let owner, status.isForeign(to: owner) { throw .foreign }
        let permissions = status.st_mode & 0o777
        guard permissions & forbidden == 0 else { throw .mode(permissions) }
        guard mayBePipe || status.type == S_IFREG else { return ([], permissions) }
        do throws(Errno) {
            return (try file.read(upTo: limit), permissions)
        } catch {
            throw .system(error)
        }
    }
}
