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

    /// Why the file is not used.
    struct Failure: Error, CustomStringConvertible {
        let file: SecretFile
        /// Nil if the file does not hold what it should.
        let reason: GuardedFile.Refusal?

        var description: String {
            let name = "the \(file.kind) file '\(file.path)'"
            return switch reason {
            case .foreign: "\(name) belongs to another user"
            case .mode(let mode): "others may write \(name) (\(mode.octal)); chmod 600 it"
            case .system(let error): "\(name): \(error)"
            case nil where file.kind == .password: "\(name) does not hold one line with a password"
            case nil: "\(name) holds no token"
            }
        }
    }

    /// Larger than any file with a secret and white space, in bytes.
    private static let maximumSize = 4096

    let kind: Kind
    let path: String

    /// - Parameter warn: receives a sentence about a token that others may read.
    func read(warn: (String) -> Void = { _ in }) throws(Failure) -> Secret {
        let bytes: [UInt8]
        let mode: mode_t
        do throws(GuardedFile.Refusal) {
            (bytes, mode) = try GuardedFile.read(
                path, upTo: Self.maximumSize + 1, forbidden: 0o022)
        } catch {
            throw Failure(file: self, reason: error)
        }
        if kind == .token, mode & 0o044 != 0 {
            warn("the token file '\(path)' may be read by others (\(mode.octal)); chmod 600 it")
        }
        guard bytes.count <= Self.maximumSize, let secret = secret(in: bytes) else {
            throw Failure(file: self, reason: nil)
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

extension mode_t {
    /// `0644`
    fileprivate var octal: String { "0" + String(self, radix: 8) }
}
