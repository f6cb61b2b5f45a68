import NIOCore

/// `HOST:PORT`.
///
/// The host is an IPv4 address, an IPv6 address in brackets, or a name.
public struct HostAndPort: Hashable, Sendable {
    /// Without brackets.
    public let host: String
    /// 0 lets the kernel choose a free port.
    public let port: Int

    /// A host, without brackets, and a port of 0 to 65535.
    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Parses `HOST:PORT`.
    ///
    /// - Throws: ``TransportError/invalidHostAndPort(_:)``
    public init(parsing text: String) throws(TransportError) {
        guard let colon = text.lastIndex(of: ":") else { throw .invalidHostAndPort(text) }
        var host = text[..<colon]
        let digits = text[text.index(after: colon)...]
        // Int.init(_:) also takes a sign.
        guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let port = UInt16(digits)
        else { throw .invalidHostAndPort(text) }
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            throw .invalidHostAndPort(text)
        }
        guard !host.isEmpty else { throw .invalidHostAndPort(text) }
        self.init(host: String(host), port: Int(port))
    }

    /// The address to bind or connect to. The resolver may block.
    ///
    /// `localhost` is 127.0.0.1, without the resolver (RFC 6761, section 6.3).
    func resolved() throws(TransportError) -> SocketAddress {
        let host = host.lowercased() == "localhost" ? "127.0.0.1" : host
        do {
            return try SocketAddress.makeAddressResolvingHost(host, port: port)
        } catch {
            throw .unknownHost(host)
        }
    }
}

extension HostAndPort {
    /// The bound address; nil if it is not TCP.
    init?(_ address: SocketAddress?) {
        guard let host = address?.ipAddress, let port = address?.port else { return nil }
        self.init(host: host, port: port)
    }
}

extension HostAndPort: CustomStringConvertible {
    /// `HOST:PORT`, with brackets around an IPv6 address.
    public var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}

extension SocketAddress {
    /// Whether only this machine can reach the address: 127.0.0.0/8, `::1`, or 127.0.0.0/8 written
    /// as IPv6.
    var isLoopback: Bool {
        // A Unix socket has no IP address.
        guard let ip = ipAddress else { return true }
        return ip == "::1" || ip.hasPrefix("127.") || ip.hasPrefix("::ffff:127.")
    }
}
