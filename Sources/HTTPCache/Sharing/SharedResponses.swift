package import HTTPCore
package import HTTPTypes

/// Responses that several servers share, and the right to fetch one.
///
/// ``CachingTransport`` asks here before it asks upstream, if the local store has no usable
/// response. The caller decides what is acceptable, through ``SharedQuestion/accepted``. No
/// operation fails: a server that cannot share is `.alone`.
package protocol SharedResponses: Sendable {
    /// Finds a usable response, gets the right to fetch one, or waits for the server that has it.
    ///
    /// The wait is limited. A cancelled caller gets `.alone` and holds no lease.
    func claim(_ question: SharedQuestion) async -> SharedClaim

    /// Releases a lease with a response that may be stored. Does not wait for the engine.
    ///
    /// - Parameter isConfirmation: upstream confirmed (304) the response that came with the lease,
    ///   so its body is already shared.
    func publish(
        _ response: StoredResponse, for seconds: Double, isConfirmation: Bool,
        _ lease: SharedLease)

    /// Releases a lease without a response to share. Does not wait for the engine.
    ///
    /// - Parameter outcome: ends the wait of other servers; if nil, one of them fetches instead.
    func release(_ lease: SharedLease, _ outcome: SharedOutcome?)
}

/// The result of ``SharedResponses/claim(_:)``.
package enum SharedClaim: Sendable {
    /// Fetched by another server, and accepted by the question.
    case found(StoredResponse)
    /// The caller fetches the response, and then publishes it or releases the lease.
    ///
    /// `known` is the shared response, which may not be used without asking upstream.
    case lease(SharedLease, known: SharedResponse?)
    /// The server that fetched it got no response that can be shared.
    case settled(SharedOutcome)
    /// Nothing is shared now: the caller proceeds as if it were the only server.
    case alone
}

/// A request, and the test that a response must pass to satisfy it.
package struct SharedQuestion: Sendable {
    package let request: HTTPTransportRequest
    /// The response as this server stores it; nil if it may not be used without asking upstream.
    package let accepted: @Sendable (SharedResponse) -> StoredResponse?
}

/// The right to fetch one response. Its issuer knows it by the number.
package struct SharedLease: Hashable, Sendable {
    package let number: UInt64

    package init(number: UInt64) {
        self.number = number
    }
}

/// A response that another server has fetched.
package struct SharedResponse: Hashable, Sendable {
    package var content: SharedContent
    /// Seconds since upstream sent or confirmed it, by one clock; never too low.
    package var age: Double
    /// Seconds that the exchange with upstream took.
    package var delay: Double
    /// Upstream sent it after the caller began to wait.
    package var isNew: Bool

    package init(content: SharedContent, age: Double, delay: Double, isNew: Bool) {
        self.content = content
        self.age = age
        self.delay = delay
        self.isNew = isNew
    }
}

/// The outcome of a fetch without a response to share.
package enum SharedOutcome: Hashable, Sendable {
    /// A response that is not stored, such as a 404.
    case response(SharedContent)
    case failure(HTTPTransportError)
    /// Each server asks for itself: the response is too large, or no cache may store it.
    case unshared
}

/// Status, fields and body of a response, without its identity.
package struct SharedContent: Hashable, Sendable {
    package var status: Int
    package var fields: HTTPFields
    package var body: [UInt8]

    package init(status: Int, fields: HTTPFields, body: [UInt8]) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// Whether upstream no longer has what was requested, so that a stored response must go.
    var isRemoval: Bool { [404, 410].contains(status) }
}
