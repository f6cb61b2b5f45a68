import Glibc
import Hosting
import LinuxSystem
import Secrets

/// A file that holds a token or a password.
///
/// A user who can write it chooses the account, so only its owner and root may.
struct SecretFile: Sendable {
    enum Kind: String {
        case token, password
    }

    /// Larger than any file with a secret and white space, in bytes.
    private static let maximumSize = 4096

    let kind: Kind
    let path: String

    /// - Parameter warn: receives a sentence about a token that others may read.
    func read(warn: (String) -> Void = { _ in }) throws(SecretFileError) -> Secret {
        let bytes: [UInt8]
        let mode: mode_t
        do throws(GuardedFile.Refusal) {
            (bytes, mode) = try GuardedFile.read(
                path, upTo: Self.maximumSize + 1, forbidden: 0o022)
        } catch {
            throw SecretFileError(kind: kind, path: path, reason: error)
        }
        if kind == .token, mode & 0o044 != 0 {
            warn("the token file '\(path)' may be read by others (\(mode.octal)); chmod 600 it")
        }
        guard bytes.count <= Self.maximumSize, let secret = secret(in: bytes) else {
            throw SecretFileError(kind: kind, path: path, reason: nil)
        }
        return secret
    }

    private func secret(in bytes: [UInt8]) -> Secret? {
        if kind == .token { return GitHubToken.secret(in: String(decoding: bytes, as: UTF8.self)) }
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        guard lines.count == 1, var text = String(validating: lines[0], as: UTF8.self)
        else { return nil }
        if text.hasSuffix("\r") { text.removeLast() }
        return text.isEmpty ? nil : Secret(text)
    }
}
