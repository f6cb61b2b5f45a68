/// Sends HTTP requests and returns responses: libcurl, and the transports that wrap another one.
package protocol HTTPTransport: Sendable {
    /// A response of any status is a result, not an error. Cancelling the task throws
    /// ``HTTPTransportError/cancelled`` and aborts the transfer, unless another request waits for it.
    func send(_ request: HTTPTransportRequest) async throws(HTTPTransportError)
        -> HTTPTransportResponse
}

/// A transport that also checks responses that did not come through it.
package protocol CheckingTransport: HTTPTransport {
    /// Throws what ``HTTPTransport/send(_:)`` would have thrown had upstream sent `response`.
    func check(
        _ response: HTTPTransportResponse, for request: HTTPTransportRequest
    ) throws(HTTPTransportError)
}
