import FoundationEssentials
import HTTPCache
import RedisClient

/// Carries out what a ``ClaimState`` decides.
struct Claim: Sendable {
    /// The shared response, if upstream may be asked to confirm it.
    typealias Known = (response: SharedResponse, metadata: RecordMetadata)

    let responses: EngineResponses
    let question: Question
    let accepted: @Sendable (SharedResponse) -> StoredResponse?
    /// Identifies this server and this claim.
    let token: String

    private var link: EngineLink { responses.link }

    func run(_ waiter: Waiter) async -> (SharedClaim, ClaimState) {
        let start = link.pace.now()
        var state = ClaimState(jitter: Int.random(in: 0..<60))
        var step = state.first
        var result = SharedClaim.alone
        var begin: (earliest: EngineTime, latest: EngineTime)?
        var known: Known?
        var holder = ""
        while true {
            let event: ClaimState.Event
            switch step {
            case .end(let end): return (end == .alone ? .alone : result, state)
            case _ where Task.isCancelled: return (.alone, state)
            case .read:
                guard let (version, record, clock) = await read() else {
                    event = .trouble
                    break
                }
                let now = link.pace.now()
                let time = clock.latest(at: now)
                // A refresh needs a response that is newer than this call.
                if begin == nil { begin = (clock.earliest(at: now), time) }
                let response = record.flatMap {
                    SharedResponse($0, at: time, since: begin?.latest ?? time)
                }
                known = nil
                if let record, let response, record.isAuthentic {
                    known = (response, record.metadata)
                }
                let usable = response.flatMap(accepted)
                if let usable { result = .found(usable) }
                event = .read(version: version, isUsable: usable != nil)
            case .claim(let version):
                let lease: EngineLease?
                (event, lease, holder) = await claim(version, known)
                if let lease { result = .lease(lease) }
            case .wait(let milliseconds):
                switch await waiter.wait(for: .milliseconds(milliseconds)) {
                case nil: event = .timeout
                case .published: event = .published
                case .outcome(let sealed):
                    let outcome = begin.flatMap {
                        SharedOutcome(
                            sealed, lease: holder, since: $0.earliest, at: .now, question.seal)
                    }
                    if let outcome { result = .settled(outcome) }
                    event = outcome == nil ? .published : .outcome
                }
            }
            let elapsed = (link.pace.now() - start).inMicroseconds / 1000
            step = state.next(after: event, at: Int(elapsed))
        }
    }

    private func read() async -> (version: String, record: SharedRecord?, clock: EngineClock)? {
        let command = RedisCommand("HMGET", [EngineKey.response(question.name), "t", "m", "b"])
        guard let (replies, clock) = await link.send([command]) else { return nil }
        // A value that is not a hash counts as missing; the claim removes it.
        guard let fields = replies[0].elements, fields.count == 3 else {
            return replies[0].errorCode == "WRONGTYPE" ? ("", nil, clock) : nil
        }
        let version = fields[0].text ?? ""
        guard let metadata = fields[1].bytes, let body = fields[2].bytes else {
            return (version, nil, clock)
        }
        return (version, SharedRecord(metadata: metadata, body: body, question.seal), clock)
    }

    /// Asks for the lease. Its renewal begins on the client's own thread: a busy process could lose it
    /// before a task receives it.
    ///
    /// - Returns: also the token of another server's lease.
    private func claim(
        _ version: String, _ known: Known?
    ) async -> (ClaimState.Event, EngineLease?, holder: String) {
        await link.run(
            .claim, keys: question.engineKeys, [version, token, EngineLease.lifetime]
        ) { result in
            guard let (reply, clock) = result else { return (.trouble, nil, "") }
            switch reply.first?.text {
            case "leased":
                return (
                    .leased, EngineLease(self, version: version, known: known, start: clock), ""
                )
            case "changed": return (.changed, nil, "")
            case "busy": return (.busy, nil, reply.last?.text ?? "")
            default: return (.trouble, nil, "")
            }
        }
    }
}

extension SharedResponse {
    /// Nil for a response from the future: its age cannot be known.
    fileprivate init?(_ record: SharedRecord, at now: EngineTime, since begin: EngineTime) {
        let receivedAt = record.metadata.receivedAt
        let date = Date.now
        guard let age = receivedAt.age(at: now, date) else { return nil }
        self.init(
            content: record.content, age: age, delay: Double(record.metadata.delay) / 1_000_000,
            isNew: receivedAt.isNew(since: begin, at: date))
    }
}
