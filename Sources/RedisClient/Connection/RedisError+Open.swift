import LinuxSystem
import NIOCore
import NIOPosix
import NIOSSL

extension RedisError {
    /// SwiftNIO's error for a connection that could not be opened, or that broke.
    init(ofOpen error: any Error) {
        switch error {
        case let error as RedisError: self = error
        case ChannelError.connectTimeout: self = .timedOut
        case let error as NIOConnectionError:
            if let first = error.connectionErrors.first {
                self.init(ofOpen: first.error)
            } else {
                self = .unreachable("the host's name is not known")
            }
        case let error as IOError: self = .unreachable("\(Errno(error.errnoCode))")
        case let error as NIOSSLError: self = .tls(Self.text(error))
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            self = .tls("the certificate is for another name")
        case is BoringSSLError: self = .tls(Self.tlsText("\(error)"))
        case let error as NIOSSLExtraError: self = .tls("\(error)")
        default: self = .unreachable("\(error)")
        }
    }

    private static func text(_ error: NIOSSLError) -> String {
        switch error {
        case .handshakeFailed(let cause): tlsText("\(cause)")
        case .uncleanShutdown: "the connection was cut"
        default: "\(error)"
        }
    }

    /// BoringSSL's text contains the reason in capitals.
    private static func tlsText(_ text: String) -> String {
        if text.contains("CERTIFICATE_VERIFY_FAILED") {
            return "the certificate is not one of a trusted CA, or has expired"
        }
        if text.contains("WRONG_VERSION_NUMBER") { return "the engine does not speak TLS here" }
        let words: [Substring] = text.split { !($0.isUppercase || $0 == "_" || $0.isNumber) }
        let names: [Substring] = words.filter { $0.contains("_") && $0.count > 8 }
        return names.isEmpty ? "the handshake failed" : names.joined(separator: ", ")
    }
}
