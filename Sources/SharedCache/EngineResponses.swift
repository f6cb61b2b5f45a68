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

    private struct State {
        var counts = SharingCounts()
        /// A renewal is scheduled.
        var isKeeping = false
        var isClosed = false
    }

    let link: EngineLink
    private let serverID: String
    private let isShared: @Sendable (HTTPTransportRequest) -> Bool
    private let waiters = Waiters()
    private let leases = LeaseTable()
    private let background = Background()
    private let state = Mutex(State())

    /// - Parameters:
    ///   - serverID: distinguishes this server's leases from those of others.
    ///   - isShared: false for requests whose responses are not shared.
    init(
        _ link: EngineLink, serverID: String,
        isShared: @escaping @Sendable (HTTPTransportRequest) -> Bool
    ) {
        self.link = link
        self.serverID = serverID
        self.isShared = isShared
    }

    var counts: SharingCounts { state.withLock(\.counts) }

    /// Releases all leases, and waits until pending messages have been sent.
    func close() async {
        state.withLock { $0.isClosed = true }
        await background.waitForAll()
    }

    /// A message on ``EngineKey/done``.
    func received(_ payload: [UInt8]) {
        guard payload.count >= 32 else { return }
        let question = String(decoding: payload.prefix(32), as: UTF8.self)
        let rest = Array(payload.dropFirst(32))
        waiters.wake(question, rest.isEmpty ? .published : .outcome(rest))
    }

    // MARK: Claiming

    func claim(_ question: SharedQuestion) async -> SharedClaim {
        guard isShared(question.request) else { return .alone }
        let keys = IdentityKeys(credential: question.request.credential)
        let name = keys.question(question.request)
        let waiter = waiters.register(name)
        defer { waiters.remove(waiter, name) }
        let attempt = ClaimAttempt(
            link: link, keys: keys, question: name, isUsable: question.isUsable,
            token: "\(serverID).\(UInt64.random(in: 0 ... .max))", leaseTime: Self.leaseTime,
            hold: hold)
        let (claim, flight) = await attempt.run(waiter)
        count(claim, flight)
        switch claim {
        case .found(let response): return .found(response)
        case .settled(let outcome): return .settled(outcome)
        case .alone: return .alone
        case .lease(let number, let known):
            return .lease(SharedLease(number: number), known: known)
        }
    }

    private func count(_ claim: ClaimAttempt.Claim, _ flight: Flight) {
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

    private func hold(_ lease: HeldLease) -> UInt64 {
        let number = leases.add(lease)
        let isFirst = state.withLock { state in
            guard !state.isKeeping, !state.isClosed else { return false }
            state.isKeeping = true
            return true
        }
        if isFirst { link.schedule(in: Self.renewalInterval) { self.renewAll() } }
        return number
    }

    /// Runs on the client's own thread, so that a later release is also sent later.
    private func renewAll() {
        let now = EngineClock.Instant.now
        let held = state.withLock { state in
            // Under the lock, so that a lease added after this schedules the next renewal.
            let held = state.isClosed ? [] : leases.current(at: now)
            state.isKeeping = !held.isEmpty
            return held
        }
        // Most transfers end before the lease needs it.
        for lease in held where now - lease.start.receivedAt >= Self.renewalInterval {
            link.start(
                .renew,
                keys: [EngineKey.response(lease.question), EngineKey.lease(lease.question)],
                [
                    RedisArgument(lease.seen), RedisArgument(lease.token),
                    RedisArgument(Self.leaseTime),
                ])
        }
        if !held.isEmpty { link.schedule(in: Self.renewalInterval) { self.renewAll() } }
    }

    // MARK: Giving back

    func publish(
        _ response: StoredResponse, for seconds: Double, isConfirmation: Bool,
        _ lease: SharedLease
    ) {
        // Renewed until it is published: on a busy machine, the steps before that take time.
        guard let held = leases.lease(lease.number) else { return }
        let now = EngineClock.Instant.now
        background.run { [self] in
            let receivedAt = Self.time(of: response, held, at: now)
            let delay = max(0, response.receivedAt.timeIntervalSince(response.requestedAt))
            let content = SharedContent(
                status: response.status, fields: response.fields, body: response.body)
            let microseconds = Int64(min(delay, 3_600) * 1_000_000)
            var record: SealedRecord?
            if isConfirmation, let known = held.known {
                record = SealedRecord(
                    confirming: known, fields: response.fields, receivedAt: receivedAt,
                    delay: microseconds, held.keys, question: held.question)
            } else {
                record = SealedRecord(
                    content, receivedAt: receivedAt, delay: microseconds, held.keys,
                    question: held.question)
            }
            if let record, await publish(record, response, for: seconds, held, lease) { return }
            // A full engine still takes messages, so other servers need not wait until the lease
            // ends.
            leases.remove(lease.number)
            await giveBack(held, .unshared)
        }
    }

    /// - Returns: false if the engine did not take it; it may have a newer one.
    private func publish(
        _ record: SealedRecord, _ response: StoredResponse, for seconds: Double, _ held: HeldLease,
        _ lease: SharedLease
    ) async -> Bool {
        let milliseconds = Int64((min(seconds, Double(1 << 31)) + Self.keepingTime) * 1000)
        let names = response.tags.prefix(8).map { EngineKey.tag(held.keys.tag($0)) }
        let result = await link.run(
            .publish,
            keys: [EngineKey.response(held.question), EngineKey.lease(held.question)] + names,
            [
                RedisArgument(held.token), RedisArgument(held.start.time.microseconds),
                RedisArgument(milliseconds), RedisArgument(record.metadata),
                RedisArgument(record.body == nil ? held.seen : ""),
                RedisArgument(record.body ?? []), RedisArgument(held.question),
                RedisArgument(EngineKey.done),
            ]
        ) { [leases] result in
            leases.remove(lease.number)
            return result
        }
        if result?.reply.first?.integer == 1 { state.withLock { $0.counts.fills += 1 } }
        return result != nil
    }

    func release(_ lease: SharedLease, _ outcome: SharedOutcome?) {
        guard let held = leases.remove(lease.number) else { return }
        background.run { [self] in await giveBack(held, outcome) }
    }

    private func giveBack(_ held: HeldLease, _ outcome: SharedOutcome?) async {
        let sealed = outcome.flatMap {
            SealedOutcome.close($0, held.keys, question: held.question)
        }
        let command = RedisCommand(
            "EVAL",
            [
                RedisArgument(Script.release.source), 1,
                RedisArgument(EngineKey.lease(held.question)), RedisArgument(held.token),
                RedisArgument(EngineKey.done),
                RedisArgument(Array(held.question.utf8) + (sealed ?? [])),
            ])
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
