import CZlib
import HTTPCore
import HTTPTypes

extension HTTPTransportResponse {
    /// The response to a request of `method` with its body decoded.
    ///
    /// Decoding takes milliseconds for a page of GitHub's, so it runs in the caller's task and not
    /// on the transfer thread. Only gzip is requested and supported. A truncated or damaged body is
    /// a reset.
    ///
    /// - Parameter maximumSize: of the decoded body, in bytes.
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
        // What was sent is freed; to hold less is always possible.
        reservation?.hold(plain.body.count)
        return plain
    }

    /// In lower case. Some servers send `none` or an empty value for a body without coding.
    private var contentCodings: [String] {
        head.headerFields[values: .contentEncoding]
            .flatMap { $0.split(separator: ",") }
            .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            .filter { !["", "identity", "none"].contains($0) }
    }

    /// Whether an empty body is known to be complete. It is not if the end of the connection ended
    /// a 200, because it may have been truncated. Other statuses need no body.
    private var isKnownToBeEmpty: Bool {
        body.isEmpty
            && (head.status != .ok || head.headerFields[.contentLength] == "0"
                || head.headerFields[.transferEncoding] != nil)
    }

    /// Decodes a body that is a gzip file with one member (RFC 1952). zlib checks the checksum.
    private func inflated(_ maximumSize: Int) throws(HTTPTransportError) -> [UInt8] {
        guard body.count >= 18 else { throw .damagedBody }
        // The last four bytes are the size, lowest byte first.
        let size = body.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        let room = min(size, maximumSize, Self.maximumRatio * body.count) + 1
        guard reservation?.hold(body.count + room) ?? true else {
            throw .noMemory(status: head.status.code)
        }
        var end = Ending.damaged
        let content = [UInt8](unsafeUninitializedCapacity: room) { target, count in
            end = Self.inflate(body, into: target)
            if case .whole(let size) = end { count = size }
        }
        switch end {
        case .whole(size) where size <= maximumSize: return content
        case .full where room > maximumSize, .whole(size):
            throw .invalidBody(
                status: head.status.code, reason: Transfer.longBody(maximumSize))
        default: throw .damagedBody
        }
    }

    /// The greatest ratio of a text's length to that of its deflated form.
    private static let maximumRatio = 1032

    private enum Ending {
        case whole(size: Int)
        /// The output is longer than the buffer.
        case full
        case damaged
    }

    private static func inflate(
        _ source: [UInt8], into target: UnsafeMutableBufferPointer<UInt8>
    ) -> Ending {
        source.withUnsafeBufferPointer { source in
            var stream = z_stream()
            // zlib does not write to its input.
            stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
            stream.avail_in = uInt(clamping: source.count)
            stream.next_out = target.baseAddress
            stream.avail_out = uInt(clamping: target.count)
            // zlib keeps the address of the stream, so it must be the same for all calls.
            return withUnsafeMutablePointer(to: &stream) { stream in
                // 16 accepts only gzip.
                let code = inflateInit2_(
                    stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
                guard code == Z_OK else { return .damaged }
                defer { inflateEnd(stream) }
                switch CZlib.inflate(stream, Z_FINISH) {
                case Z_STREAM_END where stream.pointee.avail_in == 0:
                    return .whole(size: Int(stream.pointee.total_out))
                case Z_BUF_ERROR where stream.pointee.avail_out == 0: return .full
                default: return .damaged
                }
            }
        }
    }
}

extension HTTPTransportError {
    /// The same error as for other wrong bytes.
    fileprivate static var damagedBody: HTTPTransportError {
        .unavailable(UpstreamFailure(cause: .reset))
    }
}
