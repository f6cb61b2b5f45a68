package import NIOCore
package import NIOHTTP1

/// One request and its response, on the event loop of its connection.
///
/// Calls after the response is finished, or after the client has gone, have no effect.
package final class HTTPExchange {
    private enum Output {
        case none
        /// Only the beginning of the status line; see ``probe()``.
        case probed
        case begun(isChunked: Bool)
        case finished
    }

    package let head: HTTPRequestHead
    package let target: HTTPTarget
    package let eventLoop: any EventLoop
    /// Such as `http-3`, for logs.
    package let connectionName: String
    /// Whether the request has shown the secret, or none is needed.
    package internal(set) var wasAuthorized = false
    /// Called once if the exchange ends before its response is finished, because the client has gone or
    /// its body cannot be read. A client that only ends its side of the connection has not gone.
    package var onDisconnect: (() -> Void)?
    /// A part of the response's body without a meaning, such as a comment; see ``probe()``.
    package var filler: ByteBuffer?
    /// Whether the body is left in the socket.
    package var isBodyPaused = false {
        didSet { if !isBodyPaused { connection.advance() } }
    }

    /// The origin whose pages may read the response.
    var allowedOrigin: String?
    var maximumBody = 0
    /// Whether the client may wait for a go-ahead before it sends the body.
    private(set) var expectsContinue: Bool
    private let connection: HTTPConnectionHandler
    private var output = Output.none
    /// Whether the connection ends with the response.
    private var closes = false
    private var receiver: ((HTTPBodyPart) -> Void)?
    /// Called when a whole response has been sent.
    private var taken: (() -> Void)?
    private var received = 0
    /// What was received when it last had grown enough.
    private var grown = 0
    private var inputEnded = false
    /// Whether the response is sent, and the rest of the body is not wanted.
    private var isDropping = false

    init(
        _ head: HTTPRequestHead, _ connection: HTTPConnectionHandler, _ eventLoop: any EventLoop
    ) {
        self.head = head
        self.connection = connection
        self.eventLoop = eventLoop
        connectionName = connection.name
        expectsContinue = head.version.minor > 0 && head.headers.contains(name: "expect")
        target = HTTPTarget(head.uri, method: head.method) ?? HTTPTarget(path: head.uri)
    }

    var channel: (any Channel)? { connection.channel }

    /// Whether the client came through a Unix socket.
    package var isOnUnixSocket: Bool { channel?.localAddress?.pathname != nil }

    /// Whether the response is not finished and the client has not gone.
    package var isOpen: Bool {
        if case .finished = output { false } else { true }
    }

    private var hasBegun: Bool {
        switch output {
        case .none, .probed: false
        case .begun, .finished: true
        }
    }
}

// MARK: Request

extension HTTPExchange {
    /// Streams the body. `receive` gets its bytes in pieces, and then the end.
    ///
    /// Nothing is read from the socket before this call. A body that is longer than the route allows is
    /// refused, and one that cannot be read too.
    package func readBody(_ receive: @escaping (HTTPBodyPart) -> Void) {
        guard !inputEnded, isOpen else { return }
        receiver = receive
        if expectsContinue, !connection.hasArrivals, !hasBegun {
            connection.write(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n"))
        }
        expectsContinue = false
        connection.advance()
    }

    /// Reads the whole body.
    package func collectBody(_ then: @escaping (ByteBuffer) -> Void) {
        var body = ByteBuffer()
        readBody { part in
            switch part {
            case .bytes(var bytes): body.writeBuffer(&bytes)
            case .end: then(body)
            }
        }
    }

    /// The value of `Content-Length`, or 0.
    var announcedLength: Int {
        head.headers.first(name: "content-length").map { Int($0) ?? .max } ?? 0
    }

    /// Whether the body is being read, and has not ended.
    package var isReceiving: Bool { receiver != nil }

    /// Whether so much has arrived that the rest may take ``HTTPLimits/bodyPause`` again.
    func takeGrowth() -> Bool {
        let least = HTTPLimits.leastGrowth
        guard received <= least || received - grown >= least else { return false }
        grown = received
        return true
    }

    /// Whether the next part of the request can be used.
    var wantsInput: Bool { !inputEnded && (isDropping || (receiver != nil && !isBodyPaused)) }

    func receive(_ part: HTTPBodyPart) {
        switch part {
        case .bytes(let bytes):
            received += bytes.readableBytes
            if isDropping {
                if received > HTTPLimits.maximumDropped { end(closes: true) }
            } else if received > maximumBody {
                fail(.tooLarge)
            } else {
                receiver?(part)
            }
        case .end:
            inputEnded = true
            if isDropping { return end(closes: closes) }
            receiver.take()?(.end)
        }
    }

    /// The request cannot be read to its end.
    func fail(_ refusal: HTTPRefusal) {
        receiver = nil
        let onDisconnect = onDisconnect.take()
        if !hasBegun {
            refuse(refusal)
        } else if isDropping {
            end(closes: true)
        } else {
            output = .finished
            connection.reset()
        }
        onDisconnect?()
    }

    func disconnect() {
        taken.take()?()
        guard isOpen else { return }
        output = .finished
        receiver = nil
        onDisconnect.take()?()
    }

    /// Writes what every response begins with, or the filler of one that has begun.
    ///
    /// A client that has closed its connection looks like one that has closed only its sending side,
    /// until something is written: then the client's system answers with a reset.
    func probe() {
        switch output {
        case .none:
            output = .probed
            connection.write(ByteBuffer(string: HTTPExchange.version))
        case .begun: if let filler { write(filler) }
        case .probed, .finished: break
        }
    }
}

// MARK: Response

extension HTTPExchange {
    private static let version = "HTTP/1.1 "

    /// The longest body that is copied to send it with its head.
    private static let longestCopied = 64 << 10

    /// Sends a whole response, with its length. A HEAD request gets no body.
    ///
    /// - Parameter taken: called when the socket has taken it, or never will.
    package func respond(
        _ status: HTTPResponseStatus, _ fields: HTTPHeaders = HTTPHeaders(),
        _ body: ByteBuffer? = nil, taken: (() -> Void)? = nil
    ) {
        guard !hasBegun else { return }
        self.taken = taken
        var fields = fields
        if status.mayHaveResponseBody {
            fields.replaceOrAdd(name: "Content-Length", value: "\(body?.readableBytes ?? 0)")
        }
        var bytes = beginning(status, fields)
        if let body, head.method != .HEAD, status.mayHaveResponseBody {
            if body.readableBytes > HTTPExchange.longestCopied {
                connection.write(bytes)
                bytes = body
            } else {
                bytes.writeImmutableBuffer(body)
            }
        }
        output = .begun(isChunked: false)
        sendLast(bytes)
    }

    /// Fields as they are written, without those of the connection. They have `Date`.
    package struct Lines: Sendable {
        fileprivate var bytes: [UInt8] = []

        package init(_ fields: HTTPHeaders) {
            for field in fields { add(field.name, field.value) }
        }

        fileprivate mutating func add(_ name: String, _ value: String) {
            bytes += name.utf8
            bytes += ": ".utf8
            // Nothing that is written can end a field.
            if !value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 }) { bytes += value.utf8 }
            bytes += "\r\n".utf8
        }
    }

    /// Sends a whole response whose fields are written already, and further ones.
    package func respond(
        _ status: HTTPResponseStatus, _ lines: Lines, _ fields: HTTPHeaders, _ body: ByteBuffer
    ) {
        guard !hasBegun else { return }
        var fields = fields
        fields.add(name: "Content-Length", value: "\(body.readableBytes)")
        var bytes = beginning(status, fields, after: lines)
        bytes.writeImmutableBuffer(body)
        output = .begun(isChunked: false)
        sendLast(bytes)
    }

    /// Sends a refusal, and ends the connection if it says so.
    package func refuse(_ refusal: HTTPRefusal) {
        closes = closes || refusal.closes
        var fields = refusal.fields
        fields.replaceOrAdd(name: "Content-Type", value: "application/json")
        let body = refusal.body(connection.service.refusalMember)
        respond(refusal.status, fields, ByteBuffer(string: body))
    }

    /// Sends an interim response (RFC 9110, section 15.2), unless the client speaks HTTP/1.0.
    package func sendInterim(_ status: HTTPResponseStatus, _ fields: HTTPHeaders) {
        guard case .none = output, head.version.minor > 0 else { return }
        var text = "\(HTTPExchange.version)\(status.code) \(status.reasonPhrase)\r\n"
        for field in fields where !field.value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 }) {
            text += "\(field.name): \(field.value)\r\n"
        }
        connection.write(ByteBuffer(string: text + "\r\n"))
    }

    /// Begins a response whose body is streamed: chunked, unless `fields` has its length.
    package func begin(_ status: HTTPResponseStatus, _ fields: HTTPHeaders = HTTPHeaders()) {
        guard !hasBegun else { return }
        var fields = fields
        let isFramed = fields.contains(name: "content-length") || !status.mayHaveResponseBody
        let isChunked = !isFramed && head.version.minor > 0
        if isChunked { fields.add(name: "Transfer-Encoding", value: "chunked") }
        // HTTP/1.0 knows only the end of the connection.
        if !isFramed, !isChunked { closes = true }
        let bytes = beginning(status, fields)
        output = .begun(isChunked: isChunked && head.method != .HEAD)
        connection.write(bytes)
    }

    /// Sends a part of the body. `taken` is called when the socket has taken it.
    package func write(_ bytes: ByteBuffer, taken: (() -> Void)? = nil) {
        guard case .begun(let isChunked) = output else { return }
        guard head.method != .HEAD, bytes.readableBytes > 0 else {
            taken?()
            return
        }
        guard isChunked else { return connection.write(bytes, taken: taken) }
        var chunk = ByteBuffer(string: String(bytes.readableBytes, radix: 16) + "\r\n")
        chunk.writeImmutableBuffer(bytes)
        chunk.writeStaticString("\r\n")
        connection.write(chunk, taken: taken)
    }

    /// Ends a streamed response.
    package func finish(closes: Bool = false) {
        guard case .begun(let isChunked) = output else { return }
        self.closes = self.closes || closes
        sendLast(ByteBuffer(string: isChunked ? "0\r\n\r\n" : ""))
    }

    /// Resets the connection.
    package func reset() {
        guard isOpen else { return }
        output = .finished
        receiver = nil
        let onDisconnect = onDisconnect.take()
        connection.reset()
        onDisconnect?()
    }

    /// Answers 101, and hands the channel over to the handlers that `setUp` adds.
    package func upgrade(
        _ fields: HTTPHeaders, _ setUp: @escaping (any Channel) throws -> Void
    ) {
        guard !hasBegun else { return }
        closes = false
        let bytes = beginning(.switchingProtocols, fields)
        output = .finished
        connection.write(bytes)
        connection.upgrade(setUp)
    }

    /// The answer to a preflight (Fetch, section 3.3).
    func answerPreflight(_ route: HTTPRoute) {
        let names =
            "Authorization, Content-Type, If-None-Match, Mcp-Method, Mcp-Name, MCP-Protocol-Version"
        respond(
            .noContent,
            [
                "Access-Control-Allow-Methods": route.allow,
                "Access-Control-Allow-Headers": "\(names), Mcp-Session-Id, traceparent",
                "Access-Control-Max-Age": "600",
            ])
    }

    /// Sends the end of the response; the exchange ends when the socket has taken it.
    private func sendLast(_ bytes: ByteBuffer) {
        output = .finished
        onDisconnect = nil
        receiver = nil
        connection.write(bytes) { [self] in
            taken.take()?()
            if closes || connection.isLast || inputEnded {
                end(closes: closes || connection.isLast)
            } else {
                isDropping = true
                connection.advance()
            }
        }
    }

    private func end(closes: Bool) {
        isDropping = false
        inputEnded = true
        connection.finished(closes: closes)
    }

    /// The status line and the fields.
    private func beginning(
        _ status: HTTPResponseStatus, _ fields: HTTPHeaders, after written: Lines? = nil
    ) -> ByteBuffer {
        let rest = inputEnded ? 0 : announcedLength - received
        if !head.isKeepAlive || connection.isLast || expectsContinue
            || rest > HTTPLimits.maximumDropped
            || (status != .switchingProtocols && head.headers.contains(name: "upgrade"))
        {
            closes = true
        }
        // An array takes in texts in half the time that a ByteBuffer or a String needs.
        var lines = Lines([:])
        lines.bytes.reserveCapacity(512 + (written?.bytes.count ?? 0))
        if case .none = output { lines.bytes += HTTPExchange.version.utf8 }
        lines.bytes += String(status.code).utf8
        lines.bytes += " ".utf8
        lines.bytes += status.reasonPhrase.utf8
        lines.bytes += "\r\n".utf8
        if let written { lines.bytes += written.bytes }
        func add(_ name: String, _ value: String) { lines.add(name, value) }
        for field in fields { add(field.name, field.value) }
        for field in connection.service.defaultFields where !fields.contains(name: field.name) {
            add(field.name, field.value)
        }
        if written == nil, !fields.contains(name: "date") { add("Date", connection.date.text()) }
        if let allowedOrigin {
            add("Access-Control-Allow-Origin", allowedOrigin)
            add("Access-Control-Expose-Headers", "Allow, ETag, Retry-After, WWW-Authenticate")
        }
        if connection.service.gate?.hasOrigins == true { add("Vary", "Origin") }
        if status == .switchingProtocols {
            add("Connection", "Upgrade")
        } else if closes {
            add("Connection", "close")
        } else if head.version.minor == 0 {
            add("Connection", "keep-alive")
        }
        lines.bytes += "\r\n".utf8
        return ByteBuffer(bytes: lines.bytes)
    }
}
