import FoundationEssentials
import HTTPCache
import HTTPCore

/// Outcomes as sent to the waiting servers.
///
/// An outcome carries its time and its lease, so that only servers that wait for that lease believe
/// it. Without a seal it only ends the wait.
extension SharedOutcome {
    struct Message: Codable {
        let time: SealedTime
        let lease: String
        let outcome: SharedOutcome
    }

    /// Older servers do not open it.
    private static let part = "o3"
    /// Longer responses are not passed on: each server asks for itself.
    private static let longestBody = 64 << 10
    private static let longestMessage = 1 << 20
    private static let longestWait = RateLimitNotice.longestWait
    private static let statuses = 100...599
    private static let mostAttempts = 100

    /// Nil for an outcome that does not concern other servers.
    ///
    /// - Parameters:
    ///   - time: by the engine's clock never too early.
    ///   - lease: its token.
    func sealed(at time: SealedTime, lease: String, _ seal: Seal) -> [UInt8]? {
        if self == .failure(.offline) || self == .failure(.cancelled) { return nil }
        let outcome = seal.isAuthentic && isPassedOn ? self : .unshared
        return Message(time: time, lease: lease, outcome: outcome).json
            .flatMap { seal.close($0, Self.part) }
    }

    /// Nil for bytes that were not sent by a server of this epoch, about this question, by the
    /// holder of this lease and since `begin`.
    init?(
        _ bytes: [UInt8], lease: String, since begin: EngineTime, at date: Date, _ seal: Seal
    ) {
        guard let opened = seal.open(bytes, Self.part), opened.count <= Self.longestMessage,
            let message = Message(json: opened), message.lease == lease,
            message.time.isNew(since: begin, at: date),
            let outcome = message.outcome.received(message.time.age(at: date))
        else { return nil }
        self = seal.isAuthentic ? outcome : .unshared
    }

    private var isPassedOn: Bool {
        switch self {
        case .response(let content): content.body.count <= Self.longestBody
        // The other servers have memory of their own.
        case .failure(.invalidBody(_, HTTPTransportError.noMemory)): false
        case .failure, .unshared: true
        }
    }

    /// The outcome by this machine's clock; nil if no server sends it.
    ///
    /// - Parameter age: seconds since it was sent, by the clocks of both machines.
    private func received(_ age: Double) -> SharedOutcome? {
        switch self {
        case .unshared: return self
        case .response(let content):
            let isPossible = (300..<500).contains(content.status) && isPassedOn
            return isPossible ? self : nil
        case .failure(.rateLimited(var notice)):
            guard (1...Self.longestWait).contains(notice.retryAfter) else { return nil }
            notice.resetAt = notice.resetAt.map { min($0 + age, .now + Double(Self.longestWait)) }
            return .failure(.rateLimited(notice))
        case .failure(.unavailable(var failure)):
            guard failure.status.map(Self.statuses.contains) ?? true,
                (1...Self.mostAttempts).contains(failure.attempts)
            else { return nil }
            failure.retryAfter = failure.retryAfter.map { min(max(0, $0), Self.longestWait) }
            return .failure(.unavailable(failure))
        case .failure(.invalidBody(let status, _)):
            return Self.statuses.contains(status) ? self : nil
        case .failure(.offline), .failure(.cancelled): return nil
        }
    }
}
