import CCurl
import FoundationEssentials
import HTTPCore
import HTTPTypes

/// One request under way. It collects the response from libcurl, within limits.
///
/// A relayed response is handed on before its end if it is longer than its ``HTTPCore/Relay`` says;
/// what follows goes through a pipe.
///
/// It is a class because libcurl holds its address. Only the transfer thread uses it.
final class Transfer {
    /// How libcurl continues after a callback.
    enum Next { case go, pause, abort }

    let job: TransferJob
    private(set) var easy: EasyHandle
    private let start = ContinuousClock.now
    private let maximumBodySize: Int
    private let thread: CurlThread
    private let now: @Sendable () -> Date
    private var parser: ResponseHeadParser
    private var body: [UInt8] = []
    /// The memory of ``body``.
    private var reservation: BodyMemory.Reservation?
    /// Why the response is refused, as a phrase for people: usually a limit that it exceeds.
    private var excess: String?
    /// All bytes of the body so far.
    private var bodyBytes = 0
    /// The rest of a response that has been handed on.
    private var rest: BodyPipe?
    /// Whether libcurl waits for the reader of the response.
    private var waitsForReader = false
    /// Whether it waits for the writer of the request.
    private var waitsForWriter = false
    /// Bytes of the request for which libcurl had no room.
    private var unsent: ArraySlice<UInt8> = []
    private var lastProgress = ContinuousClock.now

    /// - Returns: nil if libcurl has no memory.
    init?(job: TransferJob, options: CurlTransportOptions, thread: CurlThread) {
        guard let easy = EasyHandle() else { return nil }
        self.job = job
        self.easy = easy
        self.thread = thread
        now = options.now
        parser = ResponseHeadParser(
            isStrict: job.request.relay != nil, isPlain: job.request.head.scheme == "http")
        reservation = options.memory.reserve()
        maximumBodySize = options.maximumBodySize
        guard self.easy.setUp(job.request, id: job.id, receiver: self, options: options) else {
            return nil
        }
    }

    /// Whether its caller has the response, and the end of the transfer is that of the pipe.
    private var isHandedOn: Bool { rest != nil }

    /// Whether it waits for upstream, and not for its client.
    var takesPlace: Bool { !isHandedOn && !waitsForWriter }

    /// Since when nothing has come or gone; nil if that is not upstream's fault, or limited otherwise.
    var silentSince: ContinuousClock.Instant? {
        job.request.relay == nil || waitsForReader || waitsForWriter ? nil : lastProgress
    }

    var wasConnected: Bool { easy.wasConnected }

    /// Whether the response passes to a client over a connection without TLS.
    var isPlainRelay: Bool { job.request.relay != nil && job.request.head.scheme == "http" }

    /// - Returns: whether the transfer continues.
    func take(line: UnsafeRawBufferPointer) -> Bool {
        lastProgress = .now
        do throws(ResponseHeadParser.Refusal) {
            try parser.append(line: Array(line))
        } catch {
            excess = "\(error)"
        }
        if excess == nil, parser.isComplete, bodyBytes == 0, !isHandedOn { headEnded() }
        return excess == nil
    }

    private func headEnded() {
        guard let relay = job.request.relay, let head = parser.head else { return }
        switch head.status.code {
        case 100, 101: break
        case ..<200: relay.onInterim(head)
        default:
            // After an early response libcurl sends no more, but does not end while it is paused.
            if job.request.upload != nil { thread.resume(job.id) }
            let isEmpty =
                job.request.head.method == .head || [204, 304].contains(head.status.code)
                || head.headerFields[.contentLength] == "0"
            if !isEmpty, relay.collecting(head) == 0 { handOn(head) }
        }
    }

    /// - Parameter content: a piece of the body, before decoding.
    func take(content: UnsafeRawBufferPointer) -> Next {
        lastProgress = .now
        if let rest {
            // What is not taken comes again.
            waitsForReader = rest.isFull
            if waitsForReader { return .pause }
            rest.write(Array(content))
        } else {
            keep(content)
        }
        bodyBytes += content.count
        return excess == nil ? .go : .abort
    }

    private func keep(_ content: UnsafeRawBufferPointer) {
        let relay = job.request.relay
        let maximum = relay.flatMap { relay in parser.head.map(relay.collecting) }
        let isTooLong = content.count > (maximum ?? maximumBodySize) - body.count
        let hasRoom = !isTooLong && reservation?.hold(body.count + content.count) == true
        if hasRoom {
            body.append(contentsOf: content)
        } else if relay != nil, let head = parser.head {
            handOn(head)
            rest?.write(Array(content))
        } else {
            excess = isTooLong ? Self.longBody(maximumBodySize) : HTTPTransportError.noMemory
        }
    }

    /// Gives the response to its caller; what follows comes through a pipe.
    private func handOn(_ head: HTTPResponse) {
        let pipe = BodyPipe()
        pipe.observe(
            onWritable: { [thread, id = job.id] in thread.resume(id) },
            onAbandoned: { [thread, id = job.id] in thread.cancel(id) })
        rest = pipe
        var response = response(head, at: now())
        response.rest = BodyPipe.Reader(pipe)
        job.reply.resume(returning: TransferJob.Ending(outcome: .success(response)))
        body = []
        reservation = nil
    }

    /// Copies the next bytes of the request's body.
    ///
    /// - Returns: their number, or a code of CURLOPT_READFUNCTION.
    func give(_ room: UnsafeMutableRawBufferPointer) -> Int {
        lastProgress = .now
        if unsent.isEmpty, let pipe = job.request.upload?.pipe {
            switch pipe.take(onReadable: { [thread, id = job.id] in thread.resume(id) }) {
            case .bytes(let bytes): unsent = bytes[...]
            case .none:
                waitsForWriter = true
                return Int(CURL_READFUNC_PAUSE)
            case .end: return 0
            case .failure: return Int(CURL_READFUNC_ABORT)
            }
        }
        let piece = unsent.prefix(room.count)
        room.copyBytes(from: piece)
        unsent = unsent.dropFirst(piece.count)
        return piece.count
    }

    /// The reader or the writer that it waited for can continue.
    func resume() {
        waitsForReader = false
        waitsForWriter = false
        lastProgress = .now
        easy.resume()
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
        // A head may be cut short.
        guard let head = parser.head, parser.isComplete || job.request.relay == nil else {
            return .failure(.unavailable(UpstreamFailure(cause: .reset)))
        }
        return .success(response(head, at: date))
    }

    private func response(_ head: HTTPResponse, at date: Date) -> HTTPTransportResponse {
        var response = HTTPTransportResponse(
            head: head, body: body, provenance: Provenance(source: .network, fetchedAt: date))
        response.reservation = reservation
        return response
    }

    /// Tells whoever waits for the response or for the rest of it.
    func end(with outcome: TransferJob.Outcome) {
        job.request.upload?.pipe.abandon()
        guard let rest else {
            return job.reply.resume(returning: TransferJob.Ending(outcome: outcome, record: record))
        }
        var record = record
        if case .failure(let error) = outcome { record.failure = error }
        job.onEnd(record)
        rest.end(record.failure)
    }

    /// The request log's entry for this exchange, which has no failure yet.
    private var record: ExchangeRecord {
        ExchangeRecord(
            method: job.request.head.method.rawValue, url: job.request.url, head: parser.head,
            bodyBytes: bodyBytes,
            milliseconds: Int((ContinuousClock.now - start) / .milliseconds(1)))
    }

    static func longBody(_ maximum: Int) -> String {
        "the body is longer than \(maximum) bytes"
    }
}
