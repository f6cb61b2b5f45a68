import HTTPCore
import HTTPTypes
import Synchronization

/// Sees to it that a dead network costs one timeout, not one a request.
///
/// What it remembers and decides is in ``Outages``. A request that fails at once has the error of
/// the one that took its time. A request with ``HTTPCore/CachePolicy/revalidates`` always goes
/// out, so that whoever asks for it learns that the network is back.
package final class OutageTransport: HTTPTransport {
    private typealias Outcome = Result<HTTPTransportResponse, HTTPTransportError>

    private let next: any HTTPTransport
    private let once: any HTTPTransport
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let sleep: @Sendable (Duration) async throws -> Void
    private let state = Mutex(Outages())
    private let probes = Mutex<[Int: Task<Void, Never>]>([:])
    private let lastProbe = Atomic(0)

    /// How long the caller of a request that looks for upstream waits for what it finds.
    static let patience = Duration.seconds(1)

    /// - Parameters:
    ///   - next: asks, and tries again as it sees fit.
    ///   - once: asks the same upstream, but does not try again.
    package init(
        next: any HTTPTransport, once: any HTTPTransport,
        clock: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
        sleep: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0)
        }
    ) {
        self.next = next
        self.once = once
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
        case .ask: return try await outcome(of: request, by: next).get()
        case .askOnce: return try await outcome(of: request, by: once).get()
        case .fail(let failure): throw .unavailable(failure)
        case .probe(let failure): return try await probe(request, failure)
        }
    }

    /// Cancels what looks for upstream and waits until it has ended.
    package func close() async {
        let tasks = probes.withLock { Array($0.values) }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    private func outcome(
        of request: HTTPTransportRequest, by transport: any HTTPTransport
    ) async -> Outcome {
        let start = clock()
        let outcome: Outcome
        var failure: HTTPTransportError?
        do throws(HTTPTransportError) {
            outcome = .success(try await transport.send(request))
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

    /// Sends the request, and waits for a moment: if upstream is back, its caller is answered.
    /// Else that one fails, and the request goes on for those who come after.
    private func probe(
        _ request: HTTPTransportRequest, _ failure: UpstreamFailure
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        let (outcomes, found) = AsyncStream.makeStream(of: Outcome.self)
        keep { _ = found.yield(await self.outcome(of: request, by: self.once)) }
        let timer = Task {
            try? await sleep(Self.patience)
            found.yield(.failure(.unavailable(failure)))
        }
        defer { timer.cancel() }
        for await outcome in outcomes { return try outcome.get() }
        throw .cancelled
    }

    private func keep(_ work: @escaping @Sendable () async -> Void) {
        let id = lastProbe.add(1, ordering: .relaxed).newValue
        probes.withLock { probes in
            probes[id] = Task {
                await work()
                self.probes.withLock { $0[id] = nil }
            }
        }
    }
}
