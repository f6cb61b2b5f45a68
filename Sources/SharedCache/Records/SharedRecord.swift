import HTTPCache
import HTTPTypes

/// A response as stored in the engine: metadata and body, deflated if that makes them smaller, and
/// sealed if the request had a token.
struct SharedRecord: Sendable {
    /// Larger bodies are not shared.
    static let longestBody = 2 << 20

    let metadata: RecordMetadata
    let body: [UInt8]

    /// Parses and checks what was found.
    ///
    /// Nil for anything that was not written by a server of this epoch for this question.
    init?(metadata: [UInt8], body: [UInt8], _ keys: IdentityKeys, question: String) {
        let place = (
            Seal(keys, question: question, part: "m"),
            Seal(keys, question: question, part: "b")
        )
        guard let opened = place.0.open(metadata), let known = RecordMetadata(opened),
            let bytes = place.1.open(body), bytes.count <= Self.longestBody,
            RecordMetadata.digest(bytes) == known.body.digest
        else { return nil }
        let stored = DeflatedBody(
            bytes: bytes, length: known.body.isDeflated ? known.body.length : nil)
        guard let content = try? stored.body(), content.count == known.body.length else {
            return nil
        }
        self.metadata = known
        self.body = content
    }

    var content: SharedContent {
        SharedContent(status: metadata.status, fields: metadata.fields, body: body)
    }
}

/// The two fields of a response that are sent to the engine.
struct SealedRecord: Hashable, Sendable {
    let metadata: [UInt8]
    /// Nil if the stored body does not change.
    let body: [UInt8]?

    /// Nil for a response that is too large to be shared.
    init?(
        _ content: SharedContent, receivedAt: EngineTime, delay: Int64, _ keys: IdentityKeys,
        question: String
    ) {
        guard content.body.count <= SharedRecord.longestBody else { return nil }
        let deflated = DeflatedBody(content.body)
        let metadata = RecordMetadata(
            status: content.status, fields: content.fields, receivedAt: receivedAt, delay: delay,
            body: RecordMetadata.Body(
                length: content.body.count, isDeflated: deflated.length != nil,
                digest: RecordMetadata.digest(deflated.bytes)))
        guard let head = Seal(keys, question: question, part: "m").close(metadata.bytes),
            let body = Seal(keys, question: question, part: "b").close(deflated.bytes)
        else { return nil }
        self.metadata = head
        self.body = body
    }

    /// The confirmation of a response whose body is already stored.
    init?(
        confirming known: RecordMetadata, fields: HTTPFields, receivedAt: EngineTime, delay: Int64,
        _ keys: IdentityKeys, question: String
    ) {
        var metadata = known
        metadata.fields = fields
        metadata.receivedAt = receivedAt
        metadata.delay = delay
        guard let head = Seal(keys, question: question, part: "m").close(metadata.bytes) else {
            return nil
        }
        self.metadata = head
        body = nil
    }
}
