import GitHubAPI

/// What is left of each of GitHub's budgets.
package struct RateStatus: Hashable, Sendable {
    package struct Budget: Hashable, Sendable, Encodable {
        package let limit: Int
        package let remaining: Int
        package let used: Int
        package let resetAt: Timestamp
    }

    /// By GitHub's name: `core`, `search`, ...
    package let resources: [String: Budget]
    package let authenticated: Bool
    package let freshness: Freshness
    package let skipped: Int
}

extension Explorer {
    /// Asks GitHub what is left. Costs no rate limit, and is never cached.
    package func rateStatus(
        _ options: CallOptions = CallOptions()
    ) async throws(ExplorerError) -> RateStatus {
        let fetch = options.fetch
        return try await asking(about: nil) { () throws(GitHubError) in
            let isSignedIn = client.isSignedIn
            let answer = try await client.rateLimits(fetch)
            return RateStatus(
                resources: answer.value.resources.mapValues {
                    RateStatus.Budget(
                        limit: $0.limit, remaining: $0.remaining, used: $0.used,
                        resetAt: $0.resetAt)
                },
                authenticated: isSignedIn, freshness: Freshness(answer.provenance),
                skipped: answer.value.skipped)
        }
    }
}

extension RateStatus: Encodable {
    private enum CodingKeys: String, CodingKey {
        case resources, authenticated, freshness, skipped
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }

    /// Budgets go by name, so that the same answer is the same text.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var budgets = container.nestedContainer(keyedBy: Name.self, forKey: .resources)
        for (name, budget) in resources.sorted(by: { $0.key < $1.key }) {
            try budgets.encode(budget, forKey: Name(stringValue: name))
        }
        try container.encode(authenticated, forKey: .authenticated)
        try container.encode(freshness, forKey: .freshness)
        if skipped > 0 { try container.encode(skipped, forKey: .skipped) }
    }
}
