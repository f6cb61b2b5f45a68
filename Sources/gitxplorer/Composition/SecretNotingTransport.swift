import HTTPCore
import HTTPTypes
import Secrets

/// Passes every secret that is sent upstream to the redactor, because upstream may repeat it.
///
/// Bodies of errors are redacted here, before a message is cut out of them: the beginning of a
/// secret that was cut would not be recognized.
struct SecretNotingTransport: HTTPTransport {
    let next: any HTTPTransport
    let redactor: Redactor

    func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        if let credential = request.credential { redactor.learn(token: credential) }
        var response = try await next.send(request)
        // A relayed response goes to whoever sent the secret.
        if response.head.status.code >= 400, request.relay == nil {
            let text = String(decoding: response.body, as: UTF8.self)
            response.body = Array(redactor.redacted(text).utf8)
        }
        return response
    }
}
