import Foundation
import Glibc
import TestSupport

/// The server's side of one connection of a ``TestServer``.
struct TestConnection: Sendable {
    let socket: Int32
    /// Counted from 1, in the order of arrival.
    let number: Int
    fileprivate let note: @Sendable (String) -> Void

    init(socket: Int32, number: Int, note: @escaping @Sendable (String) -> Void) {
        self.socket = socket
        self.number = number
        self.note = note
        var limit = timeval(tv_sec: Int(Duration.patience / .seconds(1)), tv_usec: 0)
        setsockopt(
            socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Reads a request: its head, and the body that its `Content-Length` announces.
    ///
    /// - Returns: nil if the client closed the connection.
    @discardableResult
    func readRequest() -> String? {
        var text = ""
        while true {
            if let end = text.range(of: "\r\n\r\n") {
                let length = text[..<end.lowerBound].components(separatedBy: "\r\n")
                    .compactMap { Int(field: "content-length", in: $0) }.first
                if text[end.upperBound...].utf8.count >= length ?? 0 {
                    note(text)
                    return text
                }
            }
            guard let more = read() else { return nil }
            text += more
        }
    }

    func send(_ text: String) {
        send(Array(text.utf8))
    }

    /// - Returns: whether the client still accepts bytes.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// Waits until the client closes.
    ///
    /// - Returns: false if it did not.
    @discardableResult
    func waitForClose() -> Bool {
        while read() != nil {}
        return errno != EAGAIN
    }

    /// Sends single bytes, 10 ms apart, until the client closes.
    func dripUntilClosed() {
        var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        while send([UInt8(ascii: "x")]) {
            if poll(&descriptor, 1, 10) > 0 { return }
        }
    }

    /// Makes the next close send a reset.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            socket, SOL_SOCKET, SO_LINGER, &linger,
            socklen_t(MemoryLayout<Glibc.linger>.size))
    }

    private func read() -> String? {
        errno = 0
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = recv(socket, &buffer, buffer.count, 0)
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
}

extension Int {
    /// The value of `line` if it is the field `name`.
    fileprivate init?(field name: String, in line: String) {
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == name else { return nil }
        self.init(parts[1].trimmingCharacters(in: .whitespaces))
    }
}
