import CZlib

/// The content coding gzip (RFC 9110, section 8.4.1.3).
enum Gzip {
    static func compress(_ data: [UInt8]) -> [UInt8] {
        var (data, stream) = (data, z_stream())
        // 15 bits of window, and 16 for gzip's header instead of zlib's.
        var code = deflateInit2_(
            &stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            CInt(MemoryLayout<z_stream>.size))
        defer { deflateEnd(&stream) }
        let size = deflateBound(&stream, uLong(data.count))
        return data.withUnsafeMutableBufferPointer { source in
            [UInt8](unsafeUninitializedCapacity: Int(size)) { target, count in
                (stream.next_in, stream.avail_in) = (source.baseAddress, uInt(source.count))
                (stream.next_out, stream.avail_out) = (target.baseAddress, uInt(size))
                if code == Z_OK { code = deflate(&stream, Z_FINISH) }
                // There is room for any data, so the only possible error is lack of memory.
                precondition(code == Z_STREAM_END, "zlib: \(code)")
                count = Int(stream.total_out)
            }
        }
    }
}
