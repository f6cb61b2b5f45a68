/// How a client reached the server.
enum ConnectionKind: Hashable, Sendable {
    case stdio, unix, tcp, http, httpUnix, webSocket
    /// One request over HTTP, which is a connection of its own.
    case request

    /// Whether the client is a process of the same user, and so takes a place at once.
    var isTrusted: Bool { self == .unix || self == .httpUnix }

    /// Whether the client must first show a secret, if the server has one.
    var mustAuthenticate: Bool { self == .tcp || self == .http }

    /// Whether the connection itself speaks HTTP.
    var isHTTP: Bool { self == .http || self == .httpUnix }

    /// The start of the names of such connections, and the transport in metrics.
    var name: String { isHTTP ? "http" : "\(self)".lowercased() }

    /// The address of a listener for such connections.
    func address(path: String) -> ServerAddress {
        isHTTP ? .httpSocket(path: path) : .unix(path: path)
    }

    func address(_ tcp: HostAndPort) -> ServerAddress {
        isHTTP ? .http(tcp) : .tcp(tcp)
    }
}
