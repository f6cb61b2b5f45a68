import Crypto
import HTTPCache
import HTTPTypes

/// A response as stored in the engine: metadata and body, deflated if that makes it smaller, and
/// sealed if the request had a token.
///
/// Anyone who may write to the engine can write a record without a seal. So such a record can only
/// be a 200, whose body can be checked, and not a redirect to another question. It has no validator
/// either: upstream would confirm a true one, and with it a false body.
struct SharedRecord: Sendable {
    /// What is sent to the engine.
    typealias Parts = (metadata: [UInt8], body: [UInt8])

    /// Larger bodies are not shared.
    static let longestBody = 2 << 20
    private static let longestMetadata = 64 << 10
    private static let format: UInt8 = 2

    let content: SharedContent
    /// When upstream sent or confirmed the response; by the engine's clock never too late.
    let receivedAt: SealedTime
    /// Microseconds that the exchange with upstream took.
    let delay: Int64

    /// Nil for anything that was not written by a server of this epoch for this question.
    init?(metadata: [UInt8], body: [UInt8], _ seal: Seal) {
        guard let opened = seal.open(metadata, "m"), opened.count <= Self.longestMetadata,
            let bytes = seal.open(body, "b"), bytes.count <= Self.longestBody
        else { return nil }
        var reader = ByteReader(opened)
        guard reader.number(UInt8.self) == Self.format, let status = reader.number(UInt16.self),
            (100..<600).contains(status), Self.isAllowed(Int(status), seal),
            let receivedAt = SealedTime(&reader), let delay = reader.number(Int64.self),
            (0...3_600_000_000).contains(delay), let length = reader.number(UInt32.self),
            length <= Self.longestBody, let form = reader.number(UInt8.self), form <= 1,
            reader.bytes() == Self.digest(bytes), var fields = reader.fields(), reader.isAtEnd
        else { return nil }
        let stored = DeflatedBody(bytes: bytes, length: form == 1 ? Int(length) : nil)
        guard let body = try? stored.body(), body.count == length else { return nil }
        if !seal.isAuthentic { (fields[.eTag], fields[.lastModified]) = (nil, nil) }
        content = SharedContent(status: Int(status), fields: fields, body: body)
        (self.receivedAt, self.delay) = (receivedAt, delay)
    }

    /// Nil for a response that is too large to be shared, or that may not be shared without a seal.
    /// `delay` is in seconds.
    static func sealed(
        _ content: SharedContent, receivedAt: SealedTime, delay: Double, _ seal: Seal
    ) -> Parts? {
        guard content.body.count <= longestBody, isAllowed(content.status, seal) else { return nil }
        let deflated = DeflatedBody(content.body)
        var writer = ByteWriter()
        writer.write(format)
        writer.write(UInt16(clamping: content.status))
        writer.write(receivedAt)
        writer.write(Int64(min(max(0, delay), 3_600) * 1_000_000))
        writer.write(UInt32(content.body.count))
        writer.write(UInt8(deflated.length == nil ? 0 : 1))
        writer.write(bytes: digest(deflated.bytes))
        writer.write(content.fields)
        guard let metadata = seal.close(writer.bytes, "m"),
            let body = seal.close(deflated.bytes, "b")
        else { return nil }
        return (metadata, body)
    }

    private static func isAllowed(_ status: Int, _ seal: Seal) -> Bool {
        seal.isAuthentic || status == 200
    }

    private static func digest(_ bytes: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(data: bytes).prefix(16))
    }
}
