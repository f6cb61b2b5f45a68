import FoundationEssentials
import HTTPCore
import JSONCore
import Testing

@testable import Explorer
@testable import ExplorerRPC
@testable import GitHubAPI

/// Results as exact JSON text.
@Suite struct WireTypeTests {
    private static let network = Provenance(
        source: .network, fetchedAt: Date(timeIntervalSince1970: 1_700_000_000.5))
    private static let origin =
        #""freshness":{"source":"network","fetchedAt":"2023-11-14T22:13:20Z","expiresAt":null}"#

    private let user = User(
        id: 7, login: "o", type: "User", avatarURL: "https://a/7", htmlURL: "https://g/o",
        apiURL: "https://x/o")
    private static let userText =
        #""id":7,"login":"o","type":"User","avatarUrl":"https://a/7","profileUrl":"https://g/o","#
        + #""apiUrl":"https://x/o""#

    private func check<Value>(
        _ type: WireType<Value>, _ value: Value, gives text: String,
        redact: (String) -> String = { $0 }
    ) {
        #expect(type.json(value, redact).text == text)
    }

    @Test func `a repository has exactly the documented members, with null where GitHub has none`()
    {
        let time = Timestamp(secondsSince1970: 0)
        let repository = Repository(
            id: 4, name: "d", fullName: "o/d", owner: "o", description: nil, stars: 3, forks: 2,
            language: nil, license: "MIT", isFork: false, isArchived: true, isPrivate: false,
            topics: ["t", "u"], htmlURL: "https://g/o/d", apiURL: "https://x/o/d", homepage: nil,
            createdAt: time, updatedAt: time, pushedAt: nil)
        check(
            Repository.wire, repository,
            gives: #"{"id":4,"name":"d","fullName":"o/d","owner":"o","description":null,"stars":3,"#
                + #""forks":2,"language":null,"license":"MIT","fork":false,"archived":true,"#
                + #""topics":["t","u"],"url":"https://g/o/d","apiUrl":"https://x/o/d","#
                + #""homepage":null,"createdAt":"1970-01-01T00:00:00Z","#
                + #""updatedAt":"1970-01-01T00:00:00Z","pushedAt":null}"#)
    }

    @Test func `a list says where it comes from and how many items were left out`() {
        let list = RepositoryList(owner: user, repositories: [], total: 4, truncated: false)
        let text =
            "{\"owner\":{\(Self.userText)},\"repositories\":[],\"total\":4,\"truncated\":false,"
            + Self.origin
        check(ReposListMethod.result, Fetched(list, Self.network), gives: text + "}")
        check(
            ReposListMethod.result, Fetched(list, Self.network, skipped: 2),
            gives: text + #","skipped":2}"#)
    }

    @Test func `a random user has followers and avatar on request`() {
        let type = RandomUsers.Drawn.wire
        check(type, .init(user: user), gives: "{\(Self.userText)}")
        check(
            type, .init(user: user, followers: 5, avatar: .some(nil)),
            gives: "{\(Self.userText),\"followers\":5,\"avatar\":null}")
        let image = AvatarImage(kind: .gif, bytes: Array("GIF89a".utf8))
        check(
            type, .init(user: user, avatar: image),
            gives:
                "{\(Self.userText),\"avatar\":{\"mimeType\":\"image/gif\",\"data\":\"R0lGODlh\"}}"
        )
    }

    @Test func `rate limits are listed by name`() {
        let limit = RateLimit(
            limit: 60, remaining: 59, used: 1, resetAt: Timestamp(secondsSince1970: 0))
        let text = #"{"limit":60,"remaining":59,"used":1,"resetAt":"1970-01-01T00:00:00Z"}"#
        let status = RateStatus(resources: ["search": limit, "core": limit], authenticated: false)
        check(
            RateStatusMethod.result, Fetched(status, Self.network),
            gives: "{\"resources\":{\"core\":\(text),\"search\":\(text)},"
                + "\"authenticated\":false,\(Self.origin)}")
    }

    @Test func `strings and names are written redacted and escaped`() {
        let blot = { (text: String) in text == "ghp" ? "<secret>" : text }
        check(
            .map(of: .nullable(.string)), ["ghp": "ghp", "a\"": nil],
            gives: #"{"a\"":null,"<secret>":"<secret>"}"#, redact: blot)
    }

    @Test func `later equal requests get a result marked as from the cache if it was stored`()
        throws
    {
        let status = RateStatus(resources: [:], authenticated: false)
        var result = Fetched(status, Self.network)
        #expect(RateStatusMethod.result.kept(result) == nil)
        result.freshness.expiresAt = Date(timeIntervalSince1970: 9.9)
        let kept = try #require(RateStatusMethod.result.kept(result))
        #expect(kept.result.freshness.source == .cache)
        #expect(kept.expiresAt == Date(timeIntervalSince1970: 9))
        result.freshness.source = .stale
        #expect(RateStatusMethod.result.kept(result) == nil)
    }
}
