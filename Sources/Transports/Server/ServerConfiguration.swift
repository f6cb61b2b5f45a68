package import Glibc
import Hosting

/// The listeners of a server, and the conditions that end it.
public struct ServerConfiguration: Sendable {
    /// Path of a Unix socket to listen on.
    public var socketPath: String?
    /// TCP address to listen on.
    public var tcp: HostAndPort?
    /// The user whose processes may use Unix sockets.
    package var userID = geteuid()
    /// Listening sockets from the service manager.
    package var inheritedSockets: [InheritedSocket] = []
    /// Most connections over sockets at once; further clients wait in the kernel.
    public var maximumConnections = Int.max
    /// Most TCP connections that have not passed the gate, 64 by default. They do not count towards
    /// ``maximumConnections``; a further one closes the oldest.
    public var maximumUnauthenticated = DescriptorLimit.maximumUnauthenticated
    /// How long a TCP client may take to pass the gate.
    public var authenticationTime: Duration = .seconds(10)
    /// Whether TCP may listen on an address that other machines can reach.
    public var allowsRemote = false
    /// Longest silence of a client in the middle of a frame.
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
    var hasSockets: Bool { socketPath != nil || tcp != nil || !inheritedSockets.isEmpty }

    /// No listeners.
    public init() {}
}
