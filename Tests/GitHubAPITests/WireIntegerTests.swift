import HTTPCore
import HTTPTypes
import JSONCore
import TestSupport
import Testing

@testable import GitHubAPI
@testable import GitHubUpstream

/// Numbers that GitHub never sends, in place of each number.
@Suite struct WireIntegerTests {
    static let lies = [
        "\(Int.max)", "\(Int.min)", "-1", "\((1 << 53) + 1)", "1e308", "1e400", "0.5", "\"1\"",
        "true", "[1]", "{}",
    ]

    private static let user = """
        "id":#,"login":"a","type":"User","avatar_url":"https://a/1","html_url":"https://a",\
        "url":"https://a"
        """
    private static let repository = """
        {"id":#,"name":"r","full_name":"o/r","owner":{"login":"o"},"stargazers_count":#,\
        "forks_count":#,"fork":false,"html_url":"https://a","url":"https://a",\
        "created_at":"2020-01-01T00:00:00Z"}
        """

    /// Decodes `body` with 1 for each `#`, and then with each lie in each place.
    ///
    /// - Parameter isWithoutLies: whether the decoded value has no lie.
    private func check<Value: Decodable & Sendable>(
        _ body: String, _ type: Value.Type, isWithoutLies: (Value) -> Bool = { _ in false }
    ) throws {
        let parts = body.split(separator: "#", omittingEmptySubsequences: false)
        let truth = Array(parts.joined(separator: "1").utf8)
        let _: Value = try GitHubClient.decode(truth)
        for place in 1..<parts.count {
            for lie in Self.lies {
                let text =
                    parts[..<place].joined(separator: "1") + lie
                    + parts[place...].joined(separator: "1")
                guard let value: Value = try? GitHubClient.decode(Array(text.utf8)) else {
                    continue
                }
                #expect(isWithoutLies(value), "\(text)")
            }
        }
    }

    @Test func `an account, profile or repository with such a number is rejected`() throws {
        try check("{\(Self.user)}", User.self)
        try check(
            "{\(Self.user),\"followers\":#,\"following\":#,\"public_repos\":#}",
            Profile.self)
        try check(Self.repository, Repository.self)
        let watched = Self.repository.replacing("stargazers_count", with: "watchers")
        try check(watched, Repository.self)
        try check("{\"user\":{\(Self.user)}}", Stargazer.self)
    }

    @Test func `in a list such an item is left out and counted`() throws {
        try check("[{\(Self.user)}]", LossyList<User>.self) {
            $0.items.isEmpty && $0.skipped == 1
        }
        try check(
            #"{"total_count":1,"items":[{\#(Self.user)},{"id":"x"}]}"#, GitHubSearch<FoundUser>.self
        ) { $0.matches.items.isEmpty && $0.matches.skipped == 2 }
    }

    @Test func `a total of matches must be a count`() throws {
        try check(#"{"total_count":#,"items":[]}"#, GitHubSearch<FoundUser>.self)
    }

    @Test func `a limit with such a number is left out and counted`() throws {
        try check(
            #"{"resources":{"core":{"limit":#,"remaining":#,"used":#,"reset":#}}}"#,
            GitHubRateLimits.self
        ) { $0.resources.isEmpty && $0.skipped == 1 }
        try check(#"{"rate":{"limit":#,"remaining":#,"reset":#}}"#, GitHubRateLimits.self)
    }

    @Test func `the used part of a limit is never negative`() throws {
        let text = #"{"resources":{"core":{"limit":0,"remaining":\#(1 << 53),"reset":1}}}"#
        let limits: GitHubRateLimits = try GitHubClient.decode(Array(text.utf8))
        #expect(limits.resources["core"]?.used == 0)
    }

    @Test func `sums stay in range`() {
        let largest = WireInteger.range.upperBound
        #expect(WireInteger.sum(largest, largest) == largest)
        #expect(WireInteger.sum(1, 2) == 3)
    }

    @Test(arguments: ["99999-01-01T00:00:00Z", "2020-13-01T00:00:00Z", "", "1e9"])
    func `a time outside of the calendar is rejected`(time: String) throws {
        let text = "{\(Self.user),\"created_at\":\"\(time)\"}".replacing("#", with: "1")
        #expect(throws: GitHubError.self) {
            let _: Profile = try GitHubClient.decode(Array(text.utf8))
        }
    }

    @Test func `a reason is short however long the number`() throws {
        let text = "{\(Self.user)}".replacing("#", with: String(repeating: "9", count: 10_000))
        let error = #expect(throws: GitHubError.self) {
            let _: User = try GitHubClient.decode(Array(text.utf8))
        }
        guard case .invalidResponse(_, let reason) = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(reason.count <= 201 && reason.hasPrefix("/id: "))
    }

    @Test(arguments: lies + ["", "1,2", "+5", "9999999999999999999999", "9e9"])
    func `numeric header fields give a number in range or none`(lie: String) throws {
        let names = [
            "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After",
        ]
        let head = HTTPTransportResponse.reply(
            fields: Dictionary(uniqueKeysWithValues: names.map { ($0, lie) })
        ).head
        let fields = LimitFields(head)
        for number in [fields.limit, fields.remaining, fields.reset, fields.retryAfter] {
            #expect(number.map(WireInteger.range.contains) ?? true)
        }
        #expect(fields.retryAfter ?? 0 <= 3_600)
    }
}
