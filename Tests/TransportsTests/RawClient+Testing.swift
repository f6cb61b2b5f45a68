import Glibc
import LinuxSystem
import TestSupport

@testable import Transports

/// Actions of a badly behaved client.
extension RawClient {
    /// Sends bytes unchanged.
    func sendRaw(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.send(socket.raw, bytes, bytes.count, CInt(MSG_NOSIGNAL))
    }

    /// Sends the same bytes until none have been accepted for a moment.
    ///
    /// - Returns: how many bytes were accepted.
    func sendUntilFull(_ bytes: [UInt8]) -> Int {
        var total = 0
        while total < 1 << 30 {
            var poll = pollfd(fd: socket.raw, events: Int16(POLLOUT), revents: 0)
            // The only way to detect that nobody reads is to wait a little.
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

    /// Makes the client's end reset the connection instead of closing it in order.
    func willReset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            socket.raw, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
}

extension RawClient {
    /// Waits for bytes or the end; false if neither comes.
    func hasInput() -> Bool {
        var poll = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&poll, 1, CInt(Duration.patience / .milliseconds(1))) > 0
    }
}
