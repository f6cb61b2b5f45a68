import HTTPCache
import HTTPTypes

/// A response as stored in the engine: metadata and body, deflated if that makes them smaller, and
/// sealed if the request had a token.
///
/// Anyone who may write to the engine can write a record without a seal. So such a record can only
/// be a 200, whose body can be checked, and not a redirect to another question. It has no validator
/// either: upstream would confirm a true one, and with it a false body.
struct SharedRecord: Sendable {
    /// What is sent to the engine. `body` is nil if the stored one does not change.
    typealias Fields = (metadata: [UInt8], body: [UInt8]?)

    /// Larger bodies are not shared.
    static let longestBody = 2 << 20

    let metadata: RecordMetadata
    let body: [UInt8]
    /// Whether a server of the same identity wrote it.
    let isAuthentic: Bool

    /// Nil for anything that was not written by a server of this epoch for this question.
    init?(metadata: [UInt8], body: [UInt8], _ seal: Seal) {
        guard let opened = seal.open(metadata, "m"), var known = RecordMetadata(opened),
            Self.isAllowed(known.status, seal), let bytes = seal.open(body, "b"),
            bytes.count <= Self.longestBody,
            RecordMetadata.digest(bytes) == known.body.digest
        else { return nil }
        let stored = DeflatedBody(
            bytes: bytes, length: known.body.isDeflated ? known.body.length : nil)
        guard let content = try? stored.body(), content.count == known.body.length else {
            return nil
        }
        isAuthentic = seal.isAuthentic
        if !isAuthentic { (known.fields[.eTag], known.fields[.lastModified]) = (nil, nil) }
        self.metadata = known
        self.body = content
    }

    var content: SharedContent {
        SharedContent(status: metadata.status, fields: metadata.fields, body: body)
    }

    /// Nil for a response that is too large to be shared, or that may not be shared without a seal.
    /// `delay` is in seconds, and `known` the metadata of a stored response that `content` confirms.
    static func sealed(
        _ content: SharedContent, confirming known: RecordMetadata? = nil, receivedAt: SealedTime,
        delay: Double, _ seal: Seal
    ) -> Fields? {
        guard content.body.count <= longestBody, isAllowed(content.status, seal) else { return nil }
        func head(_ body: RecordMetadata.Body) -> [UInt8]? {
            let metadata = RecordMetadata(
                status: content.status, fields: content.fields, receivedAt: receivedAt,
                delay: Int64(min(max(0, delay), 3_600) * 1_000_000), body: body)
            return seal.close(metadata.bytes, "m")
        }
        if let known { return head(known.body).map { ($0, nil) } }
        let deflated = DeflatedBody(content.body)
        let body = RecordMetadata.Body(
            length: content.body.count, isDeflated: deflated.length != nil,
            digest: RecordMetadata.digest(deflated.bytes))
        guard let head = head(body), let bytes = seal.close(deflated.bytes, "b") else { return nil }
        return (head, bytes)
    }

    private static func isAllowed(_ status: Int, _ seal: Seal) -> Bool {
        seal.isAuthentic || status == 200
    }
}
