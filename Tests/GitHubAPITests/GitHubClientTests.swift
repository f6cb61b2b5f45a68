import GitHubUpstream
import HTTPCore
import HTTPTypes
import JSONCore
import Secrets
import TestSupport
import Testing

@testable import GitHubAPI

@Suite struct GitHubClientTests {
    /// Requests the user `octocat` from a GitHub that sends `answers` in order.
    private func check(
        _ answers: [HTTPTransportResponse], base: String = "https://api.example",
        token: String? = "t", _ options: FetchOptions = FetchOptions()
    ) async throws -> (ScriptedTransport, Result<Response<Profile>, GitHubError>) {
        let transport = ScriptedTransport(inOrder: answers)
        let client = try Samples.client(transport, base: base, token: token)
        do throws(GitHubError) {
            return (transport, .success(try await client.profile(of: .user("octocat"), options)))
        } catch {
            return (transport, .failure(error))
        }
    }

    private let octocat = HTTPTransportResponse.reply(200, Samples.user(583_231, "octocat"))

    @Test func `a request names the client, the media type and the API version`() async throws {
        let (transport, result) = try await check([octocat], base: "https://x/api/v3")
        #expect(try result.get().value.user.login == "octocat")
        let request = try #require(transport.requests.first)
        #expect(request.url == "https://x/api/v3/users/octocat")
        #expect(request.head.headerFields[.userAgent] == "test")
        #expect(request.head.headerFields[.accept] == "application/vnd.github+json")
        #expect(request.head.headerFields[.apiVersion] == "2022-11-28")
        #expect(request.credential == Secret("t"))
        #expect(request.head.headerFields[.authorization] == nil)
    }

    @Test func `only anonymous responses are kept longer than GitHub says`() async throws {
        let (signedIn, _) = try await check([octocat])
        #expect(signedIn.requests.map(\.cachePolicy) == [CachePolicy()])
        let options = FetchOptions(CachePolicy(revalidates: true, maximumAge: 7))
        let (anonymous, _) = try await check([octocat], token: nil, options)
        #expect(
            anonymous.requests.map(\.cachePolicy)
                == [CachePolicy(revalidates: true, maximumAge: 7, minimumLifetime: 300)])
    }

    @Test func `a search is kept for a minute, and a rate limit never`() async throws {
        let transport = ScriptedTransport { _ in .reply(200, "{}") }
        let client = try Samples.client(transport)
        let _: Response<GitHubSearch<FoundUser>>? = try? await client.search(
            "users", query: "tom repos:>42", sort: nil, order: "asc", page: 1, perPage: 30,
            FetchOptions())
        let _: Response<GitHubSearch<FoundUser>>? = try? await client.search(
            "users", query: "x", sort: "joined", order: "asc", page: 2, perPage: 5, FetchOptions())
        _ = try? await client.rateLimits(FetchOptions())
        #expect(
            transport.requests.map(\.facts.isLimited) == [true, true, false])
        #expect(transport.requests.map(\.facts.budget) == ["search", "search", "core"])
        #expect(
            transport.urls == [
                "https://api.example/search/users?q=tom%20repos%3A%3E42&per_page=30",
                "https://api.example/search/users?q=x&sort=joined&order=asc&per_page=5&page=2",
                "https://api.example/rate_limit",
            ])
        #expect(
            transport.requests[0].cachePolicy
                == CachePolicy(minimumLifetime: 60, storesWithoutValidator: true))
        #expect(transport.requests[2].cachePolicy == CachePolicy(bypassesStore: true))
    }

    @Test(arguments: [301, 302, 307, 308])
    func `a redirect on the same host is followed with the token`(status: Int) async throws {
        let moved = HTTPTransportResponse.reply(status, fields: ["Location": "/user/583231"])
        let (transport, result) = try await check([moved, octocat])
        #expect(try result.get().value.user.id == 583_231)
        #expect(transport.urls.last == "https://api.example/user/583231")
        #expect(transport.requests.map(\.credential) == [Secret("t"), Secret("t")])
    }

    @Test(arguments: [
        "https://evil.example/u", "https://api.example:8443/u", "https://api.example.evil/u",
    ])
    func `the token is never sent to another host`(location: String) async throws {
        let moved = HTTPTransportResponse.reply(302, fields: ["Location": location])
        let (transport, _) = try await check([moved, octocat])
        #expect(transport.urls.last == location)
        #expect(transport.requests.map(\.credential) == [Secret("t"), nil])
    }

    @Test(arguments: [nil, "http://api.example/u", "ftp://x", "https://x/{y}"])
    func `a redirect to nowhere or down to http is refused`(location: String?) async throws {
        let fields = location.map { ["Location": $0] } ?? [:]
        let (transport, result) = try await check([.reply(301, fields: fields), octocat])
        #expect(transport.urls.count == 1)
        guard case .failure(.invalidResponse(301, _)) = result else {
            Issue.record("\(result)")
            return
        }
    }

    @Test(arguments: [
        ("/repositories/1/stargazers", "/repositories/1/stargazers?per_page=5&page=3"),
        ("/repositories/1/stargazers?page=3", "/repositories/1/stargazers?page=3"),
    ])
    func `the request's own query is kept if the redirect has none`(
        location: String, asked: String
    ) async throws {
        let transport = ScriptedTransport(inOrder: [
            .reply(301, fields: ["Location": location]), .reply(200, "[]"),
        ])
        let _: Response<LossyList<Stargazer>> = try await Samples.client(transport).page(
            3, of: 5, .stargazers(of: RepositoryName(owner: "o", name: "n")), FetchOptions())
        #expect(transport.urls.last == "https://api.example\(asked)")
        #expect(transport.requests.map { $0.facts.tags(Array("[]".utf8)) } == [["o"], ["o"]])
    }

    @Test func `a request has the login that it names, and by number the owner's in the body`()
        async throws
    {
        let list = "[\(Samples.repository(1))]"
        let moved = HTTPTransportResponse.reply(301, fields: ["Location": "/user/1/repos"])
        let pages = ["Link": #"<https://api.example/user/1/repos?page=2>; rel="next""#]
        let transport = ScriptedTransport(inOrder: [
            moved, .reply(200, list, fields: pages), .reply(200, "[]"),
        ])
        _ = try await Samples.client(transport).repositories(of: .user("old"), FetchOptions())
        let facts = transport.requests.map(\.facts)
        #expect(
            facts.map { $0.tags(Array(list.utf8)) } == [["old"], ["old", "o"], ["old", "o"]])
        #expect(facts.map { $0.tags([]) } == [["old"], ["old"], ["old"]])
        #expect(facts.map(\.shape) == [.array, .array, .array])
        let (profile, _) = try await check([
            .reply(301, fields: ["Location": "/user/1"]), .reply(200, Samples.user(1, "new")),
        ])
        let body = Array(Samples.user(1, "new").utf8)
        #expect(profile.requests.map { $0.facts.tags(body) } == [["octocat"], ["octocat", "new"]])
    }

    @Test func `a request counts against GitHub's budget, unless it goes elsewhere`() async throws {
        let elsewhere = HTTPTransportResponse.reply(
            302, fields: ["Location": "https://other.example/u"])
        let (transport, _) = try await check([elsewhere, octocat])
        #expect(transport.requests.map(\.facts.budget) == ["core", nil])
    }

    @Test func `the sixth redirect is refused`() async throws {
        let moved = HTTPTransportResponse.reply(302, fields: ["Location": "/again"])
        let (transport, result) = try await check([moved])
        #expect(transport.urls.count == 6)
        #expect(throws: GitHubError.self) { try result.get() }
    }

    @Test(arguments: [
        (404, "{}", GitHubError.notFound(status: 404, resource: "user octocat")),
        (410, "", .notFound(status: 410, resource: "user octocat")),
        (401, #"{"message":"Bad credentials"}"#, .unauthorized(status: 401)),
        (403, #"{"message":"No."}"#, .forbidden(status: 403, message: "No.", .permission)),
        (
            403, "<html>\n  Request forbidden by administrative rules.\n",
            .forbidden(
                status: 403, message: "Request forbidden by administrative rules.", .client)
        ),
        (
            403, #"{"message":"Repository access blocked","block":{"reason":"tos"}}"#,
            .forbidden(status: 403, message: "Repository access blocked", .blocked)
        ),
        (
            451, #"{"message":"Gone."}"#, .forbidden(status: 451, message: "Gone.", .blocked)
        ),
        (
            422, #"{"message":"Validation Failed","errors":[{"field":"q","code":"missing"}]}"#,
            .invalidQuery(field: "q", message: "GitHub says that it does not exist")
        ),
        (
            422, #"{"message":"M","errors":[{"field":"q","code":"invalid","message":"Words"}]}"#,
            .invalidQuery(field: "q", message: "Words")
        ),
        (
            422, #"{"message":"M","errors":["plain words"]}"#,
            .invalidQuery(field: nil, message: "plain words")
        ),
        (500, "", .unavailable(UpstreamFailure(cause: .http, status: 500))),
        (204, "", .invalidResponse(status: 204, reason: "expected status 200, found 204")),
        (200, "[]", .invalidResponse(status: 200, reason: "body: expected an object")),
        (200, "<html>", .invalidResponse(status: 200, reason: "expected JSON")),
        (200, #"{"id":1}"#, .invalidResponse(status: 200, reason: "/login: missing")),
        (
            200, #"{"id":"x","login":"y"}"#,
            .invalidResponse(status: 200, reason: "/id: expected an integer")
        ),
    ])
    func `each refusal has its own case`(
        status: Int, body: String, expected: GitHubError
    ) async throws {
        let (_, result) = try await check([.reply(status, body)])
        #expect(result.failure == expected)
    }

    @Test func `errors of the transport keep their meaning`() async throws {
        let limit = RateLimitNotice(resource: "core", retryAfter: 9, isSecondary: false)
        let failure = UpstreamFailure(cause: .dns)
        let pairs: [(HTTPTransportError, GitHubError)] = [
            (.offline, .offline), (.cancelled, .cancelled),
            (.rateLimited(limit), .rateLimited(limit)),
            (.unavailable(failure), .unavailable(failure)),
            (
                .invalidBody(status: 200, reason: "r"),
                .invalidResponse(status: 200, reason: "r")
            ),
        ]
        for (thrown, expected) in pairs {
            let transport = ScriptedTransport { _ throws(HTTPTransportError) in throw thrown }
            await #expect(throws: expected) {
                try await Samples.client(transport).profile(
                    of: .user("octocat"), FetchOptions())
            }
        }
    }

    @Test func `a malformed item is left out and counted`() async throws {
        let body = "[\(Samples.user(1)),null,{},5,\"x\",[],\(Samples.user(2)),{\"id\":3}]"
        let client = try Samples.client(ScriptedTransport { _ in .reply(200, body) })
        let answer = try await client.users(since: 0, perPage: 8, FetchOptions())
        #expect(answer.value.items.map(\.id) == [1, 2])
        #expect(answer.value.skipped == 6)
    }

    @Test func `a long message is cut`() {
        let long = String(repeating: "no ", count: 10_000)
        let body = #"{"message":"\#(long)","errors":["\#(long)",{"message":"\#(long)"}]}"#
        let message = GitHubMessage(body: Array(body.utf8))
        #expect(message.message?.count == 301)
        #expect(message.errors.allSatisfy { error in error.sentence?.count == 301 })
    }
}

extension Result {
    fileprivate var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
