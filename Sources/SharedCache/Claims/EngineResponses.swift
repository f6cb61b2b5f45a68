import HTTPCache
import HTTPCore
import RedisClient
import Synchronization

/// Responses shared through a Redis or Valkey server.
///
/// The engine is asked only if the local store has no usable response. Its replies are checked. If
/// it is gone or sends anything unexpected, this server works alone.
final class EngineResponses: SharedResponses {
    /// How long this server asks alone after a claim that gave up.
    private static let timeAlone = Duration.seconds(60)

    private struct State {
        var counts = SharingCounts()
        /// Claims that wait for a message, by question.
        var waiters: [String: [Waiter]] = [:]
        /// Until then, no claim begins: one has given up, and others would, too.
        var aloneUntil: ContinuousClock.Instant?
    }

    let link: EngineLink
    /// Publications that are being sealed and sent.
    let background = BackgroundTasks()
    private let isGuarded: Bool
    private let state = Mutex(State())

    /// - Parameter isGuarded: whether the engine has a password. Without one, and without a token to
    ///   seal them with, others could write responses.
    init(_ link: EngineLink, isGuarded: Bool) {
        self.link = link
        self.isGuarded = isGuarded
    }

    var counts: SharingCounts { state.withLock(\.counts) }

    func claim(
        _ request: HTTPTransportRequest,
        accepted: @escaping @Sendable (SharedResponse) -> StoredResponse?
    ) async -> SharedClaim {
        guard isShared(request), mayBegin else { return .alone }
        let question = Question(request)
        let waiter = Waiter(link.pace)
        state.withLock { $0.waiters[question.name, default: []].append(waiter) }
        defer {
            state.withLock { state in
                let others = state.waiters[question.name]?.filter { $0 !== waiter } ?? []
                state.waiters[question.name] = others.isEmpty ? nil : others
            }
        }
        let claim = Claim(
            responses: self, question: question, accepted: accepted, token: link.newToken())
        let (result, end) = await claim.run(waiter)
        if end.gaveUp { state.withLock { $0.aloneUntil = link.pace.now() + Self.timeAlone } }
        count(result, end)
        return result
    }

    func invalidate(url: String) async {
        let tag = Invalidations.tag(url, link)
        await link.removeTagged(tag)
        _ = await link.send(
            [RedisCommand("PUBLISH", [EngineKey.cleared, "\(link.serverID) =\(tag)"])])
    }

    /// A message on ``EngineKey/done``.
    func received(_ payload: [UInt8]) {
        let length = IdentityKeys.nameLength
        guard payload.count >= length else { return }
        let question = String(decoding: payload.prefix(length), as: UTF8.self)
        let outcome = Array(payload.dropFirst(length))
        for waiter in state.withLock({ $0.waiters[question] ?? [] }) {
            waiter.receive(outcome.isEmpty ? .published : .outcome(outcome))
        }
    }

    func countPublication() {
        state.withLock { $0.counts.fills += 1 }
    }

    /// Images are not shared.
    private func isShared(_ request: HTTPTransportRequest) -> Bool {
        request.facts.shape != .image && (isGuarded || request.credential != nil)
    }

    private var mayBegin: Bool {
        state.withLock { state in state.aloneUntil.map { $0 <= link.pace.now() } ?? true }
    }

    private func count(_ result: SharedClaim, _ end: ClaimState) {
        guard !Task.isCancelled else { return }
        state.withLock { state in
            if end.hasWaited { state.counts.waits += 1 }
            switch result {
            case .found: state.counts.hits += 1
            case .alone: state.counts.alone += 1
            case .lease: if end.tookOver { state.counts.takeovers += 1 }
            case .settled: break
            }
        }
    }
}
