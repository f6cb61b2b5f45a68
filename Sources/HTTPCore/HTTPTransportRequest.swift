package import HTTPTypes
package import Secrets

/// An HTTP request, with parameters for the transports.
package struct HTTPTransportRequest: Sendable {
    /// Method, URL and header fields, without `Authorization`.
    package var head: HTTPRequest
    package var body: [UInt8]
    /// The body if it is still arriving; ``body`` is then empty.
    package var upload: Upload?
    /// Sent in `Authorization`, and part of the identity of a stored response.
    package var credential: Secret?
    /// The authentication scheme of ``credential``; empty if that is all of `Authorization`.
    package var scheme = Self.bearer
    /// Nil for a response that is read whole and decoded.
    package var relay: Relay?
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

    package static let bearer = "Bearer"

    /// The value of `Authorization`; nil without a credential.
    package var authorization: Secret? {
        scheme.isEmpty ? credential : credential.map { Secret("\(scheme) \($0.reveal())") }
    }

    /// Whose the response is: each value of `Authorization` is an owner of its own.
    package var owner: Secret? {
        guard let credential else { return nil }
        let text = credential.reveal()
        let isToken = scheme.lowercased() == Self.bearer.lowercased() && !text.contains(" ")
        // No token begins with a blank or has one.
        return isToken ? credential : Secret("\(scheme) \(text)")
    }

    /// The absolute URL, for example `https://api.github.com/users/octocat`.
    package var url: String {
        "\(head.scheme ?? "https")://\(head.authority ?? "")\(head.path ?? "/")"
    }
}
