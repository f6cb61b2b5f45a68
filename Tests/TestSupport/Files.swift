package import Glibc

/// The error of the system call that has just failed.
package struct SystemError: Error {
    package let code = errno

    package init() {}
}

/// The permission bits of a file; nil if it does not exist.
package func mode(of path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
}

package func write(_ text: String, to path: String, mode: mode_t = 0o600) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard fchmod(descriptor, mode) == 0, Glibc.write(descriptor, bytes, bytes.count) == bytes.count
    else { throw SystemError() }
}

package func contents(of path: String) throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    return String(decoding: readToEnd(descriptor), as: UTF8.self)
}

/// Reads a descriptor to its end; at a terminal's end, reading fails.
package func readToEnd(_ descriptor: CInt) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
        let count = read(descriptor, &chunk, chunk.count)
        if count <= 0 { return bytes }
        bytes += chunk[..<count]
    }
}
