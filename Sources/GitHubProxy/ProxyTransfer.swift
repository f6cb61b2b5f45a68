import HTTPCache
import HTTPCore
import HTTPServer
import HTTPTypes
import NIOCore
import NIOHTTP1

/// One request of a client: moves its body up and the response down, as fast as the readers take them.
///
/// Everything happens on the event loop of the exchange.
final class ProxyTransfer {
    typealias Outcome = Result<HTTPTransportResponse, HTTPTransportError>
    /// Sends a request; the result cancels it.
    typealias Send = (
        HTTPTransportRequest, _ done: @escaping @Sendable (Outcome) -> Void
    ) -> Task<Void, Never>

    /// A body of at most this many bytes is read before it is sent, so that it can be sent again on another
    /// connection if GitHub has just closed this one.
    private static let shortBody = 64 << 10

    private let exchange: HTTPExchange
    private let rewriting: AddressRewriting?
    private var task: Task<Void, Never>?
    private var rest: BodyPipe.Reader?
    private var content: ProxyContent?
    /// The beginning of the response's body that is still to be written.
    private var collected: ArraySlice<UInt8> = []
    /// The memory of ``collected``.
    private var reservation: BodyMemory.Reservation?
    private static let pieceSize = 256 << 10

    init(_ exchange: HTTPExchange, _ rewriting: AddressRewriting?) {
        self.exchange = exchange
        self.rewriting = rewriting
    }

    static func start(
        _ exchange: HTTPExchange, _ request: HTTPTransportRequest,
        _ rewriting: AddressRewriting?, _ send: @escaping Send
    ) {
        let transfer = ProxyTransfer(exchange, rewriting)
        var request = request
        let eventLoop = exchange.eventLoop
        let bound = NIOLoopBound(transfer, eventLoop: eventLoop)
        request.relay = Relay { interim in
            eventLoop.execute { bound.value.pass(interim) }
        }
        exchange.onDisconnect = { transfer.abort() }
        let begin = { (request: HTTPTransportRequest) in
            guard exchange.isOpen else { return }
            transfer.task = send(request) { outcome in
                eventLoop.execute { bound.value.deliver(outcome) }
            }
        }
        let fields = exchange.head.headers
        let length = fields.first(name: "content-length").flatMap { Int($0) }
        guard exchange.hasBody else { return begin(request) }
        if let length, length <= shortBody, !fields.contains(name: "expect") {
            exchange.collectBody { body in
                request.body = Array(body.readableBytesView)
                begin(request)
            }
        } else {
            request.upload = transfer.upload(length: length, bound)
            begin(request)
        }
    }

    private func abort() {
        task?.cancel()
        rest = nil
    }

    // MARK: Up

    /// The body is read when GitHub is ready for it, and goes on only while there is room for it.
    private func upload(length: Int?, _ bound: NIOLoopBound<ProxyTransfer>) -> Upload {
        let pipe = BodyPipe(waitsForReader: true)
        let eventLoop = exchange.eventLoop
        pipe.observe(
            onWritable: { eventLoop.execute { bound.value.readBody(into: pipe) } },
            // The response is there, or why there is none; the rest is not wanted.
            onAbandoned: { eventLoop.execute { bound.value.exchange.isBodyPaused = false } })
        return Upload(pipe: pipe, length: length)
    }

    private func readBody(into pipe: BodyPipe) {
        exchange.isBodyPaused = false
        guard !exchange.isReceiving else { return }
        exchange.readBody { [exchange] part in
            switch part {
            case .bytes(let bytes):
                pipe.write(Array(bytes.readableBytesView))
                if pipe.isFull { exchange.isBodyPaused = true }
            case .end: pipe.end()
            }
        }
    }

    // MARK: Down

    private func pass(_ interim: HTTPResponse) {
        exchange.sendInterim(
            HTTPResponseStatus(statusCode: interim.status.code),
            HTTPHeaders(Storability.storableFields(interim.headerFields).pairs))
    }

    private func deliver(_ outcome: Outcome) {
        guard exchange.isOpen else { return }
        switch outcome {
        case .success(let response): deliver(response)
        case .failure(let error): fail(error)
        }
    }

    private func fail(_ error: HTTPTransportError) {
        let failure = ProxyFailure(error)
        let status = error == .offline ? "detail=not-stored" : "fwd=miss; detail=failed"
        exchange.respond(
            failure.status,
            [
                "Content-Type": "application/json; charset=utf-8",
                "Cache-Status": "\(ProxyRules.name); \(status)",
            ], ByteBuffer(string: failure.body))
    }

    /// A response in memory, as it was written for the last client. Only its age is new.
    private struct PreparedResponse: Sendable {
        let status: HTTPResponseStatus
        let lines: HTTPExchange.Lines
        let body: ByteBuffer
    }

    /// - Returns: false if the response must be written anew.
    private func deliverPrepared(_ response: HTTPTransportResponse) -> Bool {
        guard let forms = response.prepared, let status = response.cacheStatus,
            response.head.status == .ok, exchange.head.method == .GET
        else { return false }
        let prepared: PreparedResponse? = forms.form(rewriting?.own ?? "") {
            var content = ProxyContent(response.head.headerFields, rewriting)
            var fields = fields(of: response)
            if content.changesLength { fields.removeOpened() }
            let names = [HTTPField.Name.age, .cacheStatus, .contentLength]
            fields.removeAll { names.contains($0.name) }
            guard fields.contains(.date),
                !response.head.headerFields.contains(.cacheStatus),
                case .bytes(let body) = content.changesLength
                    ? content.whole(response.body, maximum: Self.longestWhole)
                    : .bytes(response.body)
            else { return nil }
            return PreparedResponse(
                status: .ok, lines: HTTPExchange.Lines(HTTPHeaders(fields.pairs)),
                body: ByteBuffer(bytes: body))
        }
        guard let prepared else { return false }
        exchange.respond(
            prepared.status, prepared.lines,
            [
                "Age": response.head.headerFields[.age] ?? "0",
                "Cache-Status": status.member(of: ProxyRules.name),
            ], prepared.body)
        return true
    }

    func deliver(_ response: HTTPTransportResponse) {
        if deliverPrepared(response) { return }
        var content = ProxyContent(response.head.headerFields, rewriting)
        var fields = fields(of: response)
        if content.changesLength { fields.removeOpened() }
        let status = HTTPResponseStatus(
            statusCode: response.head.status.code,
            reasonPhrase: response.head.status.reasonPhrase)
        if exchange.head.method == .HEAD {
            exchange.begin(status, HTTPHeaders(fields.pairs))
            return exchange.finish()
        }
        let isUnchanged = response.body.isEmpty || !content.changesLength
        if response.rest == nil, !isUnchanged || response.body.count <= Self.longestWhole {
            switch isUnchanged
                ? .bytes(response.body) : content.whole(response.body, maximum: Self.longestWhole)
            {
            case .bytes(let body):
                let reservation = response.reservation
                return exchange.respond(
                    status, HTTPHeaders(fields.pairs), ByteBuffer(bytes: body),
                    taken: { withExtendedLifetime(reservation) {} })
            case .damaged: return fail(.damagedCoding(response.head.status.code))
            case .some(.none), nil:
                content = ProxyContent(response.head.headerFields, rewriting)
            }
        }
        if response.rest == nil, isUnchanged {
            fields[.contentLength] = "\(response.body.count)"
        }
        rest = response.rest
        collected = response.body[...]
        reservation = response.reservation
        self.content = content
        // The client may be found to be gone.
        exchange.begin(status, HTTPHeaders(fields.pairs))
        pump()
    }

    /// Longest body that is written at once, in bytes; a longer one goes to the client in pieces.
    private static let longestWhole = 1 << 20

    /// Writes what has arrived, and what arrives, one piece after the other.
    private func pump() {
        guard exchange.isOpen, let piece = content?.next() else { return }
        switch piece {
        case .bytes(let bytes):
            // The beginning of an address may be kept back.
            if bytes.isEmpty { return pump() }
            exchange.write(ByteBuffer(bytes: bytes)) { [self] in pump() }
        case .none: takeMore()
        // The client must notice that the body is not whole.
        case .damaged: exchange.reset()
        }
    }

    private func takeMore() {
        if let piece = collected.nonEmpty?.prefix(Self.pieceSize) {
            collected = collected.dropFirst(piece.count)
            content?.feed(Array(piece))
            return pump()
        }
        reservation = nil
        guard rest != nil else { return finish() }
        let bound = NIOLoopBound(self, eventLoop: exchange.eventLoop)
        let eventLoop = exchange.eventLoop
        switch rest?.pipe.take(onReadable: { eventLoop.execute { bound.value.pump() } }) {
        case .bytes(let bytes):
            content?.feed(bytes)
            pump()
        case .end: finish()
        case .failure: exchange.reset()
        case .some(.none), nil: break
        }
    }

    private func finish() {
        guard case .bytes(let bytes) = content?.end() else { return exchange.reset() }
        exchange.write(ByteBuffer(bytes: bytes))
        exchange.finish()
    }

    private func fields(of response: HTTPTransportResponse) -> HTTPFields {
        var fields = Storability.storableFields(response.head.headerFields)
        if let rewriting {
            for name in [HTTPField.Name.link, .location, .contentLocation] {
                fields[name] = fields[name].map(rewriting.rewritten)
            }
        }
        fields[.via] = ProxyRules.via(fields[.via])
        if let status = response.cacheStatus {
            let member = status.member(of: ProxyRules.name)
            fields[.cacheStatus] = [fields[.cacheStatus], member].compactMap(\.self)
                .joined(separator: ", ")
        }
        return fields
    }
}

extension ArraySlice {
    fileprivate var nonEmpty: ArraySlice? { isEmpty ? nil : self }
}

extension HTTPTransportError {
    fileprivate static func damagedCoding(_ status: Int) -> HTTPTransportError {
        .invalidBody(status: status, reason: "its content coding is damaged")
    }
}

extension HTTPFields {
    /// Removes what does not hold for a body that is opened and rewritten.
    fileprivate mutating func removeOpened() {
        self[.contentEncoding] = nil
        self[.contentLength] = nil
        for name in ["Content-Digest", "Repr-Digest", "Digest", "Content-MD5"] {
            self[HTTPField.Name(name)!] = nil
        }
    }

    fileprivate var pairs: [(String, String)] { map { ($0.name.rawName, $0.value) } }
}
