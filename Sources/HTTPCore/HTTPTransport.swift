package import HTTPTypes
package import Secrets

/// Sends HTTP requests and returns responses.
///
/// libcurl conforms to it. The cache, retry and rate-limit transports wrap another transport, and
/// one composition root chains them.
package protocol HTTPTransport: Sendable {
    /// Sends one request and waits for its whole response.
    ///
    /// A response of any status is a result, not an error. Cancelling the task throws
    /// ``HTTPTransportError/cancelled`` and aborts the transfer, unless another request waits for
    /// it.
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

/// An HTTP request, with parameters for the transports.
package struct HTTPTransportRequest: Sendable {
    /// Method, URL and header fields, without `Authorization`.
    package var head: HTTPRequest
    package var body: [UInt8]
    /// Sent as `Authorization: Bearer`, and part of the identity of a stored response.
    package var credential: Secret?
    package var cachePolicy: CachePolicy
    /// The path before redirects; the stored response concerns that one too.
    package var redirectedFrom: String?
    /// Called when a transport could not answer from its store and is about to ask upstream.
    package var willAskUpstream: (@Sendable () -> Void)?

    package init(
        head: HTTPRequest, body: [UInt8] = [], credential: Secret? = nil,
        cachePolicy: CachePolicy = CachePolicy()
    ) {
        self.head = head
        self.body = body
        self.credential = credential
        self.cachePolicy = cachePolicy
    }

    /// The absolute URL, for example `https://api.github.com/users/octocat`.
    package var url: String {
        "\(head.scheme ?? "https")://\(head.authority ?? "")\(head.path ?? "/")"
    }
}

/// A response and its provenance.
package struct HTTPTransportResponse: Sendable {
    package var head: HTTPResponse
    /// The content, with any `Content-Encoding` decoded.
    package var body: [UInt8]
    package var provenance: Provenance
    /// The memory that the body holds.
    package var lease: BodyMemory.Lease?

    package init(head: HTTPResponse, body: [UInt8], provenance: Provenance) {
        self.head = head
        self.body = body
        self.provenance = provenance
    }
}
