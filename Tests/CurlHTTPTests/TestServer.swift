import Foundation
import Glibc
import Synchronization

/// A TCP server on 127.0.0.1 that runs the test's script on each connection.
///
/// Each connection has its own thread, and closes when its script returns. No read waits
/// longer than ``Swift/Duration/patience``.
final class TestServer: Sendable {
    typealias Script = @Sendable (TestConnection) -> Void

    let port: Int
    private let listener: Int32
    private let accepted = Mutex(0)
    private let received = Mutex<[String]>([])

    var url: String { "http://127.0.0.1:\(port)" }
    /// The number of connections so far.
    var connections: Int { accepted.withLock { $0 } }
    /// Requests so far, head and body, in the order in which they arrived.
    var requests: [String] { received.withLock { $0 } }

    init(_ script: @escaping Script) throws {
        (listener, port) = try boundSocket()
        guard listen(listener, 64) == 0 else { throw POSIXError(.EIO) }
        Thread.detachNewThread { [weak self, listener] in
            while true {
                let socket = accept(listener, nil, nil)
                guard socket >= 0, let self else { break }
                serve(socket, with: script)
            }
            close(listener)
        }
    }

    /// Answers each request with `response`, and keeps the connection.
    convenience init(answering response: String) throws {
        try self.init { connection in
            while connection.readRequest() != nil { connection.send(response) }
        }
    }

    deinit {
        // Ends accept(), which close() alone does not do.
        Glibc.shutdown(listener, Int32(SHUT_RDWR))
    }

    private func serve(_ socket: Int32, with script: @escaping Script) {
        let number = accepted.withLock { count in
            count += 1
            return count
        }
        let connection = TestConnection(socket: socket, number: number) { text in
            self.received.withLock { $0.append(text) }
        }
        Thread.detachNewThread {
            script(connection)
            close(socket)
        }
    }
}

/// A socket bound to a free port of 127.0.0.1 that does not listen.
func boundSocket() throws -> (socket: Int32, port: Int) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(listener, $0, length) | getsockname(listener, $0, &length)
        }
    }
    guard listener >= 0, status == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
}
