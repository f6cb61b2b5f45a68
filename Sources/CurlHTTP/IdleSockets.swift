import Glibc

/// The sockets of kept connections without TLS.
///
/// A response that nobody asked for would be that of the connection's next request. libcurl looks only once
/// per second for what a kept connection has brought.
struct IdleSockets {
    private var sockets: Set<Int32> = []

    mutating func add(_ socket: Int32) {
        sockets.insert(socket)
    }

    /// Whether one of them has brought something, or has ended. Those that are closed are forgotten; the number
    /// of one may by now be that of another socket, and then this may be true for no reason.
    mutating func haveInput() -> Bool {
        guard !sockets.isEmpty else { return false }
        var polled = sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&polled, nfds_t(polled.count), 0) > 0 else { return false }
        for socket in polled where socket.revents & Int16(POLLNVAL) != 0 {
            sockets.remove(socket.fd)
        }
        return polled.contains { $0.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 }
    }
}
