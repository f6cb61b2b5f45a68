import HTTPCore

/// Sends nothing: `--offline`, where no cache stands before it.
struct OfflineTransport: HTTPTransport {
    func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        throw .offline
    }
}
