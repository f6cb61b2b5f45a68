import CCurl
import FoundationEssentials
import HTTPCore
import HTTPTypes

/// One request under way. Only the transfer thread uses it.
final class Transfer {
    let job: TransferJob
    let easy: EasyHandle
    private let sink: ResponseSink
    private let start = ContinuousClock.now

    /// - Returns: nil if libcurl has no memory.
    init?(job: TransferJob, options: CurlTransportOptions, memory: BodyMemory) {
        let sink = ResponseSink(maximumBodySize: options.maximumBodySize, memory: memory)
        guard var easy = EasyHandle(sink: sink),
            easy.setUp(job.request, id: job.id, options: options)
        else { return nil }
        self.job = job
        self.easy = easy
        self.sink = sink
    }

    /// The outcome of the request, which ended with `code` at `date`; a body is not decoded yet.
    func outcome(of code: CURLcode, at date: Date) -> TransferJob.Outcome {
        if code == CURLE_FILESIZE_EXCEEDED { sink.refuseBody() }
        if let excess = sink.excess {
            let status = sink.head?.status.code ?? 0
            return .failure(.invalidBody(status: status, reason: excess))
        }
        guard code == CURLE_OK else {
            let cause = failureCause(of: code)
            return .failure(
                .unavailable(
                    UpstreamFailure(
                        cause: cause, isUnconnected: cause == .timeout && !easy.wasConnected)))
        }
        guard let head = sink.head else {
            return .failure(.unavailable(UpstreamFailure(cause: .reset)))
        }
        var response = HTTPTransportResponse(
            head: head, body: sink.body,
            provenance: Provenance(source: .network, fetchedAt: date))
        response.lease = sink.lease
        return .success(response)
    }

    /// The request log's entry for this exchange.
    func record(of outcome: TransferJob.Outcome) -> ExchangeRecord {
        ExchangeRecord(
            method: job.request.head.method.rawValue, url: job.request.url,
            outcome: outcome.map(\.head), bodyBytes: sink.body.count,
            milliseconds: Int((ContinuousClock.now - start) / .milliseconds(1)))
    }
}
