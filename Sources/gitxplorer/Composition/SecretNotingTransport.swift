import HTTPCore

/// Passes every secret that is sent upstream to the redactor, because upstream may repeat it.
struct SecretNotingTransport: HTTPTransport {
    let next: any HTTPTransport
    let redactor: Redactor

    func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        if let credential = request.credential { redactor.learn(token: credential) }
        return try await next.send(request)
    }
}
