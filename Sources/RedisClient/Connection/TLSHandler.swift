import NIOCore
import NIOSSL

/// TLS that verifies the chain and the name of the host, or its address.
enum TLSHandler {
    /// Reads the CA certificates for each connection, so that a replaced file applies to the next
    /// one. This blocks for some milliseconds.
    ///
    /// - Returns: nil without TLS.
    static func make(_ configuration: RedisConfiguration) throws -> NIOSSLClientHandler? {
        guard configuration.usesTLS, case .tcp(let host, _) = configuration.address else {
            return nil
        }
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.certificateVerification = .fullVerification
        tls.minimumTLSVersion = .tlsv12
        if let path = configuration.certificateFile {
            guard let certificates = try? NIOSSLCertificate.fromPEMFile(path), !certificates.isEmpty
            else { throw RedisFailure.certificateFile(path) }
            tls.trustRoots = .certificates(certificates)
        }
        let context = try NIOSSLContext(configuration: tls)
        // An address is not a server name (RFC 6066, section 3); it is compared with the
        // certificate's addresses instead.
        let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
        return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
    }
}
