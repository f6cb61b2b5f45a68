import Glibc
import Hosting
import LinuxSystem
import Secrets

/// A file that holds a token: that of `--token-file`, or the one that `login` wrote.
///
/// A user who can write it chooses the account, so only its owner and root may.
struct TokenFile: Sendable {
    /// Larger than any file with a token and white space, in bytes.
    private static let maximumSize = 4096

    let path: String

    /// - Parameter warn: receives a sentence about a file that others may read.
    func read(warn: (String) -> Void) throws(TokenFileError) -> Secret {
        let bytes: [UInt8]
        let mode: mode_t
        do throws(GuardedFile.Refusal) {
            (bytes, mode) = try GuardedFile(path: path, forbidden: 0o022)
                .read(upTo: Self.maximumSize)
        } catch {
            switch error {
            case .foreign: throw .foreign(path: path)
            case .mode(let mode): throw .writable(path: path, mode: mode)
            case .system(let error): throw .system(path: path, error)
            }
        }
        if mode & 0o044 != 0 {
            warn("the token file '\(path)' may be read by others (\(mode.octal)); chmod 600 it")
        }
        guard let secret = GitHubToken.secret(in: String(decoding: bytes, as: UTF8.self)) else {
            throw .noToken(path: path)
        }
        return secret
    }
}

/// Why a token file is not used.
enum TokenFileError: Error, Hashable {
    /// It belongs to another user, who may write it.
    case foreign(path: String)
    case writable(path: String, mode: mode_t)
    case noToken(path: String)
    case system(path: String, Errno)

    var isAbsence: Bool {
        guard case .system(_, let error) = self else { return false }
        return [ENOENT, ENOTDIR].contains(error.code)
    }

    /// Whether another user may have written the token.
    var isRefusal: Bool {
        switch self {
        case .foreign, .writable: true
        case .noToken, .system: false
        }
    }
}

extension TokenFileError: CustomStringConvertible {
    var description: String {
        switch self {
        case .foreign(let path):
            "the token file '\(path)' belongs to another user"
        case .writable(let path, let mode):
            "others may write the token file '\(path)' (\(mode.octal)); chmod 600 it"
        case .noToken(let path):
            "the token file '\(path)' holds no token"
        case .system(let path, let error):
            "the token file '\(path)': \(error)"
        }
    }
}

extension mode_t {
    /// `0644`
    fileprivate var octal: String { "0" + String(self, radix: 8) }
}
