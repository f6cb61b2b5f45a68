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
    /// - Throws: ``HTTPCore/HTTPTransportError/invalidBody(status:reason:)`` for a longer one, a
    ///   reset for one that is cut or not in the coding that it claims.
    /// - SeeAlso: RFC 9110, section 8.4.
    func withoutContentCoding(
        to method: HTTPRequest.Method, maximumSize: Int
    ) throws(HTTPTransportError) -> HTTPTransportResponse {
        let codings = head.headerFields[values: .contentEncoding].map { $0.lowercased() }
            .filter { $0 != "identity" }
        let isBodiless =
            method == .head || head.status == .noContent || head.status == .notModified
        guard !codings.isEmpty, !isBodiless else { return self }
        var plain = self
        plain.head.headerFields[.contentEncoding] = nil
        plain.head.headerFields[.contentLength] = nil
        if body.isEmpty, head.headerFields[.contentLength] == "0" { return plain }
        guard codings == ["gzip"] || codings == ["x-gzip"] else { throw .brokenCoding }
        plain.body = try inflated(maximumSize)
        return plain
    }

    /// The one member of the gzip file that the body is (RFC 1952). zlib compares the checksum.
    private func inflated(_ maximumSize: Int) throws(HTTPTransportError) -> [UInt8] {
        // The last four bytes are the size, the lowest first.
        guard body.count >= 18 else { throw .brokenCoding }
        let size = body.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        var end = Ending.broken
        let text = [UInt8](unsafeUninitializedCapacity: min(size, maximumSize) + 1) { room, count in
            end = Self.inflate(body, into: room, size: size)
            count = end == .whole ? size : 0
        }
        switch end {
        case .whole where size <= maximumSize: return text
        case .broken: throw .brokenCoding
        case .whole, .full:
            throw .invalidBody(
                status: head.status.code,
                reason: ResponseSink.Excess.body(maximum: maximumSize).reason)
        }
    }

    private enum Ending {
        case whole
        /// There is more than there was room for.
        case full
        case broken
    }

    /// Inflates `source`, which says that it is `size` bytes.
    private static func inflate(
        _ source: [UInt8], into room: UnsafeMutableBufferPointer<UInt8>, size: Int
    ) -> Ending {
        var stream = z_stream()
        // 16 is for gzip and nothing else.
        let code = inflateInit2_(
            &stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard code == Z_OK else { return .broken }
        defer { inflateEnd(&stream) }
        return source.withUnsafeBufferPointer { source in
            // zlib does not write to what it reads.
            stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
            stream.avail_in = uInt(source.count)
            stream.next_out = room.baseAddress
            stream.avail_out = uInt(room.count)
            let code = CZlib.inflate(&stream, Z_FINISH)
            if code == Z_BUF_ERROR, stream.avail_out == 0, size >= room.count { return .full }
            let isWhole = code == Z_STREAM_END && stream.avail_in == 0
            return isWhole && Int(stream.total_out) == size ? .whole : .broken
        }
    }
}

extension HTTPTransportError {
    /// As for all other bytes that come wrong.
    fileprivate static var brokenCoding: HTTPTransportError {
        .unavailable(UpstreamFailure(cause: .reset))
    }
}
