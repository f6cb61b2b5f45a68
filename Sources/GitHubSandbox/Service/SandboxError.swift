/// Why a sandbox cannot start.
package enum SandboxError: Error, Hashable, CustomStringConvertible {
    case unreadableReplay(String)
    /// The line counts from 1.
    case invalidReplay(String, line: Int, reason: String)
    case cannotListen(port: Int, reason: String)

    package var description: String {
        switch self {
        case .unreadableReplay(let file): "\(file): cannot be read"
        case .invalidReplay(let file, let line, let reason): "\(file), line \(line): \(reason)"
        case .cannotListen(let port, let reason): "127.0.0.1:\(port): \(reason)"
        }
    }
}
