import HTTPCore

/// What the request log says of one exchange: never a header field, a token or a body.
package struct ExchangeRecord: Hashable, Sendable {
    /// How the exchange ended.
    package enum Outcome: Hashable, Sendable {
        /// The whole response arrived.
        case response(status: Int)
        /// No response, or only a part of one.
        case failure(UpstreamFailure.Cause)
        /// The response was too long, or in a coding that nobody asked for.
        case refused(status: Int)
        /// Aborted here, since nobody waits for it any more.
        case cancelled
    }

    package var method: String
    package var url: String
    package var outcome: Outcome
    /// Bytes of the body that arrived, as it was sent.
    package var bodyBytes: Int
    /// From the start of the attempt to its end, without the wait in the queue.
    package var milliseconds: Int
    /// `X-RateLimit-Remaining` of the response.
    package var rateLimitRemaining: Int?

    package init(
        method: String, url: String, outcome: Outcome, bodyBytes: Int = 0, milliseconds: Int = 0,
        rateLimitRemaining: Int? = nil
    ) {
        self.method = method
        self.url = url
        self.outcome = outcome
        self.bodyBytes = bodyBytes
        self.milliseconds = milliseconds
        self.rateLimitRemaining = rateLimitRemaining
    }
}

extension ExchangeRecord.Outcome {
    init(_ outcome: TransferJob.Outcome) {
        self =
            switch outcome {
            case .success(let response): .response(status: response.head.status.code)
            case .failure(.unavailable(let failure)): .failure(failure.cause)
            case .failure(.invalidBody(let status, _)): .refused(status: status)
            case .failure: .cancelled
            }
    }
}
