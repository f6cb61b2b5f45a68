/// The address of a server.
public enum ServerAddress: Hashable, Sendable {
    /// The server's own stdin and stdout.
    case stdio
    /// A Unix socket.
    case unix(path: String)
    /// A TCP port.
    case tcp(HostAndPort)
    /// A TCP port for HTTP and WebSocket.
    case http(HostAndPort)
    /// A Unix socket for HTTP and WebSocket.
    case httpSocket(path: String)

    /// Parses `unix:PATH` or `tcp:HOST:PORT`.
    public init(parsing text: String) throws(TransportError) {
        if text.hasPrefix("unix:"), text.utf8.count > 5 {
            self = .unix(path: String(text.dropFirst(5)))
        } else if text.hasPrefix("tcp:") {
            self = .tcp(try HostAndPort(parsing: String(text.dropFirst(4))))
        } else {
            throw .invalidAddress(text)
        }
    }
}

extension ServerAddress: CustomStringConvertible {
    /// `stdio`, `unix:PATH`, `tcp:HOST:PORT`, `http:http://HOST:PORT` or `http-socket:PATH`.
    public var description: String {
        switch self {
        case .stdio: "stdio"
        case .unix(let path): "unix:\(path)"
        case .tcp(let address): "tcp:\(address)"
        case .http(let address): "http:http://\(address)"
        case .httpSocket(let path): "http-socket:\(path)"
        }
    }
}
