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
        self = .granted
        let numbers = reply?.dropFirst().map(\.integer) ?? []
        switch reply?.first?.text {
        case "wait":
            guard let wait = reply?.last?.integer, (0...120_000).contains(wait) else { return }
            self = .wait(.milliseconds(max(10, wait)))
        case "closed":
            guard numbers.count == 4, let isSecondary = numbers[0], let wait = numbers[1],
                (0...3_700_000).contains(wait)
            else { return }
            func count(_ number: Int64?) -> Int? {
                number.flatMap { (0...1 << 53).contains($0) ? Int($0) : nil }
            }
            self = .closed(
                RateLimitNotice(
                    after: .milliseconds(wait), resource: resource, limit: count(numbers[2]),
                    remaining: count(numbers[3]), isSecondary: isSecondary == 1))
        default: break
        }
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
