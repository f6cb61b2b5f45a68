package import HTTPCore
import JSONCore

/// One of GitHub's request budgets.
package struct RateLimit: Hashable, Sendable {
    package let limit: Int
    package let remaining: Int
    package let used: Int
    package let resetAt: Timestamp
}

/// The budgets in `/rate_limit`.
package struct GitHubRateLimits: Sendable {
    /// By GitHub's name: `core`, `search`, ...
    package let resources: [String: RateLimit]
    /// Budgets that could not be read.
    package let skipped: Int
}

extension GitHubRateLimits: Decodable {
    private enum CodingKeys: String, CodingKey {
        case resources, rate
    }

    private struct Wire: Decodable {
        let limit: Int
        let remaining: Int
        let used: Int?
        let reset: Int?
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // `rate` repeats `core`. It was the only member until 2013 and was removed in 2026.
        let rate = try container.decodeIfPresent(Attempt<Wire>.self, forKey: .rate)
        let only = container.contains(.resources) ? nil : rate.map { ["core": $0] }
        let attempts =
            try only ?? container.decode([String: Attempt<Wire>].self, forKey: .resources)
        var resources: [String: RateLimit] = [:]
        for (name, attempt) in attempts {
            let fallback = name == "core" ? rate?.value?.reset : nil
            resources[name] = Self.budget(attempt.value, fallback: fallback)
        }
        guard only == nil || !resources.isEmpty else {
            throw DecodingError.dataCorruptedError(
                forKey: .rate, in: container, debugDescription: "expected a budget")
        }
        self.resources = resources
        skipped = attempts.count - resources.count
    }

    private static func budget(_ wire: Wire?, fallback: Int?) -> RateLimit? {
        guard let wire, let reset = wire.reset ?? fallback else { return nil }
        return RateLimit(
            limit: wire.limit, remaining: wire.remaining,
            used: wire.used ?? max(0, wire.limit - wire.remaining),
            resetAt: Timestamp(secondsSince1970: reset))
    }
}
