package import HTTPCore
import HTTPTypes
import Synchronization

/// Limits the cost of a network that is down to one timeout, instead of one per request.
///
/// ``Outages`` holds its state and rules. A request that fails at once gets the error of the one
/// that waited. A request with ``HTTPCore/CachePolicy/revalidates`` is always sent, so that its
/// caller learns that the network is back.
package final class OutageTransport: HTTPTransport {
    private typealias Outcome = Result<HTTPTransportResponse, HTTPTransportError>

    private let next: any HTTPTransport
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let sleep: @Sendable (Duration) async throws -> Void
    private let state = Mutex(Outages())
    private let probes = BackgroundTasks()

    /// How long the caller of a probing request waits for its outcome.
    static let patience = Duration.seconds(1)

    /// - Parameter next: must not repeat a request whose `mayBeRepeated` is false.
    package init(
        next: any HTTPTransport,
        clock: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
        sleep: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0)
        }
    ) {
        self.next = next
        self.clock = clock
        self.sleep = sleep
    }

    package func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        let authority = request.head.authority ?? ""
        let now = clock()
        let admission = state.withLock {
            $0.admission(to: authority, isExplicit: request.cachePolicy.revalidates, at: now)
        }
        switch admission {
        case .ask: return try await outcome(of: request).get()
        case .askOnce: return try await outcome(of: request, mayRepeat: false).get()
        case .fail(let failure): throw .unavailable(failure)
        case .probe(let failure): return try await probe(request, failure)
        }
    }

    /// Cancels all probes and waits until they have ended.
    package func close() async {
        await probes.cancelAll()
    }

    private func outcome(
        of request: HTTPTransportRequest, mayRepeat: Bool = true
    ) async -> Outcome {
        var request = request
        if !mayRepeat { request.mayBeRepeated = false }
        let start = clock()
        let outcome: Outcome
        var failure: HTTPTransportError?
        do throws(HTTPTransportError) {
            outcome = .success(try await next.send(request))
        } catch {
            outcome = .failure(error)
            failure = error
        }
        let now = clock()
        state.withLock { [failure] in
            $0.ended(request.head.authority ?? "", failure, after: now - start, at: now)
        }
        return outcome
    }

    /// Sends the request and waits for a moment. If upstream is back, its caller gets the response.
    /// Otherwise the caller gets an error, and the request continues for the benefit of later ones.
    private func probe(
        _ request: HTTPTransportRequest, _ failure: UpstreamFailure
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        let (outcomes, found) = AsyncStream.makeStream(of: Outcome.self)
        probes.run { found.yield(await self.outcome(of: request, mayRepeat: false)) }
        let outcome = await withTaskGroup(of: Void.self, returning: Outcome.self) { timer in
            timer.addTask { [sleep] in
                do { try await sleep(Self.patience) } catch { return }
                found.yield(.failure(.unavailable(failure)))
            }
            defer { timer.cancelAll() }
            for await outcome in outcomes { return outcome }
            return .failure(.cancelled)
        }
        return try outcome.get()
    }
}
