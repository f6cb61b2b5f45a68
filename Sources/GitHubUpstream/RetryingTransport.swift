package import HTTPCore
import HTTPTypes

/// Repeats requests if that can help: at most twice, with increasing delays.
///
/// It repeats `GET` and `HEAD` after connection failures (except for a refused certificate) and
/// after 502, 503 and 504. It never repeats after a response with `Retry-After`: that wait belongs
/// to the caller. A 5xx that remains is thrown as ``HTTPCore/HTTPTransportError/unavailable(_:)``,
/// unless the request is relayed.
package struct RetryingTransport: HTTPTransport {
    package static let maximumAttempts = 3

    private let next: any HTTPTransport
    private let random: @Sendable () -> Double
    private let sleep: @Sendable (Duration) async throws -> Void

    /// - Parameters:
    ///   - random: a number from 0 up to 1, for the jitter.
    ///   - sleep: waits, and throws when the task is cancelled.
    package init(
        next: any HTTPTransport,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        sleep: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0)
        }
    ) {
        self.next = next
        self.random = random
        self.sleep = sleep
    }

    package func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        var attempt = 1
        while true {
            do throws(HTTPTransportError) {
                return try await sendOnce(request)
            } catch {
                guard case .unavailable(var failure) = error else { throw error }
                failure.attempts = attempt
                guard attempt < Self.maximumAttempts, Self.canHelp(request, failure) else {
                    throw .unavailable(failure)
                }
            }
            do {
                try await sleep(delay(after: attempt))
            } catch {
                throw .cancelled
            }
            attempt += 1
        }
    }

    /// A 5xx is thrown.
    private func sendOnce(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        let response = try await next.send(request)
        let status = response.head.status.code
        guard status >= 500, request.relay == nil else { return response }
        let limits = LimitFields(response.head)
        throw .unavailable(
            UpstreamFailure(cause: .http, status: status, retryAfter: limits.retryAfter))
    }

    private static func canHelp(
        _ request: HTTPTransportRequest, _ failure: UpstreamFailure
    ) -> Bool {
        guard request.mayBeRepeated, [.get, .head].contains(request.head.method),
            failure.retryAfter == nil
        else { return false }
        return switch failure.cause {
        case .dns, .connect, .timeout, .reset: true
        case .tls: false
        case .http: [502, 503, 504].contains(failure.status)
        }
    }

    /// 200 ms, doubled with each attempt, times 0.5 to 1.5.
    private func delay(after attempt: Int) -> Duration {
        .milliseconds(200) * (Double(1 << (attempt - 1)) * (0.5 + random()))
    }
}
