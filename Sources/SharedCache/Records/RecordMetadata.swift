import Crypto
import HTTPTypes

/// The metadata of a shared body. A 304 replaces it, but not the body.
struct RecordMetadata: Hashable, Sendable {
    /// How the body is stored in the engine.
    struct Body: Hashable, Sendable {
        /// Length of the body itself, in bytes.
        let length: Int
        let isDeflated: Bool
        /// Of the stored bytes before they are sealed.
        let digest: [UInt8]
    }

    /// 200, 301 or 404.
    var status: Int
    var fields: HTTPFields
    /// When upstream sent or confirmed the response; by the engine's clock never too late.
    var receivedAt: SealedTime
    /// Microseconds that the exchange with upstream took.
    var delay: Int64
    var body: Body

    private static let format: UInt8 = 2
    private static let longest = 64 << 10
    static let digestLength = 16

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.format)
        writer.write(UInt16(clamping: status))
        writer.write(receivedAt)
        writer.write(delay)
        writer.write(UInt32(clamping: body.length))
        writer.write(UInt8(body.isDeflated ? 1 : 0))
        writer.write(bytes: body.digest)
        writer.write(fields)
        return writer.bytes
    }

    static func digest(_ bytes: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(data: bytes).prefix(digestLength))
    }
}

extension RecordMetadata {
    /// Nil for bytes that ``bytes`` did not write.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.longest else { return nil }
        var reader = ByteReader(bytes)
        guard reader.number(UInt8.self) == Self.format, let status = reader.number(UInt16.self),
            (100..<600).contains(status), let receivedAt = SealedTime(&reader),
            let delay = reader.number(Int64.self), (0...3_600_000_000).contains(delay),
            let length = reader.number(UInt32.self), length <= SharedRecord.longestBody,
            let form = reader.number(UInt8.self), form <= 1, let digest = reader.bytes(),
            digest.count == Self.digestLength, let fields = reader.fields(), reader.isAtEnd
        else { return nil }
        self.init(
            status: Int(status), fields: fields, receivedAt: receivedAt, delay: delay,
            body: Body(length: Int(length), isDeflated: form == 1, digest: digest))
    }
}
