import NIOCore
import NIOPosix
import NIOSSL

/// A connection that is open or being opened. Any thread may send to it.
struct RedisConnection: Sendable {
    /// For address, TLS, sign-in and probe together.
    static let connectTime = TimeAmount.milliseconds(1400)
    /// For the system's connection, without TLS and sign-in.
    private static let socketTime = TimeAmount.seconds(1)

    private let handler: NIOLoopBound<ConnectionHandler>
    private let eventLoop: any EventLoop

    /// Opens a connection. Called on its event loop; `events` reports the outcome.
    static func open(
        _ configuration: RedisConfiguration, channels: [String], probe: [RedisCommand],
        on eventLoop: any EventLoop, events: ConnectionEvents
    ) -> RedisConnection {
        let handler = ConnectionHandler(
            Handshake(configuration, channels: channels, probe: probe),
            deadline: .now() + connectTime,
            events: events)
        let bound = NIOLoopBound(handler, eventLoop: eventLoop)
        let bootstrap = ClientBootstrap(group: eventLoop)
            .connectTimeout(socketTime)
            .channelOption(.socketOption(.so_keepalive), value: 1)
        let opened =
            switch configuration.address {
            case .tcp(let host, let port):
                bootstrap.channelOption(.tcpOption(.tcp_nodelay), value: 1)
                    .connect(host: host, port: port)
            case .unix(let path): bootstrap.connect(unixDomainSocketPath: path)
            }
        // Only now: for a name with several addresses, several channels may be opening.
        opened.flatMapThrowing { channel in
            do {
                if let tls = try tlsHandler(configuration) {
                    try channel.pipeline.syncOperations.addHandler(tls)
                }
                try channel.pipeline.syncOperations.addHandler(bound.value)
            } catch {
                channel.close(promise: nil)
                throw error
            }
        }.whenFailure { bound.value.end(RedisError(ofOpen: $0)) }
        return RedisConnection(handler: bound, eventLoop: eventLoop)
    }

    /// TLS that verifies the chain and the name of the host, or its address; nil without TLS.
    ///
    /// Reads the CA certificates for each connection, so that a replaced file applies to the next
    /// one. This blocks for some milliseconds.
    private static func tlsHandler(
        _ configuration: RedisConfiguration
    ) throws -> NIOSSLClientHandler? {
        guard configuration.usesTLS, case .tcp(let host, _) = configuration.address else {
            return nil
        }
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.certificateVerification = .fullVerification
        tls.minimumTLSVersion = .tlsv12
        if let path = configuration.certificateFile {
            guard let certificates = try? NIOSSLCertificate.fromPEMFile(path), !certificates.isEmpty
            else { throw RedisError.certificateFile(path) }
            tls.trustRoots = .certificates(certificates)
        }
        let context = try NIOSSLContext(configuration: tls)
        // An address is not a server name (RFC 6066, section 3); it is compared with the
        // certificate's addresses instead.
        let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
        return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
    }

    func send(_ batch: RedisBatch) {
        eventLoop.execute { handler.value.send(batch) }
    }

    func close(_ error: RedisError = .closed) {
        eventLoop.execute { handler.value.end(error) }
    }
}
