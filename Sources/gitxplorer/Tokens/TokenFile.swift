import HTTPCore

import Glibc

/// A file that holds a token: that of `--token-file`, or the one that `login` wrote.
///
/// A user who can write it chooses the account, so only its owner and root may. The checks apply to
/// the opened file, which may be a symbolic link's target or a pipe.
struct TokenFile: Sendable {
    /// Larger than any file with a token and white space, in bytes.
    private static let maximumSize = 4096

    let path: String

    /// - Parameter warn: receives a sentence about a file that others may read.
    func read(warn: (String) -> Void) throws(TokenFileError) -> Secret {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else { throw .system(path: path, code: errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .system(path: path, code: errno) }
        guard status.st_uid == geteuid() || status.st_uid == 0 else { throw .foreign(path: path) }
        let mode = status.st_mode & 0o777
        guard mode & 0o022 == 0 else { throw .writable(path: path, mode: mode) }
        if mode & 0o044 != 0 {
            warn("the token file '\(path)' may be read by others (\(mode.octal)); chmod 600 it")
        }
        guard let secret = GitHubToken.secret(in: try contents(of: file)) else {
            throw .noToken(path: path)
        }
        return secret
    }

    private func contents(of file: Int32) throws(TokenFileError) -> String {
        var bytes = [UInt8](repeating: 0, count: Self.maximumSize)
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes {
                Glibc.read(file, $0.baseAddress! + count, $0.count - count)
            }
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else { throw .system(path: path, code: errno) }
            if more == 0 { break }
            count += more
        }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}

/// Why a token file is not used.
enum TokenFileError: Error, Hashable {
    /// It belongs to another user, who may write it.
    case foreign(path: String)
    case writable(path: String, mode: mode_t)
    case noToken(path: String)
    case system(path: String, code: Int32)

    var isAbsence: Bool {
        if case .system(_, ENOENT) = self { return true }
        if case .system(_, ENOTDIR) = self { return true }
        return false
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
        case .system(let path, let code):
            "the token file '\(path)': \(String(cString: strerror(code)))"
        }
    }
}

extension mode_t {
    /// `0644`
    fileprivate var octal: String { "0" + String(self, radix: 8) }
}
