/// Why this side closes a WebSocket: the code and the reason of its close frame.
package struct WebSocketClosing: Error, Hashable, Sendable {
    package let code: UInt16
    /// For the client's author; at most 123 bytes.
    package let reason: String

    package init(_ code: UInt16, _ reason: String = "") {
        self.code = code
        self.reason = reason
    }

    package static let serverEnds = WebSocketClosing(1001, "the server ends")

    static func brokenFrame(_ reason: String) -> WebSocketClosing {
        WebSocketClosing(1002, reason)
    }

    /// Whether a close frame may have the code.
    ///
    /// - SeeAlso: RFC 6455, section 7.4, and IANA's registry of close codes.
    static func isSendable(_ code: UInt16) -> Bool {
        [1000...1003, 1007...1014, 3000...4999].contains { $0.contains(code) }
    }
}
