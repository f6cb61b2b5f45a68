import Glibc
import LinuxSystem
import TestSupport

@testable import Transports

/// What only a badly behaved client does.
extension RawClient {
    /// Sends bytes as they are.
    func sendRaw(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.send(socket.raw, bytes, bytes.count, CInt(MSG_NOSIGNAL))
    }

    /// Sends the same bytes until nothing has been taken for a moment.
    ///
    /// - Returns: how many bytes were taken.
    func sendUntilFull(_ bytes: [UInt8]) -> Int {
        var total = 0
        while total < 1 << 30 {
            var poll = pollfd(fd: socket.raw, events: Int16(POLLOUT), revents: 0)
            // The one way to see that nobody reads is to wait a little for it.
            guard Glibc.poll(&poll, 1, 300) > 0 else { break }
            let offset = total % bytes.count
            let count = bytes[offset...].withUnsafeBytes {
                Glibc.send(
                    socket.raw, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
            }
            if count > 0 { total += count }
        }
        return total
    }

    /// Makes the end of the client cut the connection off instead of closing it in order.
    func willReset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            socket.raw, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
}

extension RawClient {
    /// Waits until something comes, or the end; false if nothing does.
    func hasInput() -> Bool {
        var poll = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&poll, 1, CInt(Duration.patience / .milliseconds(1))) > 0
    }
}
