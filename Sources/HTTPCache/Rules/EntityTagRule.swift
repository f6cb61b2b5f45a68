import Crypto
import FoundationEssentials
package import HTTPCore
package import HTTPTypes
import Secrets

/// GitHub's rule for entity tags: hex(SHA-256(Accept ":" [Authorization ":"] body)).
///
/// A response that follows it can be confirmed for another credential: a 304 to the tag that the rule gives
/// for that one proves that upstream would send it the same bytes.
package enum EntityTagRule {
    /// Longest body that is checked, in bytes.
    private static let maximumBody = 64 << 20

    /// The tag of `body` in a response to `request`, without quotes; nil if the body cannot be decoded.
    static func tag(
        of body: [UInt8], _ fields: HTTPFields, to request: HTTPTransportRequest
    ) -> String? {
        guard let content = content(of: body, fields) else { return nil }
        var hash = SHA256()
        hash.update(data: Data("\(request.head.headerFields[.accept] ?? ""):".utf8))
        if let authorization = request.authorization {
            hash.update(data: Data("\(authorization.reveal()):".utf8))
        }
        hash.update(data: content)
        return hash.finalize().map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    /// Whether a response to `request` has the tag that the rule gives.
    package static func explains(
        _ status: Int, _ fields: HTTPFields, _ body: [UInt8], to request: HTTPTransportRequest
    ) -> Bool {
        // Other tags are not worth the work.
        guard status == 200,
            let tag = fields[.eTag].map({ Validation.opaque($0).dropFirst().dropLast() }),
            tag.utf8.count == 2 * SHA256.byteCount, body.count <= maximumBody
        else { return false }
        return Self.tag(of: body, fields, to: request).map { $0[...] == tag } ?? false
    }

    private static func content(of body: [UInt8], _ fields: HTTPFields) -> [UInt8]? {
        switch fields[.contentEncoding]?.lowercased() {
        case nil, "identity": body
        case "gzip": GzipDecoder.content(of: body, maximum: maximumBody)
        default: nil
        }
    }

    static func hasSameContent(
        _ response: HTTPTransportResponse, _ stored: StoredResponse
    ) -> Bool {
        let content = content(of: response.body, response.head.headerFields)
        return response.rest == nil && content == Self.content(of: stored.body, stored.fields)
    }

    /// A response of another owner as it would be that of `request`'s: with its own tag, and without
    /// what upstream said of the other one. A 304 confirms it.
    static func candidate(
        _ foreign: StoredResponse, for request: HTTPTransportRequest, _ key: CacheKey
    ) -> StoredResponse? {
        guard let tag = tag(of: foreign.body, foreign.fields, to: request) else { return nil }
        var candidate = foreign
        candidate.key = key
        candidate.fields = HTTPFields(foreign.fields.filter { kept.contains($0.name) })
        candidate.fields[.eTag] = "W/\"\(tag)\""
        return candidate
    }

    /// What describes the content.
    private static let kept: Set<HTTPField.Name> = [
        .cacheControl, .contentDisposition, .contentEncoding, .contentLanguage, .contentLength,
        .contentType, .expires, .lastModified, .vary,
        HTTPField.Name("Link")!, HTTPField.Name("X-GitHub-Media-Type")!,
    ]
}
