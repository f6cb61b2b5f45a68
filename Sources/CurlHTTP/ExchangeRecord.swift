package import HTTPCore
package import HTTPTypes

/// What is known of one exchange for a log: neither the token nor a body.
package struct ExchangeRecord: Hashable, Sendable {
    package var method: String
    package var url: String
    /// The head of the response, even if that was refused or did not arrive whole. Log no header
    /// field that you do not know.
    package var head: HTTPResponse?
    /// Why the caller gets no response.
    package var failure: HTTPTransportError?
    /// Bytes of the body that arrived, before decoding.
    package var bodyBytes: Int
    /// From the start of the attempt to its end, without the wait in the queue.
    package var milliseconds: Int
}
