package import HTTPCore

/// Responses that several servers share, and the right to fetch one.
///
/// ``CachingTransport`` asks where upstream would be asked otherwise: a response in the local store
/// that may be used never comes here. What is fresh is decided by the caller, through
/// ``SharedQuestion/isUsable``. No operation fails: a server that cannot share is `.alone`.
package protocol SharedResponses: Sendable {
    /// Finds a usable response, gets the right to fetch one, or waits for the server that has it.
    ///
    /// The wait is bounded. A cancelled caller gets `.alone`, and holds no lease.
    func claim(_ question: SharedQuestion) async -> SharedClaim

    /// Gives a lease back with a response that may be stored. Does not wait for the engine.
    ///
    /// - Parameter isConfirmation: upstream confirmed (304) the response that came with the lease,
    ///   so its body is where the others find it.
    func publish(
        _ response: StoredResponse, for seconds: Double, isConfirmation: Bool,
        _ lease: SharedLease)

    /// Gives a lease back without a response to share. Does not wait for the engine.
    ///
    /// - Parameter outcome: ends the wait of other servers; nil has one of them fetch instead.
    func release(_ lease: SharedLease, _ outcome: SharedOutcome?)
}

/// What ``SharedResponses/claim(_:)`` has found out.
package enum SharedClaim: Sendable {
    /// Usable, fetched by another server.
    case found(SharedResponse)
    /// The caller fetches the response, and then publishes it or releases the lease.
    ///
    /// `known` is what is shared now and may not be used without asking upstream.
    case lease(SharedLease, known: SharedResponse?)
    /// The server that fetched it got nothing to share.
    case settled(SharedOutcome)
    /// Nothing is shared now: the caller does as if it were the only server.
    case alone
}

/// What is asked for, and which answer will do.
package struct SharedQuestion: Sendable {
    package let request: HTTPTransportRequest
    package let isUsable: @Sendable (SharedResponse) -> Bool
}

/// The right to fetch one response, by the number that its maker knows it under.
package struct SharedLease: Hashable, Sendable {
    package let number: UInt64

    package init(number: UInt64) {
        self.number = number
    }
}

/// A response that another server has fetched.
package struct SharedResponse: Hashable, Sendable {
    package var content: SharedContent
    /// Seconds since upstream sent or confirmed it, by one clock; never too few.
    package var age: Double
    /// Seconds that the exchange with upstream took.
    package var delay: Double
    /// It came from upstream after the caller began to wait.
    package var isNew: Bool

    package init(content: SharedContent, age: Double, delay: Double, isNew: Bool) {
        self.content = content
        self.age = age
        self.delay = delay
        self.isNew = isNew
    }
}

/// How a fetch ended that gave nothing to share.
package enum SharedOutcome: Hashable, Sendable {
    /// An answer that is not stored, such as a 404.
    case answer(SharedContent)
    case failure(HTTPTransportError)
    /// Each server asks for itself: the response is too large, or no cache may keep it.
    case unshared
}

/// The sharing of a server that is by itself.
package struct NoSharedResponses: SharedResponses {
    package init() {}

    package func claim(_ question: SharedQuestion) async -> SharedClaim { .alone }

    package func publish(
        _ response: StoredResponse, for seconds: Double, isConfirmation: Bool,
        _ lease: SharedLease
    ) {}

    package func release(_ lease: SharedLease, _ outcome: SharedOutcome?) {}
}
