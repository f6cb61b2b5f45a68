import HTTPCore

/// A request, and the caller that waits for its response.
struct TransferJob: Sendable {
    typealias Outcome = Result<HTTPTransportResponse, HTTPTransportError>

    struct Ending: Sendable {
        var outcome: Outcome
        /// Nil for a request that was never sent.
        var record: ExchangeRecord?

        static let cancelled = Ending(outcome: .failure(.cancelled))
    }

    let id: Int
    let request: HTTPTransportRequest
    /// Resumed once, by the code that removes the job.
    let reply: CheckedContinuation<Ending, Never>
    /// Called when a response has ended that was handed on before its end.
    let onEnd: @Sendable (ExchangeRecord) -> Void
    /// Of the client's request that it is for; it counts the transfers that have begun.
    let log = RequestRecord.current
}
