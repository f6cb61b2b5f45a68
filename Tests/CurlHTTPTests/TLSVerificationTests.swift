import Foundation
import Glibc
import HTTPCore
import TestSupport
import Testing

@testable import CurlHTTP

/// Tests against `openssl s_server`.
@Suite(.patience) struct TLSVerificationTests {
    @Test func `a certificate from an unknown authority is refused`() async throws {
        let server = try TLSServer()
        let transport = CurlTransport(CurlTransportOptions(timeout: .patience))
        let failure = await transport.failure(
            HTTPTransportRequest("https://localhost:\(server.port)/"))
        #expect(failure == .unavailable(UpstreamFailure(cause: .tls)))
        withExtendedLifetime(server) {}
    }

    @Test func `a certificate of an authority from the environment is accepted`() async throws {
        let server = try TLSServer()
        let url = "https://localhost:\(server.port)/"
        let named = CertificateTrust(environment: ["SSL_CERT_FILE": server.certificate])
        let transport = CurlTransport(CurlTransportOptions(trust: named))
        #expect(await transport.failure(HTTPTransportRequest(url)) == nil)
        let hashed = CertificateTrust(environment: ["SSL_CERT_DIR": server.folder])
        let other = CurlTransport(CurlTransportOptions(trust: hashed))
        #expect(await other.failure(HTTPTransportRequest(url)) == nil)
        withExtendedLifetime(server) {}
    }

    @Test func `an authority from the environment replaces the machine's`() {
        let empty = CertificateTrust(environment: ["SSL_CERT_FILE": "", "SSL_CERT_DIR": ""])
        #expect(empty == .machine)
        let file = CertificateTrust(environment: ["SSL_CERT_FILE": "/ca.pem"])
        #expect(file == CertificateTrust(file: "/ca.pem", directory: nil))
    }
}

/// A TLS server with a self-signed certificate.
///
/// Foundation's `Process` waits for a child in a run loop, which hangs on a dispatch thread.
private final class TLSServer {
    let port: String
    private let directory: TemporaryDirectory
    var folder: String { directory.path }
    var certificate: String { "\(folder)/certificate" }
    private let process: pid_t
    private let output: UnsafeMutablePointer<FILE>

    init() throws {
        directory = try TemporaryDirectory()
        let folder = directory.path
        let made = system(
            """
            openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -keyout \(folder)/key \
            -addext subjectAltName=DNS:localhost -out \(folder)/certificate 2>/dev/null &&
            ln -s certificate \(folder)/$(openssl x509 -hash -noout -in \(folder)/certificate).0
            """)
        try #require(made == 0, "openssl cannot make a certificate; is it installed?")
        output = try #require(
            popen(
                """
                echo $$; exec openssl s_server -accept 127.0.0.1:0 -www -key \(folder)/key \
                -cert \(folder)/certificate </dev/null 2>/dev/null
                """, "r"))
        process = try #require(pid_t(Self.line(of: output) ?? ""))
        // The line `ACCEPT 127.0.0.1:PORT` shows that it listens.
        var line = Self.line(of: output)
        while let text = line, !text.hasPrefix("ACCEPT") { line = Self.line(of: output) }
        port = try String(#require(line?.split(separator: ":").last))
    }

    deinit {
        // SIGTERM may be blocked, because a child inherits the signal mask of its creator's thread.
        kill(process, SIGKILL)
        pclose(output)
    }

    /// The next line, without its end; nil at the end of the output.
    private static func line(of output: UnsafeMutablePointer<FILE>) -> String? {
        var buffer = [CChar](repeating: 0, count: 256)
        guard fgets(&buffer, Int32(buffer.count), output) != nil else { return nil }
        return String(decoding: buffer.prefix { $0 > 10 }.map { UInt8($0) }, as: UTF8.self)
    }
}
