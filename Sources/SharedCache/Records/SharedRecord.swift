import HTTPCache
import HTTPTypes

/// A response as stored in the engine: metadata and body, deflated if that makes them smaller, and
/// sealed if the request had a token.
///
/// Anyone who may write to the engine can write what is not sealed. So it can only be a 200, whose
/// body can be checked, and not a redirect to another question. It has no validator either:
/// upstream would confirm a true one, and with it a false body.
struct SharedRecord: Sendable {
    /// Larger bodies are not shared.
    static let longestBody = 2 << 20

    let metadata: RecordMetadata
    let body: [UInt8]
    /// Whether a server of the same identity wrote it.
    let isAuthentic: Bool

    /// Parses and checks what was found.
    ///
    /// Nil for anything that was not written by a server of this epoch for this question.
    init?(metadata: [UInt8], body: [UInt8], _ seal: Seal) {
        guard let opened = seal.open(metadata, "m"), var known = RecordMetadata(opened),
            seal.mayHold(status: known.status), let bytes = seal.open(body, "b"),
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
}

extension Seal {
    fileprivate func mayHold(status: Int) -> Bool { isAuthentic || status == 200 }
}

/// The two fields of a response that are sent to the engine.
struct SealedRecord: Hashable, Sendable {
    let metadata: [UInt8]
    /// Nil if the stored body does not change.
    let body: [UInt8]?

    /// Nil for a response that is too large to be shared, or that may not be shared without a seal.
    ///
    /// - Parameter known: the metadata of a stored response that `content` confirms.
    init?(
        _ content: SharedContent, confirming known: RecordMetadata? = nil, receivedAt: SealedTime,
        delay: Int64, _ seal: Seal
    ) {
        guard content.body.count <= SharedRecord.longestBody,
            seal.mayHold(status: content.status)
        else { return nil }
        let stored: RecordMetadata.Body
        if let known {
            (stored, body) = (known.body, nil)
        } else {
            let deflated = DeflatedBody(content.body)
            stored = RecordMetadata.Body(
                length: content.body.count, isDeflated: deflated.length != nil,
                digest: RecordMetadata.digest(deflated.bytes))
            guard let sealed = seal.close(deflated.bytes, "b") else { return nil }
            body = sealed
        }
        let metadata = RecordMetadata(
            status: content.status, fields: content.fields, receivedAt: receivedAt, delay: delay,
            body: stored)
        guard let head = seal.close(metadata.bytes, "m") else { return nil }
        self.metadata = head
    }
}
