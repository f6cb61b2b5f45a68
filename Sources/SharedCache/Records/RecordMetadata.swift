import Crypto
import HTTPTypes

/// The metadata of a shared body. A 304 replaces it, but not the body.
struct RecordMetadata: Hashable, Sendable, Codable {
    /// How the body is stored in the engine.
    struct Body: Hashable, Sendable, Codable {
        /// Length of the body itself, in bytes.
        let length: Int
        let isDeflated: Bool
        /// Of the stored bytes before they are sealed.
        let digest: [UInt8]
    }

    /// 200 or 301.
    var status: Int
    var fields: HTTPFields
    /// When upstream sent or confirmed the response; by the engine's clock never too late.
    var receivedAt: SealedTime
    /// Microseconds that the exchange with upstream took.
    var delay: Int64
    var body: Body
    private(set) var format = Self.currentFormat

    private static let currentFormat = 3
    private static let longest = 64 << 10

    static func digest(_ bytes: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(data: bytes).prefix(16))
    }
}

extension RecordMetadata {
    /// Nil for bytes that no server of this format writes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.longest, let known = Self(json: bytes),
            known.format == Self.currentFormat, (100..<600).contains(known.status),
            (0...3_600_000_000).contains(known.delay),
            (0...SharedRecord.longestBody).contains(known.body.length)
        else { return nil }
        self = known
    }
}
