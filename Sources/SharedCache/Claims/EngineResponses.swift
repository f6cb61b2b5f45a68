import HTTPCache
import HTTPCore
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
        /// Claims that wait for a message about a question.
        var waiters: [ObjectIdentifier: (question: String, waiter: Waiter)] = [:]
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
        let now = link.pace.now()
        guard isShared(request), state.withLock({ ($0.aloneUntil ?? now) <= now }) else {
            return .alone
        }
        let question = Question(request)
        let waiter = Waiter(link.pace)
        let id = ObjectIdentifier(waiter)
        state.withLock { $0.waiters[id] = (question.name, waiter) }
        defer { state.withLock { $0.waiters[id] = nil } }
        let claim = Claim(
            responses: self, question: question, accepted: accepted, token: link.newToken())
        let (result, hasWaited, gaveUp) = await claim.run(waiter)
        if gaveUp { state.withLock { $0.aloneUntil = link.pace.now() + Self.timeAlone } }
        if !Task.isCancelled { count(result, hasWaited) }
        return result
    }

    /// A message on ``EngineKey/done``.
    func received(_ payload: [UInt8]) {
        let length = IdentityKeys.nameLength
        guard payload.count >= length else { return }
        let question = String(decoding: payload.prefix(length), as: UTF8.self)
        let outcome = Array(payload.dropFirst(length))
        for entry in state.withLock({ Array($0.waiters.values) }) where entry.question == question {
            entry.waiter.receive(outcome.isEmpty ? .published : .outcome(outcome))
        }
    }

    func countPublication() {
        state.withLock { $0.counts.fills += 1 }
    }

    /// Images are not shared.
    private func isShared(_ request: HTTPTransportRequest) -> Bool {
        request.facts.shape != .image && (isGuarded || request.credential != nil)
    }

    private func count(_ result: SharedClaim, _ hasWaited: Bool) {
        state.withLock { state in
            if hasWaited { state.counts.waits += 1 }
            switch result {
            case .found: state.counts.hits += 1
            case .alone: state.counts.alone += 1
            case .lease: if hasWaited { state.counts.takeovers += 1 }
            case .settled: break
            }
        }
    }
}
