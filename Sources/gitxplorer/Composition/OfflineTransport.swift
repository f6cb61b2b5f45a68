import HTTPCore

/// Sends nothing: for `--offline`, below transports without a cache.
struct OfflineTransport: HTTPTransport {
    func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        throw .offline
    }
}
