import HTTPCache
import RedisClient

/// Carries out what a ``Flight`` decides.
struct ClaimAttempt: Sendable {
    enum Claim: Sendable {
        case found(SharedResponse)
        /// By its number in the table.
        case lease(UInt64, known: SharedResponse?)
        case settled(SharedOutcome)
        case alone
    }

    let link: EngineLink
    let keys: IdentityKeys
    let question: String
    let isUsable: @Sendable (SharedResponse) -> Bool
    let token: String
    /// In milliseconds.
    let leaseTime: Int
    /// Adds a lease to the table, which renews it. Called on the client's own thread: a busy
    /// process could otherwise lose the lease before its tasks learn of it.
    let hold: @Sendable (HeldLease) -> UInt64

    /// The response that was read last.
    private struct Found {
        let record: SharedRecord
        let response: SharedResponse
    }

    func run(_ waiter: Waiter) async -> (Claim, Flight) {
        var flight = Flight(jitter: Int.random(in: 0..<60))
        var step = flight.first
        var begin: EngineTime?
        var found: Found?
        var lease: UInt64?
        var outcome: SharedOutcome?
        while true {
            if case .end(let end) = step { return (result(end, found, lease, outcome), flight) }
            if Task.isCancelled { return (.alone, flight) }
            switch step {
            case .end: break
            case .read:
                guard let reading = await read() else {
                    step = flight.next(after: .trouble)
                    continue
                }
                let now = reading.time.latest(at: .now)
                // A refresh needs a response that is newer than this call.
                if begin == nil { begin = now }
                found = reading.record.flatMap { Self.found($0, at: now, since: begin ?? now) }
                let isFit = found.map { isUsable($0.response) } ?? false
                step = flight.next(after: .read(version: reading.version, isUsable: isFit))
            case .claim(let seen):
                let reply = await claim(seen, found?.record.metadata)
                if case .leased(let number) = reply { lease = number }
                step = flight.next(after: reply.event)
            case .wait(let milliseconds):
                switch await waiter.wait(for: .milliseconds(milliseconds)) {
                case .published: step = flight.next(after: .published)
                case .outcome(let sealed):
                    outcome = SealedOutcome.open(sealed, keys, question: question)
                    step = flight.next(after: outcome == nil ? .published : .outcome)
                case nil: step = flight.next(after: .timeout)
                }
            }
        }
    }

    private func result(
        _ end: Flight.End, _ found: Found?, _ lease: UInt64?, _ outcome: SharedOutcome?
    ) -> Claim {
        switch end {
        case .found: return found.map { .found($0.response) } ?? .alone
        case .settled: return outcome.map { .settled($0) } ?? .alone
        case .alone: return .alone
        case .lease: return lease.map { .lease($0, known: found?.response) } ?? .alone
        }
    }

    private func read() async -> (
        version: String, record: SharedRecord?, time: EngineClock.Sample
    )? {
        let command = RedisCommand(
            "HMGET", [RedisArgument(EngineKey.response(question)), "t", "m", "b"])
        guard let (replies, time) = await link.send([command]) else { return nil }
        // A value that is not a hash counts as missing; the claim removes it.
        guard let fields = replies[0].elements, fields.count == 3 else {
            return replies[0].errorCode == "WRONGTYPE" ? ("", nil, time) : nil
        }
        let version = fields[0].text ?? ""
        guard let metadata = fields[1].bytes, let body = fields[2].bytes else {
            return (version, nil, time)
        }
        let record = SharedRecord(metadata: metadata, body: body, keys, question: question)
        return (version, record, time)
    }

    /// Nil for a response from the future: its age cannot be known.
    private static func found(
        _ record: SharedRecord, at now: EngineTime, since begin: EngineTime
    ) -> Found? {
        let receivedAt = record.metadata.receivedAt
        guard receivedAt <= now else { return nil }
        let response = SharedResponse(
            content: record.content, age: (now - receivedAt).inSeconds,
            delay: Double(record.metadata.delay) / 1_000_000, isNew: receivedAt > begin)
        return Found(record: record, response: response)
    }

    private enum ClaimReply {
        case leased(UInt64)
        case changed, busy, trouble

        var event: Flight.Event {
            switch self {
            case .leased: .leased
            case .changed: .changed
            case .busy: .busy
            case .trouble: .trouble
            }
        }
    }

    private func claim(_ seen: String, _ known: RecordMetadata?) async -> ClaimReply {
        await link.run(
            .claim, keys: [EngineKey.response(question), EngineKey.lease(question)],
            [RedisArgument(seen), RedisArgument(token), RedisArgument(leaseTime)]
        ) { result in
            guard let (reply, time) = result else { return .trouble }
            switch reply.first?.text {
            case "leased":
                let lease = HeldLease(
                    question: question, keys: keys, token: token, seen: seen, known: known,
                    start: time)
                return .leased(hold(lease))
            case "changed": return .changed
            case "busy": return .busy
            default: return .trouble
            }
        }
    }
}
