package import HTTPTypes

/// A response and its provenance.
package struct HTTPTransportResponse: Sendable {
    package var head: HTTPResponse
    /// The content, with any `Content-Encoding` decoded.
    package var body: [UInt8]
    package var provenance: Provenance
    /// The memory that the body holds.
    package var reservation: BodyMemory.Reservation?

    package init(head: HTTPResponse, body: [UInt8], provenance: Provenance) {
        self.head = head
        self.body = body
        self.provenance = provenance
    }
}
