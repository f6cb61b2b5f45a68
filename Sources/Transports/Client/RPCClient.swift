import Glibc
import NIOCore

/// A connection to a server in the `lines` framing, for one caller who waits for each answer.
///
/// Its calls block; ``withConnection(to:_:)`` runs them on a thread of their own. It does not look
/// into messages: which of them is the answer, its caller says.
package struct RPCClient: ~Copyable {
    /// Longest message taken, in bytes.
    private let maximumMessageBytes: Int
    let socket: FileDescriptor
    private var received: [UInt8] = []
    /// How many of ``received`` are known to hold no line end.
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

    /// Connects and runs `body` with the client, on a thread of its own.
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

    /// Says that no more will be sent; answers still come.
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

    /// Sends one message and waits until `isAnswer` says that one which came answers it.
    ///
    /// - Parameter isAnswer: gets each message that comes; handles those that are not the answer.
    /// - Throws: ``TransportError/connectionClosed`` if there was no answer.
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
