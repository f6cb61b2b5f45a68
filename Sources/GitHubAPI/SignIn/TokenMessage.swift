import Secrets

/// A token, or the reason for its absence. GitHub sends errors with status 200 too.
struct TokenMessage: Decodable {
    private let token: String?
    let error: String?
    private let interval: Int?

    private enum CodingKeys: String, CodingKey {
        case error, interval
        case token = "access_token"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        token = try container.decodeIfPresent(String.self, forKey: .token)
        error = try container.decodeIfPresent(String.self, forKey: .error).map(Self.codeWord)
        interval = try? container.decodeIfPresent(Int.self, forKey: .interval)
    }

    var reply: DeviceFlow.Reply {
        switch error {
        case "authorization_pending": .pending
        case "slow_down": .slowDown(interval: interval)
        case "access_denied": .ended(.denied)
        case "expired_token", "token_expired": .ended(.expired)
        case let code?: .ended(.refused(code: code))
        case nil:
            Secret(tokenText: token ?? "").map { .ended(.granted($0)) } ?? .none(retryAfter: nil)
        }
    }

    /// Only a word of RFC 6749's alphabet may reach people and logs.
    private static func codeWord(_ text: String) -> String {
        let isWord = text.utf8.allSatisfy { $0 == 0x5F || (0x61...0x7A).contains($0) }
        return isWord && (1...64).contains(text.utf8.count) ? text : "unknown_error"
    }
}
