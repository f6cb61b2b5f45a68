import Glibc
import Hosting
import LinuxSystem

/// Why a file with a secret is not used.
struct SecretFileError: Error {
    let kind: SecretFile.Kind
    let path: String
    /// Nil if the file does not hold what it should.
    let reason: GuardedFile.Refusal?
}

extension SecretFileError: CustomStringConvertible {
    var description: String {
        let file = "the \(kind) file '\(path)'"
        return switch reason {
        case .foreign: "\(file) belongs to another user"
        case .mode(let mode): "others may write \(file) (\(mode.octal)); chmod 600 it"
        case .system(let error): "\(file): \(error)"
        case nil where kind == .password: "\(file) does not hold one line with a password"
        case nil: "\(file) holds no token"
        }
    }
}

extension mode_t {
    /// `0644`
    var octal: String { "0" + String(self, radix: 8) }
}
