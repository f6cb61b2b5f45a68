import FoundationEssentials
import HTTPCache
import HTTPCore
import RedisClient
import Synchronization

/// A lease in the engine, which this server renews until the fetch ends.
final class EngineLease: SharedLease {
    /// How long it lasts without renewal, in milliseconds.
    static let lifetime = 2_000
    private static let renewalInterval = Duration.milliseconds(500)
    /// For how long it is renewed. A fetch that hangs must not keep other servers waiting.
    private static let longestHold = Duration.seconds(120)
    /// How much longer a response is kept than it is fresh: its validator is still useful.
    private static let keepingTime = 7 * 86_400.0

    var known: SharedResponse? { candidate?.response }

    private let claim: Claim
    /// What upstream may be asked to confirm.
    private let candidate: Claim.Known?
    /// The version that was stored when the lease was granted.
    private let version: String
    /// When the lease was granted.
    private let start: EngineClock
    private let hasEnded = Mutex(false)

    private var link: EngineLink { claim.responses.link }
    private var question: Question { claim.question }

    init(_ claim: Claim, version: String, known: Claim.Known?, start: EngineClock) {
        self.claim = claim
        self.version = version
        candidate = known
        self.start = start
        scheduleRenewal()
    }

    deinit {
        release(nil)
    }

    func release(_ outcome: SharedOutcome?) {
        guard end() else { return }
        let time = SealedTime(engine: start.latest(at: link.pace.now()), machine: .now)
        let sealed = outcome.flatMap { $0.sealed(at: time, lease: claim.token, question.seal) }
        link.start(
            .release, keys: [EngineKey.lease(question.name)],
            [claim.token, EngineKey.done, Array(question.name.utf8) + (sealed ?? [])])
    }

    func publish(_ response: StoredResponse, for seconds: Double, isConfirmation: Bool) {
        let time = SealedTime(
            engine: arrival(of: response, at: link.pace.now()), machine: response.receivedAt)
        claim.responses.background.run { [self] in
            let record = SharedRecord.sealed(
                SharedContent(
                    status: response.status, fields: response.fields, body: response.body),
                confirming: isConfirmation ? candidate?.metadata : nil, receivedAt: time,
                delay: response.requestedAt.distance(to: response.receivedAt), question.seal)
            let lifetime = min(seconds, Double(ResponseFreshness.longestLifetime))
            // A full engine still takes messages, so other servers need not wait until the lease
            // ends.
            guard let record, await publish(record, for: lifetime, response.tags) else {
                return release(.unshared)
            }
            _ = end()
        }
    }

    /// - Returns: false if the engine did not take it.
    private func publish(
        _ record: SharedRecord.Fields, for seconds: Double, _ tags: [String]
    ) async -> Bool {
        let milliseconds = Int64((seconds + Self.keepingTime) * 1000)
        let tags = tags.prefix(8).map { tag in
            // A URL is written to for all owners.
            EngineKey.tag(
                tag.contains("://") ? Invalidations.tag(tag, link) : question.keys.tag(tag))
        }
        let result = await link.run(
            .publish, keys: question.engineKeys + tags,
            [
                claim.token, start.time.microseconds, milliseconds, record.metadata,
                record.body == nil ? version : "", record.body ?? [], question.name,
                EngineKey.done,
            ])
        // The engine may have a newer one.
        if result?.reply.first?.integer == 1 { claim.responses.countPublication() }
        return result != nil
    }

    /// Renews the lease on the client's own thread, which a busy process does not delay.
    private func scheduleRenewal() {
        link.client.schedule(in: Self.renewalInterval) { [weak self] in self?.renew() }
    }

    private func renew() {
        guard !hasEnded.withLock({ $0 }), link.pace.now() - start.receivedAt < Self.longestHold
        else { return }
        link.start(.renew, keys: question.engineKeys, [version, claim.token, Self.lifetime])
        scheduleRenewal()
    }

    /// - Returns: false if it has ended before.
    private func end() -> Bool {
        hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return !hasEnded
        }
    }

    /// When a response arrived, by the engine's clock. This machine's clock only measures how long ago
    /// that was, and the monotonic clock limits it to the time since the lease was granted.
    private func arrival(of response: StoredResponse, at now: EngineClock.Instant) -> EngineTime {
        let sinceLease = now - start.receivedAt
        let ago = Duration.seconds(min(max(0, -response.receivedAt.timeIntervalSinceNow), 3_600))
        return start.earliest(at: now - min(ago, sinceLease))
    }
}
