import Glibc

/// What a server listens on, and when it ends.
package struct ServerConfiguration: Sendable {
    /// Path of a Unix socket to listen on.
    package var socketPath: String?
    /// TCP address to listen on.
    package var tcp: HostAndPort?
    /// Whose processes may use Unix sockets.
    package var userID = geteuid()
    /// Sockets that somebody else listens on, to be served here.
    package var inheritedSockets: [InheritedSocket] = []
    /// Most connections over sockets at once; further clients wait to be let in.
    package var maximumConnections = Int.max
    /// Whether TCP may be listened on at an address that other machines can reach.
    package var allowsRemote = false
    /// Longest silence of a client in the middle of a frame.
    package var idleFrameTimeout: Duration = .seconds(30)
    /// How long a server without connections goes on; nil for ever.
    package var idleExit: Duration?
    /// How long requests under way may take once the server is to end; then they are cancelled.
    package var drainTime: Duration = .seconds(5)
    /// Written once all listeners are up.
    package var readyFile: String?
    /// Lines of the ready file after those of the listeners.
    package var furtherReadyLines: [String] = []
    /// The server ends when this process is gone.
    package var parentProcess: pid_t?

    /// Whether there is anything to listen on.
    var hasSockets: Bool { socketPath != nil || tcp != nil || !inheritedSockets.isEmpty }

    package init() {}
}

/// How a client reached the server.
package enum ConnectionKind: Hashable, Sendable {
    case stdio, unix, tcp
}
