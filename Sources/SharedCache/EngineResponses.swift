import FoundationEssentials
import HTTPCache
import HTTPCore
import RedisClient
import Synchronization

/// Responses shared through a Redis or Valkey server.
///
/// The engine is asked only if the local store has no usable response. Its replies are checked. If
/// it is gone or sends anything unexpected, this server works alone.
final class EngineResponses: SharedResponses {
    /// How long a lease lasts without renewal, in milliseconds.
    private static let leaseTime = 2_000
    private static let renewalInterval = Duration.milliseconds(500)
    /// How much longer a response is kept than it is fresh: its validator is still useful.
    private static let keepingTime = 7 * 86_400.0
    /// No transfer takes longer. A forgotten lease must not keep others waiting.
    private static let longestHold = Duration.seconds(120)
    /// How long this server asks alone after a flight that gave up.
    private static let timeAlone = Duration.seconds(60)

    private struct State {
        var counts = SharingCounts()
        /// The leases that this server holds, by number.
        var leases: [UInt64: HeldLease] = [:]
        var lastLease: UInt64 = 0
        /// Flights that wait for a message, by question.
        var waiters: [String: [Waiter]] = [:]
        /// A renewal is scheduled.
        var isKeeping = false
        var isClosed = false
        /// Until then, no flight begins: one has waited in vain, and others would, too.
        var aloneUntil: EngineClock.Instant?
    }

    let link: EngineLink
    private let serverID: String
    private let isGuarded: Bool
    private let background = BackgroundTasks()
    private let state = Mutex(State())

    /// - Parameters:
    ///   - serverID: distinguishes this server's leases from those of others.
    ///   - isGuarded: whether the engine has a password. Without one, and without a token to seal
    ///     them with, others could write responses.
    init(_ link: EngineLink, serverID: String, isGuarded: Bool) {
        self.link = link
        self.serverID = serverID
        self.isGuarded = isGuarded
    }

    var counts: SharingCounts { state.withLock(\.counts) }

    /// Claims nothing more, and waits until pending messages have been sent.
    func close() async {
        state.withLock { $0.isClosed = true }
        await background.waitForAll()
    }

    /// A message on ``EngineKey/done``.
    func received(_ payload: [UInt8]) {
        let length = IdentityKeys.nameLength
        guard payload.count >= length else { return }
        let question = String(decoding: payload.prefix(length), as: UTF8.self)
        let rest = Array(payload.dropFirst(length))
        for waiter in state.withLock({ $0.waiters[question] ?? [] }) {
            waiter.receive(rest.isEmpty ? .published : .outcome(rest))
        }
    }

    // MARK: Claiming

    func claim(
        _ request: HTTPTransportRequest,
        accepted: @escaping @Sendable (SharedResponse) -> StoredResponse?
    ) async -> SharedClaim {
        guard isShared(request), mayBegin else { return .alone }
        let keys = IdentityKeys(credential: request.credential)
        let name = keys.question(request)
        let waiter = Waiter(sleep: link.pace.sleep, now: link.pace.now)
        state.withLock { $0.waiters[name, default: []].append(waiter) }
        defer {
            state.withLock { state in
                let others = state.waiters[name]?.filter { $0 !== waiter } ?? []
                state.waiters[name] = others.isEmpty ? nil : others
            }
        }
        let attempt = ClaimAttempt(
            link: link, keys: keys, question: name, accepted: accepted,
            token: "\(serverID).\(UInt64.random(in: 0 ... .max))", leaseTime: Self.leaseTime,
            hold: hold)
        let (claim, flight) = await attempt.run(waiter)
        if flight.gaveUp { state.withLock { $0.aloneUntil = link.pace.now() + Self.timeAlone } }
        count(claim, flight)
        return claim
    }

    /// Images are not shared.
    private func isShared(_ request: HTTPTransportRequest) -> Bool {
        request.facts.shape != .image && (isGuarded || request.credential != nil)
    }

    private var mayBegin: Bool {
        state.withLock { state in state.aloneUntil.map { $0 <= link.pace.now() } ?? true }
    }

    private func count(_ claim: SharedClaim, _ flight: Flight) {
        guard !Task.isCancelled else { return }
        state.withLock { state in
            if flight.hasWaited { state.counts.waits += 1 }
            switch claim {
            case .found: state.counts.hits += 1
            case .alone: state.counts.alone += 1
            case .lease: if flight.tookOver { state.counts.takeovers += 1 }
            case .settled: break
            }
        }
    }

    // MARK: Holding

    private func hold(_ lease: HeldLease) -> SharedLease {
        let (number, isFirst) = state.withLock { state in
            state.lastLease += 1
            state.leases[state.lastLease] = lease
            let isFirst = !state.isKeeping && !state.isClosed
            if isFirst { state.isKeeping = true }
            return (state.lastLease, isFirst)
        }
        if isFirst { link.schedule(in: Self.renewalInterval) { self.renewAll() } }
        return SharedLease(number: number)
    }

    @discardableResult
    private func removeLease(_ lease: SharedLease) -> HeldLease? {
        state.withLock { $0.leases.removeValue(forKey: lease.number) }
    }

    /// Runs on the client's own thread, so that a later release is also sent later.
    private func renewAll() {
        let now = link.pace.now()
        let held = state.withLock { state in
            state.leases = state.leases.filter {
                now - $0.value.start.receivedAt < Self.longestHold
            }
            let held = state.isClosed ? [] : Array(state.leases.values)
            state.isKeeping = !held.isEmpty
            return held
        }
        // Most transfers end before the lease needs it.
        for lease in held where now - lease.start.receivedAt >= Self.renewalInterval {
            link.start(
                .renew,
                keys: [EngineKey.response(lease.question), EngineKey.lease(lease.question)],
                [lease.seen, lease.token, Self.leaseTime])
        }
        if !held.isEmpty { link.schedule(in: Self.renewalInterval) { self.renewAll() } }
    }

    // MARK: Giving back

    func publish(
        _ response: StoredResponse, for seconds: Double, isConfirmation: Bool,
        _ lease: SharedLease
    ) {
        // Renewed until it is published: on a busy machine, the steps before that take time.
        guard let held = state.withLock({ $0.leases[lease.number] }) else { return }
        let now = link.pace.now()
        background.run { [self] in
            let receivedAt = SealedTime(
                engine: Self.time(of: response, held, at: now), machine: response.receivedAt)
            let delay = max(0, response.receivedAt.timeIntervalSince(response.requestedAt))
            let content = SharedContent(
                status: response.status, fields: response.fields, body: response.body)
            let record = SealedRecord(
                content, confirming: isConfirmation ? held.known : nil, receivedAt: receivedAt,
                delay: Int64(min(delay, 3_600) * 1_000_000), held.seal)
            if let record, await publish(record, response, for: seconds, held, lease) { return }
            // A full engine still takes messages, so other servers need not wait until the lease
            // ends.
            removeLease(lease)
            await giveBack(held, .unshared)
        }
    }

    /// - Returns: false if the engine did not take it; it may have a newer one.
    private func publish(
        _ record: SealedRecord, _ response: StoredResponse, for seconds: Double, _ held: HeldLease,
        _ lease: SharedLease
    ) async -> Bool {
        let lifetime = min(seconds, Double(ResponseFreshness.longestLifetime))
        let milliseconds = Int64((lifetime + Self.keepingTime) * 1000)
        let names = response.tags.prefix(8).map { EngineKey.tag(held.keys.tag($0)) }
        let result = await link.run(
            .publish,
            keys: [EngineKey.response(held.question), EngineKey.lease(held.question)] + names,
            [
                held.token, held.start.time.microseconds, milliseconds, record.metadata,
                record.body == nil ? held.seen : "", record.body ?? [], held.question,
                EngineKey.done,
            ]
        ) { [self] result in
            removeLease(lease)
            return result
        }
        if result?.reply.first?.integer == 1 { state.withLock { $0.counts.fills += 1 } }
        return result != nil
    }

    func release(_ lease: SharedLease, _ outcome: SharedOutcome?) {
        guard let held = removeLease(lease) else { return }
        background.run { [self] in await giveBack(held, outcome) }
    }

    private func giveBack(_ held: HeldLease, _ outcome: SharedOutcome?) async {
        let time = SealedTime(engine: held.start.latest(at: link.pace.now()), machine: .now)
        let sealed = outcome.flatMap {
            SealedOutcome.close(
                $0, at: time, SealedOutcome.Place(lease: held.token, seal: held.seal))
        }
        let message = Array(held.question.utf8) + (sealed ?? [])
        let command = Script.release.command(
            isKnown: false, keys: [EngineKey.lease(held.question)],
            [held.token, EngineKey.done, message])
        _ = await link.send([command])
    }

    /// When a response arrived, by the engine's clock.
    ///
    /// The clocks of machines are not compared: this machine's tells only how long ago the response
    /// arrived, and the monotonic clock how long after the lease that was.
    private static func time(
        of response: StoredResponse, _ held: HeldLease, at now: EngineClock.Instant
    ) -> EngineTime {
        let sinceLease = now - held.start.receivedAt
        let ago = Duration.seconds(min(max(0, -response.receivedAt.timeIntervalSinceNow), 3_600))
        return held.start.earliest(at: now - min(ago, sinceLease))
    }
}
