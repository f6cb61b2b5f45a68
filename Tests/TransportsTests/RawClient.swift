import Glibc
import LinuxSystem

@testable import Transports

/// A connection to a server in the `lines` framing, for one caller that waits for each response.
///
/// Its methods block; ``withConnection(to:_:)`` runs them on a dedicated thread. It does not parse
/// messages: the caller decides which one is the response.
struct RawClient: ~Copyable {
    let socket: OwnedDescriptor
    private var received: [UInt8] = []
    /// The number of bytes in ``received`` that are known to have no line end.
    private var searched = 0

    /// - Throws: ``TransportError/couldNotConnect(to:_:)`` or
    ///   ``TransportError/unknownHost(_:)``, and for stdio ``TransportError/invalidAddress(_:)``.
    init(
        connectingTo address: ServerAddress
    ) throws(TransportError) {
        switch address {
        case .stdio: throw .invalidAddress("\(address)")
        case .unix(let path), .httpSocket(let path):
            socket = try ClientSocket.connect(unix: path)
        case .tcp(let hostAndPort), .http(let hostAndPort):
            socket = try ClientSocket.connect(tcp: hostAndPort)
        }
    }

    /// Connects, and runs `body` with the client on a dedicated thread.
    static func withConnection<Result: Sendable>(
        to address: ServerAddress,
        _ body: @escaping @Sendable (inout RawClient) throws(TransportError) -> Result
    ) async throws(TransportError) -> Result {
        try await DedicatedThread.run { () throws(TransportError) in
            var client = try RawClient(connectingTo: address)
            return try body(&client)
        }
    }

    /// Sends one message.
    ///
    /// - Parameter message: JSON text without a line end.
    func send(_ message: [UInt8]) throws(TransportError) {
        try ClientSocket.send(message + [UInt8(ascii: "\n")], to: socket)
    }

    /// Closes the sending side. Responses can still be received.
    func finishSending() {
        shutdown(socket.raw, CInt(SHUT_WR))
    }

    /// Waits for the next message; nil if the server has closed the connection.
    mutating func receive() throws(TransportError) -> [UInt8]? {
        while true {
            if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer {
                    received.removeSubrange(...end)
                    searched = 0
                }
                return Array(received[..<end])
            }
            searched = received.count
            if try ClientSocket.receive(from: socket, into: &received) == 0 { return nil }
        }
    }
}

/// Blocking calls.
extension ClientSocket {
    static func send(
        _ bytes: [UInt8], to socket: borrowing OwnedDescriptor
    ) throws(TransportError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket.raw, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count >= 0 {
                rest.removeFirst(count)
            } else if errno == EPIPE || errno == ECONNRESET {
                // A response with the reason may still be readable.
                return
            } else if errno != EINTR {
                throw .stream(.current)
            }
        }
    }

    /// Waits for bytes and appends them.
    ///
    /// - Returns: the number of bytes; 0 at the end.
    static func receive(
        from socket: borrowing OwnedDescriptor, into bytes: inout [UInt8]
    ) throws(TransportError) -> Int {
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = chunk.withUnsafeMutableBytes {
                recv(socket.raw, $0.baseAddress, $0.count, 0)
            }
            if count >= 0 {
                bytes += chunk[..<count]
                return count
            }
            if errno == ECONNRESET { return 0 }
            if errno != EINTR { throw .stream(.current) }
        }
    }
}
