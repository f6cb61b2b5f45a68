import HTTPTypes

/// The seam between those who ask and those who fetch.
///
/// libcurl conforms to it; the cache, retry and rate-limit transports wrap another one. One
/// composition root chains them.
package protocol HTTPTransport: Sendable {
    /// Sends one request and waits for its whole response.
    ///
    /// A response of any status is a response, not an error. Cancelling the task aborts what
    /// nobody else waits for and throws ``HTTPTransportError/cancelled``.
    func send(_ request: HTTPTransportRequest) async throws(HTTPTransportError)
        -> HTTPTransportResponse
}

/// An HTTP request with what the transports on its way have to know of it.
package struct HTTPTransportRequest: Sendable {
    /// Method, absolute URL in parts, and header fields, without `Authorization`.
    package var head: HTTPRequest
    package var body: [UInt8]
    /// Sent as `Authorization: Bearer`, and part of the identity a stored response belongs to.
    package var credential: Secret?
    package var cachePolicy: CachePolicy
    /// The path that redirects led here from; what is stored concerns that one too.
    package var redirectedFrom: String?
    /// Called by a transport that could have answered from a store and is about to ask upstream.
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

/// A response and where it came from.
package struct HTTPTransportResponse: Sendable {
    package var head: HTTPResponse
    /// The content, with any `Content-Encoding` undone.
    package var body: [UInt8]
    package var provenance: Provenance

    package init(head: HTTPResponse, body: [UInt8], provenance: Provenance) {
        self.head = head
        self.body = body
        self.provenance = provenance
    }
}
