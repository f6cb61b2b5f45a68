import FoundationEssentials
import HTTPCore
import RedisClient

/// The engine's reply to ``Script/admit``.
enum AdmissionReply {
    case granted
    case wait(Duration)
    case closed(RateLimitNotice)

    /// After a reply that is missing or unreadable the request is sent: GitHub decides.
    init(_ reply: [RESPValue]?, resource: String) {
        self = reply.flatMap { Self.wait($0) ?? Self.closed($0, resource) } ?? .granted
    }

    private static func wait(_ reply: [RESPValue]) -> AdmissionReply? {
        guard reply.first?.text == "wait", let wait = reply.last?.integer,
            (0...120_000).contains(wait)
        else { return nil }
        return .wait(.milliseconds(max(10, wait)))
    }

    private static func closed(_ reply: [RESPValue], _ resource: String) -> AdmissionReply? {
        guard reply.first?.text == "closed", reply.count == 5, let isSecondary = reply[1].integer,
            let wait = reply[2].integer, (0...3_700_000).contains(wait)
        else { return nil }
        func count(_ value: RESPValue) -> Int? {
            value.integer.flatMap { (0...1 << 53).contains($0) ? Int($0) : nil }
        }
        return .closed(
            RateLimitNotice(
                after: .milliseconds(wait), resource: resource, limit: count(reply[3]),
                remaining: count(reply[4]), isSecondary: isSecondary == 1))
    }
}

extension RateLimitNotice {
    /// - Parameter wait: the time until another request may succeed.
    init(
        after wait: Duration, resource: String, limit: Int? = nil, remaining: Int? = nil,
        isSecondary: Bool
    ) {
        let seconds = min(max(1, Int(wait.inSeconds.rounded(.up))), Self.longestWait)
        self.init(
            resource: resource, limit: limit, remaining: remaining,
            resetAt: Date.now + Double(seconds), retryAfter: seconds, isSecondary: isSecondary)
    }
}
