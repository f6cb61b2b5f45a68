import CZlib
import HTTPCore
import HTTPTypes

extension HTTPTransportResponse {
    /// The response to a request of `method` with the content coding of its body undone.
    ///
    /// That takes milliseconds for a page of GitHub's, so the transfer thread leaves it to those
    /// who wait for the response. Only gzip is asked for and understood.
    ///
    /// - Parameter maximumSize: of the body, in bytes.
    /// - Throws: ``HTTPCore/HTTPTransportError/invalidBody(status:reason:)`` for a longer one and
    ///   for another coding, a reset for one that is cut or damaged.
    /// - SeeAlso: RFC 9110, section 8.4.
    func withoutContentCoding(
        to method: HTTPRequest.Method, maximumSize: Int
    ) throws(HTTPTransportError) -> HTTPTransportResponse {
        let codings = contentCodings
        let isBodiless =
            method == .head || head.status == .noContent || head.status == .notModified
        guard !codings.isEmpty, !isBodiless else { return self }
        var plain = self
        plain.head.headerFields[.contentEncoding] = nil
        plain.head.headerFields[.contentLength] = nil
        guard !isKnownToBeEmpty else { return plain }
        guard codings == ["gzip"] || codings == ["x-gzip"] else {
            let found = codings.joined(separator: ", ")
            throw .invalidBody(
                status: head.status.code, reason: "Content-Encoding: expected gzip, found \(found)")
        }
        plain.body = try inflated(maximumSize)
        return plain
    }

    /// In lower case. Some servers say `none`, or nothing, of a body as it is.
    private var contentCodings: [String] {
        head.headerFields[values: .contentEncoding]
            .flatMap { $0.split(separator: ",") }
            .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            .filter { !["", "identity", "none"].contains($0) }
    }

    /// Whether nothing is all there is: not if a 200 ended with its connection, which may have
    /// been cut. What matters of other responses is in their heads.
    private var isKnownToBeEmpty: Bool {
        body.isEmpty
            && (head.status != .ok || head.headerFields[.contentLength] == "0"
                || head.headerFields[.transferEncoding] != nil)
    }

    /// The one member of the gzip file that the body is (RFC 1952). zlib compares the checksum.
    private func inflated(_ maximumSize: Int) throws(HTTPTransportError) -> [UInt8] {
        guard body.count >= 18 else { throw .damagedBody }
        // The last four bytes are the size, the lowest first.
        let size = body.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        let room = min(size, maximumSize, Self.maximumRatio * body.count) + 1
        var end = Ending.damaged
        let content = [UInt8](unsafeUninitializedCapacity: room) { target, count in
            end = Self.inflate(body, into: target)
            if case .whole(let size) = end { count = size }
        }
        switch end {
        case .whole(size) where size <= maximumSize: return content
        case .full where room > maximumSize, .whole(size):
            throw .invalidBody(
                status: head.status.code,
                reason: ResponseSink.Excess.body(maximum: maximumSize).reason)
        default: throw .damagedBody
        }
    }

    /// How much longer than its deflated form a text can be.
    private static let maximumRatio = 1032

    private enum Ending {
        case whole(size: Int)
        /// There is more than there is room for.
        case full
        case damaged
    }

    private static func inflate(
        _ source: [UInt8], into target: UnsafeMutableBufferPointer<UInt8>
    ) -> Ending {
        source.withUnsafeBufferPointer { source in
            var stream = z_stream()
            // zlib does not write to what it reads.
            stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
            stream.avail_in = uInt(clamping: source.count)
            stream.next_out = target.baseAddress
            stream.avail_out = uInt(clamping: target.count)
            // zlib keeps the address of the stream, so it is one for all calls.
            return withUnsafeMutablePointer(to: &stream, inflate)
        }
    }

    private static func inflate(_ stream: UnsafeMutablePointer<z_stream>) -> Ending {
        // 16 is for gzip and nothing else.
        let code = inflateInit2_(
            stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard code == Z_OK else { return .damaged }
        defer { inflateEnd(stream) }
        switch CZlib.inflate(stream, Z_FINISH) {
        case Z_STREAM_END where stream.pointee.avail_in == 0:
            return .whole(size: Int(stream.pointee.total_out))
        case Z_BUF_ERROR where stream.pointee.avail_out == 0:
            return .full
        default:
            return .damaged
        }
    }
}

extension HTTPTransportError {
    /// As for all other bytes that come wrong.
    fileprivate static var damagedBody: HTTPTransportError {
        .unavailable(UpstreamFailure(cause: .reset))
    }
}
