import Glibc

/// A file whose only line is a password.
///
/// A file that others may write is refused. One that others may read is not: container engines hand
/// secrets over with mode 0444, in directories that only the container sees.
struct PasswordFile {
    private static let maximumSize = 4096

    let path: String

    /// - Returns: the content without the line's end. Never empty.
    func read() throws(PasswordFileError) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else { throw .system(path: path, code: errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .system(path: path, code: errno) }
        guard status.st_mode & 0o022 == 0 else { throw .writable(path: path) }
        var bytes = [UInt8](repeating: 0, count: Self.maximumSize + 1)
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
        let lines = bytes[..<count].split(separator: UInt8(ascii: "\n"))
        guard count <= Self.maximumSize, lines.count == 1,
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
    case system(path: String, code: Int32)
}

extension PasswordFileError: CustomStringConvertible {
    var description: String {
        switch self {
        case .writable(let path): "others may write '\(path)'; chmod go-w it"
        case .noPassword(let path): "'\(path)' does not hold one line with a password"
        case .system(let path, let code): "'\(path)': \(String(cString: strerror(code)))"
        }
    }
}
