import FoundationEssentials
import HTTPCache
import RedisClient

/// A lease that this server holds.
struct HeldLease: Sendable {
    let question: String
    let keys: IdentityKeys
    /// Identifies this server and this flight.
    let token: String
    /// The version that was stored when the lease was granted.
    let seen: String
    /// The stored response, if it can be read.
    let known: RecordMetadata?
    /// The engine's clock when the lease was granted.
    let start: EngineClock.Sample

    var seal: Seal { Seal(keys, question: question) }
}

/// Carries out what a ``Flight`` decides.
struct ClaimAttempt: Sendable {
    let link: EngineLink
    let keys: IdentityKeys
    let question: String
    let accepted: @Sendable (SharedResponse) -> StoredResponse?
    let token: String
    /// In milliseconds.
    let leaseTime: Int
    /// Keeps a lease, which is renewed from then on. Called on the client's own thread: a busy
    /// process could otherwise lose the lease before its tasks learn of it.
    let hold: @Sendable (HeldLease) -> SharedLease

    /// The response that was read last. `known` is its metadata, if upstream may be asked to
    /// confirm it.
    private typealias Found = (response: SharedResponse, known: RecordMetadata?)

    func run(_ waiter: Waiter) async -> (SharedClaim, Flight) {
        var flight = Flight(jitter: Int.random(in: 0..<60))
        var step = flight.first
        var begin: (earliest: EngineTime, latest: EngineTime)?
        var found: Found?
        var usable: StoredResponse?
        var lease: SharedLease?
        var holder = ""
        var outcome: SharedOutcome?
        let start = link.pace.now()
        func next(_ event: Flight.Event) -> Flight.Step {
            let elapsed = (link.pace.now() - start).inMicroseconds / 1000
            return flight.next(after: event, at: Int(elapsed))
        }
        while true {
            switch step {
            case .end(let end): return (result(end, usable, found, lease, outcome), flight)
            case _ where Task.isCancelled: return (.alone, flight)
            case .read:
                guard let reading = await read() else {
                    step = next(.trouble)
                    continue
                }
                let now = link.pace.now()
                let time = reading.time.latest(at: now)
                // A refresh needs a response that is newer than this call.
                if begin == nil { begin = (reading.time.earliest(at: now), time) }
                found = reading.record.flatMap {
                    Self.found($0, at: time, since: begin?.latest ?? time)
                }
                usable = found.flatMap { accepted($0.response) }
                step = next(.read(version: reading.version, isUsable: usable != nil))
            case .claim(let seen):
                let event: Flight.Event
                (event, lease, holder) = await claim(seen, found?.known)
                step = next(event)
            case .wait(let milliseconds):
                switch await waiter.wait(for: .milliseconds(milliseconds)) {
                case .published: step = next(.published)
                case .outcome(let sealed):
                    let place = SealedOutcome.Place(lease: holder, seal: seal)
                    outcome = begin.flatMap {
                        SealedOutcome.open(sealed, place, since: $0.earliest, at: .now)
                    }
                    step = next(outcome == nil ? .published : .outcome)
                case nil: step = next(.timeout)
                }
            }
        }
    }

    private var seal: Seal { Seal(keys, question: question) }

    private func result(
        _ end: Flight.End, _ usable: StoredResponse?, _ found: Found?, _ lease: SharedLease?,
        _ outcome: SharedOutcome?
    ) -> SharedClaim {
        switch end {
        case .found: return usable.map { .found($0) } ?? .alone
        case .settled: return outcome.map { .settled($0) } ?? .alone
        case .alone: return .alone
        case .lease:
            let known = found.flatMap { $0.known == nil ? nil : $0.response }
            return lease.map { .lease($0, known: known) } ?? .alone
        }
    }

    private func read() async -> (
        version: String, record: SharedRecord?, time: EngineClock.Sample
    )? {
        let command = RedisCommand("HMGET", [EngineKey.response(question), "t", "m", "b"])
        guard let (replies, time) = await link.send([command]) else { return nil }
        // A value that is not a hash counts as missing; the claim removes it.
        guard let fields = replies[0].elements, fields.count == 3 else {
            return replies[0].errorCode == "WRONGTYPE" ? ("", nil, time) : nil
        }
        let version = fields[0].text ?? ""
        guard let metadata = fields[1].bytes, let body = fields[2].bytes else {
            return (version, nil, time)
        }
        return (version, SharedRecord(metadata: metadata, body: body, seal), time)
    }

    /// Nil for a response from the future: its age cannot be known.
    private static func found(
        _ record: SharedRecord, at now: EngineTime, since begin: EngineTime
    ) -> Found? {
        let receivedAt = record.metadata.receivedAt
        let date = Date.now
        guard let age = receivedAt.age(at: now, date) else { return nil }
        let response = SharedResponse(
            content: record.content, age: age,
            delay: Double(record.metadata.delay) / 1_000_000,
            isNew: receivedAt.isNew(since: begin, at: date))
        return (response, record.isAuthentic ? record.metadata : nil)
    }

    /// - Returns: also the lease, or the token of its holder.
    private func claim(
        _ seen: String, _ known: RecordMetadata?
    ) async -> (Flight.Event, SharedLease?, holder: String) {
        await link.run(
            .claim, keys: [EngineKey.response(question), EngineKey.lease(question)],
            [seen, token, leaseTime]
        ) { result in
            guard let (reply, time) = result else { return (.trouble, nil, "") }
            switch reply.first?.text {
            case "leased":
                let lease = HeldLease(
                    question: question, keys: keys, token: token, seen: seen, known: known,
                    start: time)
                return (.leased, hold(lease), "")
            case "changed": return (.changed, nil, "")
            case "busy": return (.busy, nil, reply.last?.text ?? "")
            default: return (.trouble, nil, "")
            }
        }
    }
}
