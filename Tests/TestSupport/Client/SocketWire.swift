import Glibc
import LinuxSystem
import Transports

/// A connected socket.
final class SocketWire: Wire {
    private let socket: CInt
    private let end: AsyncStream<Never>

    /// Takes ownership of the descriptor.
    init(_ socket: CInt, _ inbox: Inbox) throws {
        self.socket = socket
        let (end, continuation) = AsyncStream.makeStream(of: Never.self)
        self.end = end
        try DedicatedThread.start {
            var chunk = [UInt8](repeating: 0, count: 64 << 10)
            while true {
                let count = recv(socket, &chunk, chunk.count, 0)
                if count < 0, errno == EINTR { continue }
                inbox.take(chunk.prefix(max(count, 0)), closes: count <= 0)
                if count <= 0 { return continuation.finish() }
            }
        }
    }

    /// Connects to a Unix socket.
    convenience init(connectingTo path: String, _ inbox: Inbox) throws {
        try self.init(ClientSocket.connect(unix: path).release(), inbox)
    }

    /// Two connected sockets.
    static func pair() throws(Errno) -> (CInt, CInt) {
        var ends: [CInt] = [0, 0]
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw .current }
        return (ends[0], ends[1])
    }

    private static let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)

    /// Blocks while the server does not read, so a test sends no more than a socket holds.
    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            // The server has ended; its last output may give the reason.
            if count < 0 { return }
            rest.removeFirst(count)
        }
    }

    func endInput() {
        shutdown(socket, CInt(SHUT_WR))
    }

    func close() async throws {
        shutdown(socket, CInt(SHUT_RDWR))
        await end.finished()
        Glibc.close(socket)
    }
}

extension AsyncStream<Never> {
    /// Waits for the end of the stream, even in a cancelled task.
    func finished() async {
        await Task.detached { for await _ in self {} }.value
    }
}
