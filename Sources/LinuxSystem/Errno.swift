import Glibc

/// An `errno` value, printed as the system's text for it.
package struct Errno: Error, Hashable, CustomStringConvertible {
    package let code: CInt

    package init(_ code: CInt) {
        self.code = code
    }

    /// The value that the last failed call of this thread set.
    package static var current: Errno { Errno(errno) }

    package var description: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
        return String(
            decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
