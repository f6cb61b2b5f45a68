import FoundationEssentials
import HTTPCore
import HTTPTypes

extension StoredResponse {
    /// The response as it is returned to a caller.
    func served(as source: Provenance.Source, expiresAt: Date?) -> HTTPTransportResponse {
        HTTPTransportResponse(
            head: HTTPResponse(
                status: HTTPResponse.Status(code: status), headerFields: fields),
            body: body,
            provenance: Provenance(
                source: source, fetchedAt: receivedAt, expiresAt: expiresAt, parts: [part]))
    }

    /// Identifies this version of the stored response.
    var part: StoredPart {
        StoredPart(url: key.url, identity: key.identity.bytes, receivedAt: receivedAt)
    }
}
