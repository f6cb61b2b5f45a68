import CCurl
import FoundationEssentials
import HTTPCore
import HTTPTypes

/// One request under way. It collects the response from libcurl, within limits.
///
/// It is a class because libcurl holds its address. Only the transfer thread uses it.
final class Transfer {
    let job: TransferJob
    private(set) var easy: EasyHandle
    private let start = ContinuousClock.now
    private let maximumBodySize: Int
    private var parser = ResponseHeadParser()
    private var body: [UInt8] = []
    /// The memory of ``body``.
    private let reservation: BodyMemory.Reservation
    /// Why the response is refused, as a phrase for people: usually a limit that it exceeds.
    private var excess: String?

    /// - Returns: nil if libcurl has no memory.
    init?(job: TransferJob, options: CurlTransportOptions) {
        guard let easy = EasyHandle() else { return nil }
        self.job = job
        self.easy = easy
        reservation = options.memory.reserve()
        maximumBodySize = options.maximumBodySize
        guard self.easy.setUp(job.request, id: job.id, receiver: self, options: options) else {
            return nil
        }
    }

    /// - Returns: whether the transfer continues.
    func take(line: UnsafeRawBufferPointer) -> Bool {
        do throws(ResponseHeadParser.Refusal) {
            try parser.append(line: Array(line))
        } catch {
            excess = "\(error)"
        }
        return excess == nil
    }

    /// - Parameter content: a piece of the body, before decoding.
    /// - Returns: whether the transfer continues.
    func take(content: UnsafeRawBufferPointer) -> Bool {
        if content.count > maximumBodySize - body.count {
            excess = Self.longBody(maximumBodySize)
        } else if !reservation.hold(body.count + content.count) {
            excess = HTTPTransportError.noMemory
        } else {
            body.append(contentsOf: content)
        }
        return excess == nil
    }

    /// The outcome of the request, which ended with `code` at `date`; a body is not decoded yet.
    func outcome(of code: CURLcode, at date: Date) -> TransferJob.Outcome {
        if code == CURLE_FILESIZE_EXCEEDED { excess = Self.longBody(maximumBodySize) }
        if let excess {
            let status = parser.head?.status.code ?? 0
            return .failure(.invalidBody(status: status, reason: excess))
        }
        guard code == CURLE_OK else {
            let cause = failureCause(of: code)
            let isUnconnected = cause == .timeout && !easy.wasConnected
            return .failure(
                .unavailable(UpstreamFailure(cause: cause, isUnconnected: isUnconnected)))
        }
        guard let head = parser.head else {
            return .failure(.unavailable(UpstreamFailure(cause: .reset)))
        }
        var response = HTTPTransportResponse(
            head: head, body: body, provenance: Provenance(source: .network, fetchedAt: date))
        response.reservation = reservation
        return .success(response)
    }

    /// The request log's entry for this exchange, which has no failure yet.
    var record: ExchangeRecord {
        ExchangeRecord(
            method: job.request.head.method.rawValue, url: job.request.url, head: parser.head,
            bodyBytes: body.count,
            milliseconds: Int((ContinuousClock.now - start) / .milliseconds(1)))
    }

    static func longBody(_ maximum: Int) -> String {
        "the body is longer than \(maximum) bytes"
    }
}
