import Glibc

/// An `errno` value, printed as the system's text for it.
public struct Errno: Error, Hashable, CustomStringConvertible {
    /// The number, such as `ENOENT`.
    public let code: CInt

    /// An `errno` value.
    public init(_ code: CInt) {
        self.code = code
    }

    /// The value that the last failed call of this thread set.
    public static var current: Errno { Errno(errno) }

    /// Whether the system lacks memory, threads or descriptors.
    package var isShortage: Bool { [EAGAIN, EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) }

    /// The system's text, such as "No such file or directory".
    public var description: String { String(cString: strerror(code)) }
}
