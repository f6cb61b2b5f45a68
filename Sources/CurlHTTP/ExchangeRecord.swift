package import HTTPCore
package import HTTPTypes

/// What is known of one exchange for a log: neither the token nor a body.
package struct ExchangeRecord: Hashable, Sendable {
    /// How the exchange ended.
    package enum Outcome: Hashable, Sendable {
        /// The whole response arrived.
        case response(status: Int)
        /// No response, or only a part of one.
        case failure(UpstreamFailure.Cause)
        /// The response was too long, or in a coding that was not requested.
        case refused(status: Int)
        /// Aborted here, because its caller was cancelled.
        case cancelled
    }

    package var method: String
    package var url: String
    package var outcome: Outcome
    /// Bytes of the body that arrived, before decoding.
    package var bodyBytes: Int
    /// From the start of the attempt to its end, without the wait in the queue.
    package var milliseconds: Int
    /// The header fields of the response; empty without one. Log none that you do not know.
    package var headerFields: HTTPFields
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
