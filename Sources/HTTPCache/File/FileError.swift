import LinuxSystem

/// An error of the operating system: the operation, the path and the reason.
struct FileError: Error, CustomStringConvertible {
    let operation: String
    let path: String
    var error = Errno.current

    var description: String { "\(operation) \(path): \(FileAccessLimits.reason(error))" }
}
