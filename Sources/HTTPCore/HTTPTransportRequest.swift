package import HTTPTypes
package import Secrets

/// An HTTP request, with parameters for the transports.
package struct HTTPTransportRequest: Sendable {
    /// Method, URL and header fields, without `Authorization`.
    package var head: HTTPRequest
    package var body: [UInt8]
    /// Sent as `Authorization: Bearer`, and part of the identity of a stored response.
    package var credential: Secret?
    package var cachePolicy: CachePolicy
    package var facts: RequestFacts
    /// Whether the request may be sent again after a failure.
    package var mayBeRepeated = true
    /// Called when a transport could not answer from its store and is about to ask upstream.
    package var willAskUpstream: (@Sendable () -> Void)?

    package init(
        head: HTTPRequest, body: [UInt8] = [], credential: Secret? = nil,
        cachePolicy: CachePolicy = CachePolicy(), facts: RequestFacts = RequestFacts()
    ) {
        self.head = head
        self.body = body
        self.credential = credential
        self.cachePolicy = cachePolicy
        self.facts = facts
    }

    /// The absolute URL, for example `https://api.github.com/users/octocat`.
    package var url: String {
        "\(head.scheme ?? "https")://\(head.authority ?? "")\(head.path ?? "/")"
    }
}
