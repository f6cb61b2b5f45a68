package import HTTPTypes

/// A response and its provenance.
package struct HTTPTransportResponse: Sendable {
    package var head: HTTPResponse
    /// The content, with any `Content-Encoding` decoded, unless it is relayed.
    package var body: [UInt8]
    /// What follows ``body`` and is still arriving; nil if that is the whole body.
    package var rest: BodyPipe.Reader?
    package var provenance: Provenance
    /// Nil if no cache was asked, or if the request's policy has no ``CachePolicy/standard``.
    package var cacheStatus: CacheStatus?
    /// Nil unless the response is in memory for further requests.
    package var prepared: PreparedForms?
    /// The memory that the body holds.
    package var reservation: BodyMemory.Reservation?

    package init(head: HTTPResponse, body: [UInt8], provenance: Provenance) {
        self.head = head
        self.body = body
        self.provenance = provenance
    }
}
