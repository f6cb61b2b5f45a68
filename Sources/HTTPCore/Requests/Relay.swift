package import HTTPTypes

/// Makes a response pass as upstream sent it, for a client that speaks HTTP itself.
///
/// A content coding stays, a 5xx and a used-up limit are responses and no errors, and a body of any
/// length is handed on while it arrives. Only silence is limited in time.
package struct Relay: Sendable {
    /// Called with each interim response (RFC 9110, section 15.2), but not with 100 and 101.
    package var onInterim: @Sendable (HTTPResponse) -> Void
    /// The most bytes of a body that are collected before the response is handed on. If there are more,
    /// ``HTTPTransportResponse/rest`` has what follows.
    package var collecting: @Sendable (HTTPResponse) -> Int = Self.errors

    package init(onInterim: @escaping @Sendable (HTTPResponse) -> Void = { _ in }) {
        self.onInterim = onInterim
    }

    /// The bodies of errors are read to see what they mean.
    package static let errors: @Sendable (HTTPResponse) -> Int = {
        $0.status.code >= 400 ? 64 << 10 : 0
    }
}

/// A request's body that is sent while it arrives.
package struct Upload: Sendable {
    package let pipe: BodyPipe
    /// In bytes; nil if the end is not known before.
    package let length: Int?

    package init(pipe: BodyPipe, length: Int?) {
        self.pipe = pipe
        self.length = length
    }
}
