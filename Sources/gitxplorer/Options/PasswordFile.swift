import Hosting
import LinuxSystem

/// A file whose only line is a password.
///
/// A file that others may write is refused.
struct PasswordFile {
    private static let maximumSize = 4096

    let path: String

    /// - Returns: the content without the line's end. Never empty.
    func read() throws(PasswordFileError) -> String {
        let bytes: [UInt8]
        do throws(GuardedFile.Refusal) {
            bytes = try GuardedFile(path: path, forbidden: 0o022).read(upTo: Self.maximumSize + 1)
                .bytes
        } catch {
            switch error {
            case .foreign, .mode: throw .writable(path: path)
            case .system(let error): throw .system(path: path, error)
            }
        }
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        guard bytes.count <= Self.maximumSize, lines.count == 1,
            var text = String(validating: lines[0], as: UTF8.self)
        else { throw .noPassword(path: path) }
        if text.hasSuffix("\r") { text.removeLast() }
        guard !text.isEmpty else { throw .noPassword(path: path) }
        return text
    }
}

/// Why a password file is not used.
enum PasswordFileError: Error, Hashable {
    case writable(path: String)
    /// Not one line of text, or more than 4096 bytes.
    case noPassword(path: String)
    case system(path: String, Errno)
}

extension PasswordFileError: CustomStringConvertible {
    var description: String {
        switch self {
        case .writable(let path): "others may write '\(path)'; chmod go-w it"
        case .noPassword(let path): "'\(path)' does not hold one line with a password"
        case .system(let path, let error): "'\(path)': \(error)"
        }
    }
}
