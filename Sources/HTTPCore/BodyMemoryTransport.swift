import HTTPTypes

/// Lets a body through only if there is memory for it. Until a response is complete, its transfer
/// holds memory of its own; a stored response has had no transfer.
package struct BodyMemoryTransport: HTTPTransport {
    private let next: any HTTPTransport
    private let memory: BodyMemory

    package init(next: any HTTPTransport, memory: BodyMemory) {
        self.next = next
        self.memory = memory
    }

    package func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        var response = try await next.send(request)
        let reservation = memory.reserve()
        guard reservation.hold(response.body.count) else {
            throw .noMemory(status: response.head.status.code)
        }
        response.reservation = reservation
        return response
    }
}

extension HTTPTransportError {
    package static func noMemory(status: Int) -> HTTPTransportError {
        .invalidBody(status: status, reason: noMemory)
    }

    /// As a phrase for people.
    package static let noMemory = "there is no memory for the body"
}
