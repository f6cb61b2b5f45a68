import Glibc
import NIOCore
import LinuxSystem

/// A connection to a server in the `lines` framing, for one caller that waits for each response.
///
/// Its methods block; ``withConnection(to:_:)`` runs them on a dedicated thread. It does not parse
/// messages: the caller decides which one is the response.
package struct RPCClient: ~Copyable {
    /// Longest message accepted, in bytes.
    private let maximumMessageBytes: Int
    let socket: OwnedDescriptor
    private var received: [UInt8] = []
    /// The number of bytes in ``received`` that are known to have no line end.
    private var searched = 0

    /// - Throws: ``TransportError/couldNotConnect(to:_:)`` or
    ///   ``TransportError/unknownHost(_:)``, and for stdio ``TransportError/invalidAddress(_:)``.
    package init(
        connectingTo address: ServerAddress, maximumMessageBytes: Int = 1 << 30
    ) throws(TransportError) {
        self.maximumMessageBytes = maximumMessageBytes
        switch address {
        case .stdio: throw .invalidAddress("\(address)")
        case .unix(let path): socket = try ClientSocket.connect(unix: path)
        case .tcp(let hostAndPort): socket = try ClientSocket.connect(tcp: hostAndPort)
        }
    }

    /// Connects, and runs `body` with the client on a dedicated thread.
    package static func withConnection<Result: Sendable>(
        to address: ServerAddress,
        _ body: @escaping @Sendable (inout RPCClient) throws(TransportError) -> Result
    ) async throws(TransportError) -> Result {
        try await DedicatedThread.run { () throws(TransportError) in
            var client = try RPCClient(connectingTo: address)
            return try body(&client)
        }
    }

    /// Sends one message.
    ///
    /// - Parameter message: JSON text without a line end in it.
    package func send(_ message: [UInt8]) throws(TransportError) {
        try ClientSocket.send(message + [UInt8(ascii: "\n")], to: socket)
    }

    /// Closes the sending side. Responses can still be received.
    package func finishSending() {
        shutdown(socket.raw, CInt(SHUT_WR))
    }

    /// Waits for the next message; nil if the server has closed the connection.
    package mutating func receive() throws(TransportError) -> [UInt8]? {
        while true {
            if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer {
                    received.removeSubrange(...end)
                    searched = 0
                }
                return Array(received[..<end])
            }
            searched = received.count
            guard searched <= maximumMessageBytes else {
                throw .messageTooLarge(maximum: maximumMessageBytes)
            }
            if try ClientSocket.receive(from: socket, into: &received) == 0 { return nil }
        }
    }

    /// Sends one message and waits until `isAnswer` accepts a received one.
    ///
    /// - Parameter isAnswer: receives each message; it handles those that are not the response.
    /// - Throws: ``TransportError/connectionClosed`` if there was no response.
    package mutating func exchange(
        _ message: [UInt8], isAnswer: ([UInt8]) -> Bool
    ) throws(TransportError) -> [UInt8] {
        try send(message)
        while let answer = try receive() {
            if isAnswer(answer) { return answer }
        }
        throw .connectionClosed
    }
}
