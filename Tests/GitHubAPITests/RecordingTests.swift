import Foundation
import HTTPCore
import JSONCore
import Secrets
import TestSupport
import Testing

@testable import GitHubAPI
@testable import GitHubUpstream

/// GitHub's recorded responses, or the facts about them in `Tests/Recordings`, are read without
/// losing an item.
@Suite struct RecordingTests {
    private struct Recording {
        let id: String
        let endpoint: String
        let status: Int
        let body: [UInt8]
        let head: HTTPTransportResponse
    }

    /// The file of all recordings, if the tests use it.
    private static let all = ProcessInfo.processInfo.environment["GITXPLORER_RECORDINGS"]

    /// All recorded GETs of `endpoints` with a JSON body.
    private func recordings(_ endpoints: Set<String>) throws -> [Recording] {
        let facts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Recordings/exchanges.jsonl").standardized
        let file = RecordingTests.all.map { URL(fileURLWithPath: $0) } ?? facts
        return try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).compactMap { line in
            let exchange = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
            guard let exchange, let endpoint = exchange["endpoint"] as? String,
                endpoints.contains(endpoint),
                let response = exchange["response"] as? [String: Any],
                let status = response["status"] as? Int,
                let fields = response["headers"] as? [String: String], let body = response["body"]
            else { return nil }
            if (body as? [String: Any])?["base64"] != nil { return nil }
            let bytes =
                body is NSNull ? [] : Array(try JSONSerialization.data(withJSONObject: body))
            return Recording(
                id: exchange["id"] as? String ?? "?", endpoint: endpoint, status: status,
                body: bytes,
                head: .reply(status, String(decoding: bytes, as: UTF8.self), fields: fields))
        }
    }

    /// Reads all recorded 200s of `endpoints` as `Value` and returns them: there are `facts` in
    /// the repository, and `all` in the recordings.
    private func check<Value: Decodable & Sendable>(
        _ endpoints: Set<String>, facts: Int, all: Int, _ type: Value.Type
    ) async throws -> [Value] {
        let recordings = try recordings(endpoints).filter { $0.status == 200 }
        #expect(recordings.count == (RecordingTests.all == nil ? facts : all))
        var values: [Value] = []
        for recording in recordings {
            let client = try Samples.client(
                ScriptedTransport { _ in recording.head }, base: "https://api.github.com")
            let call = EndpointCall(
                address: client.base, shape: .object, resource: recording.id)
            do {
                let answer: Response<Value> = try await client.get(call, FetchOptions())
                values.append(answer.value)
            } catch {
                Issue.record("\(recording.id) \(recording.endpoint): \(error)")
            }
        }
        return values
    }

    @Test func `every recorded profile is read`() async throws {
        let profiles = try await check(
            ["/users/{username}", "/orgs/{org}", "/user/{id}"], facts: 48, all: 88,
            Profile.self)
        #expect(profiles.allSatisfy { $0.user.id > 0 && $0.blog != "" })
        #expect(profiles.contains { $0.user.type == "Organization" && $0.company == nil })
    }

    @Test func `every recorded list of repositories is read without omissions`() async throws {
        let lists = try await check(
            [
                "/users/{username}/repos", "/orgs/{org}/repos", "/user/{id}/repos",
                "/organizations/{id}/repos", "/user/repos",
            ], facts: 16, all: 23, LossyList<Repository>.self)
        #expect(lists.allSatisfy { $0.skipped == 0 })
        #expect(lists.reduce(0) { $0 + $1.items.count } > (RecordingTests.all == nil ? 180 : 900))
    }

    @Test func `every recorded repository is read`() async throws {
        let repositories = try await check(
            ["/repos/{owner}/{repo}", "/repositories/{id}"], facts: 72, all: 97,
            Repository.self)
        #expect(repositories.contains { $0.license == "MIT" })
        #expect(repositories.contains { $0.language == nil })
    }

    @Test func `every recorded list of users is read without omissions`() async throws {
        let lists = try await check(["/users"], facts: 3, all: 3, LossyList<User>.self)
        #expect(lists.map(\.items.count).sorted() == [1, 30, 100])
        #expect(lists.allSatisfy { $0.skipped == 0 })
    }

    @Test func `every recorded search is read without omissions`() async throws {
        let pages = try await check(
            ["/search/users"], facts: 8, all: 8, GitHubSearch<FoundUser>.self)
        #expect(pages.allSatisfy { $0.matches.skipped == 0 && !$0.matches.items.isEmpty })
    }

    @Test func `stargazers are read in both forms`() async throws {
        let lists = try await check(
            ["/repos/{owner}/{repo}/stargazers", "/repositories/{id}/stargazers"], facts: 10,
            all: 10,
            LossyList<Stargazer>.self)
        #expect(lists.allSatisfy { $0.skipped == 0 })
        let stars = lists.flatMap(\.items)
        #expect(stars.contains { $0.starredAt == nil })
        #expect(stars.contains { $0.starredAt?.description == "2013-07-22T18:09:13Z" })
    }

    @Test func `every recorded rate limit is read`() async throws {
        let limits = try await check(["/rate_limit"], facts: 6, all: 7, GitHubRateLimits.self)
        #expect(limits.allSatisfy { $0.resources["core"] != nil && $0.skipped == 0 })
    }

    @Test func `recorded refusals are distinguished`() throws {
        let refusals = try recordings([
            "/repos/{owner}/{repo}", "/users/{username}", "other", "/orgs/{org}",
        ]).filter { [401, 403, 404, 429].contains($0.status) }
        var verdicts: [String: LimitVerdict] = [:]
        for refusal in refusals {
            verdicts[refusal.id] = LimitVerdict(refusal.head, LimitFields(refusal.head.head))
        }
        for id in ["d0125", "d0126", "d0127", "d0128", "d0130", "d0121"] {
            #expect(verdicts[id] == .secondary, "\(id)")
        }
        #expect(verdicts["d0319"] == .primary)
        for id in ["d0382", "d0394", "d0124", "d0036", "d0076"] {
            #expect(verdicts[id] == LimitVerdict.none, "\(id)")
        }
    }

    @Test func `a recorded rename is followed to the address by id`() async throws {
        let renamed = try #require(
            try recordings(["/repos/{owner}/{repo}"]).first {
                $0.id == "d0172"
            })
        let transport = ScriptedTransport(inOrder: [
            renamed.head, .reply(200, Samples.repository(11_439_734)),
        ])
        let client = try Samples.client(transport, base: "https://api.github.com", token: "t")
        let answer = try await client.repository(
            RepositoryName(owner: "sigmavirus24", name: "betamax"), FetchOptions())
        #expect(answer.value.id == 11_439_734)
        #expect(transport.urls.last == "https://api.github.com/repositories/11439734")
        #expect(transport.requests.last?.credential == Secret("t"))
    }
}
