import Glibc
import TestSupport

/// One TCP connection, byte by byte.
struct RawClient: ~Copyable {
    enum End: Equatable {
        /// The other side closed.
        case closed
        /// The other side reset.
        case reset
        /// Nothing arrived.
        case silent
        /// As much arrived as was wanted.
        case enough
    }

    private let socket: Int32

    /// Connects to the port of `http://127.0.0.1:PORT`.
    ///
    init(_ baseURL: String) throws {
        let port = UInt16(baseURL.split(separator: ":").last ?? "") ?? 0
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: Int(Duration.patience / .seconds(1)), tv_usec: 0)
        setsockopt(
            socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
        }
        if result != 0 { throw ConnectionRefused() }
    }

    deinit {
        close(socket)
    }

    struct ConnectionRefused: Error {}

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    func endInput() {
        shutdown(socket, Int32(SHUT_WR))
    }

    /// Reads until the end, or until `isEnough`.
    func read(until isEnough: (String) -> Bool = { _ in false }) -> (text: String, end: End) {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            let code = errno
            if count > 0 { bytes += buffer.prefix(count) }
            let text = String(decoding: bytes, as: UTF8.self)
            if count == 0 { return (text, .closed) }
            if count < 0 { return (text, code == ECONNRESET ? .reset : .silent) }
            if isEnough(text) { return (text, .enough) }
        }
    }
}

extension String {
    /// The text after the first blank line.
    var afterHead: Substring? {
        firstRange(of: "\r\n\r\n").map { self[$0.upperBound...] }
    }

    /// Whether a response is complete.
    var isWholeResponse: Bool {
        guard let body = afterHead, let header = firstRange(of: "Content-Length: "),
            let length = Int(self[header.upperBound...].prefix { $0.isNumber })
        else { return false }
        return body.utf8.count >= length
    }
}
