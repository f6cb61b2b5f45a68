package import Glibc
import Hosting

/// The listeners of a server, and the conditions that end it.
public struct ServerConfiguration: Sendable {
    /// Path of a Unix socket to listen on.
    public var socketPath: String?
    /// TCP address to listen on.
    public var tcp: HostAndPort?
    /// Address to listen on for HTTP/1.1: `POST /rpc`, and WebSocket at the same path.
    ///
    /// Web pages cannot use it, not even after DNS rebinding, unless their origin is in
    /// ``httpOrigins``. Clients show the secret of the `tcpGate` as `Authorization: Bearer SECRET`.
    public var http: HostAndPort?
    /// Path of a Unix socket to listen on for HTTP; its clients need no secret.
    public var httpSocketPath: String?
    /// Names that the field `Host` may have besides those of the loopback addresses, for example
    /// behind a reverse proxy.
    public var httpHosts: [String] = []
    /// Origins, such as `https://example.org`, whose pages may use the server.
    public var httpOrigins: [String] = []
    /// The user whose processes may use Unix sockets.
    package var userID = geteuid()
    /// Listening sockets from the service manager.
    package var inheritedSockets: [InheritedSocket] = []
    /// Most connections over sockets at once; further clients wait in the kernel.
    public var maximumConnections = Int.max
    /// Most TCP connections that have not passed the gate, 64 by default, and as many over HTTP. They
    /// do not count towards ``maximumConnections``; a further one closes the oldest.
    public var maximumUnauthenticated = DescriptorLimit.maximumUnauthenticated
    /// How long a TCP client may take to pass the gate.
    public var authenticationTime: Duration = .seconds(10)
    /// Whether TCP may listen on an address that other machines can reach.
    public var allowsRemote = false
    /// Longest silence of a client in the middle of a frame or of the body of a request.
    public var idleFrameTimeout: Duration = .seconds(30)
    /// How long a server without connections continues; nil for ever.
    public var idleExit: Duration?
    /// How long requests under way may take after the server has begun to end; then they are
    /// cancelled.
    public var drainTime: Duration = .seconds(5)
    /// Written once all listeners are open.
    package var readyFile: String?
    /// The server ends when this process has ended.
    package var parentProcess: pid_t?

    /// Whether there is any socket to listen on.
    var hasSockets: Bool { socketPath != nil || tcp != nil || hasHTTP || !inheritedSockets.isEmpty }

    /// Whether any socket speaks HTTP.
    package var hasHTTP: Bool {
        http != nil || httpSocketPath != nil || inheritedSockets.contains(where: \.isHTTP)
    }

    /// No listeners.
    public init() {}
}
