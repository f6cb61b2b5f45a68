package import FoundationEssentials
import HTTPCore
package import HTTPTypes

/// A response in the cache, with everything that is needed to use it again.
package struct StoredResponse: Sendable {
    package var key: CacheKey
    package var varying: VaryingFields
    /// A final one; 200, 301 or 404 unless a client speaks HTTP itself.
    package var status: Int
    package var fields: HTTPFields
    package var body: [UInt8]
    /// When the request was sent that fetched or last confirmed the response.
    package var requestedAt: Date
    /// When the response to that request arrived.
    package var receivedAt: Date
    /// When it was last used, to within a minute.
    package var usedAt: Date
    /// The subjects of the response, in lower case; see ``ResponseStore/clear(tag:)``.
    package var tags: [String] = []
    /// Whether its entity tag follows ``EntityTagRule``.
    package var followsRule = false
    /// Those of ``fields``, if they have been parsed: that is a tenth of a hit in memory.
    var directives: CacheControl?
    /// What its readers have made of it; nil unless it is in memory.
    var prepared: PreparedForms?

    /// Identifies this version of the response.
    var part: StoredPart {
        StoredPart(url: key.url, identity: key.identity.bytes, receivedAt: receivedAt)
    }

    /// The response as it is returned to a caller.
    func served(as source: Provenance.Source, expiresAt: Date?) -> HTTPTransportResponse {
        HTTPTransportResponse(
            head: HTTPResponse(
                status: HTTPResponse.Status(code: status), headerFields: fields),
            body: body,
            provenance: Provenance(
                source: source, fetchedAt: receivedAt, expiresAt: expiresAt, parts: [part]))
    }
}
