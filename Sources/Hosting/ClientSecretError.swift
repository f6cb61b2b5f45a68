package import LinuxSystem

/// Why the file with the secret of TCP clients cannot be used.
package enum ClientSecretError: Error, Hashable {
    /// It does not exist and must not be made.
    case missing(path: String)
    /// Its mode permits users other than the owner to read or write it.
    case openToOthers(path: String, mode: UInt32)
    /// It belongs to another user.
    case foreign(path: String)
    /// Not 64 hexadecimal digits.
    case malformed(path: String)
    case file(path: String, Errno)
}

extension ClientSecretError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .missing(let path):
            "\(path): there is no client secret"
        case .openToOthers(let path, let mode):
            "\(path): others may read the client secret (mode \(String(mode, radix: 8))); "
                + "run: chmod 600 \(path)"
        case .foreign(let path):
            "\(path): the client secret belongs to another user; choose another file"
        case .malformed(let path):
            "\(path): expected one line of 64 hexadecimal digits; remove the file to have a new "
                + "one made"
        case .file(let path, let errno):
            "\(path): \(errno)"
        }
    }
}
