import HTTPCore
import JSONCore
import Synchronization
import TestSupport
import Testing

@testable import GitHubAPI

@Suite struct PaginationTests {
    private static let twin = "https://api.example/user/7/repos?per_page=100"

    /// A GitHub on which `o` has `count` repositories, in pages of 100 with GitHub's links.
    private static func pages(
        of count: Int, knownPages: Int? = nil, source: Provenance.Source = .network
    ) -> ScriptedTransport {
        ScriptedTransport { request in
            let page = number(request.url)
            let first = (page - 1) * 100 + 1
            let last = knownPages ?? (count + 99) / 100
            let body = first > count ? "[]" : Samples.repositories(first...min(count, page * 100))
            let link =
                "<\(twin)&page=\(page + 1)>; rel=\"next\", <\(twin)&page=\(last)>; rel=\"last\""
            return .reply(200, body, fields: page < last ? ["Link": link] : [:], source: source)
        }
    }

    private static func number(_ url: String) -> Int {
        WebAddress(url)?.value(of: "page").flatMap { Int($0) } ?? 1
    }

    private func check(
        _ transport: any HTTPTransport, _ options: FetchOptions = FetchOptions()
    ) async throws -> GitHubList<Repository> {
        try await Samples.client(transport).repositories(of: .user("o"), options)
    }

    @Test func `250 repositories take three requests, the later ones by the owner's id`()
        async throws
    {
        let transport = Self.pages(of: 250)
        let list = try await check(transport)
        #expect(list.items.map(\.id) == Array(1...250))
        #expect(
            Set(transport.urls) == [
                "https://api.example/users/o/repos?per_page=100", Self.twin + "&page=2",
                Self.twin + "&page=3",
            ])
        #expect(transport.urls.count == 3)
    }

    @Test func `items beyond per_page are ignored`() async throws {
        let body = Samples.repositories(1...150)
        let list = try await check(ScriptedTransport { _ in .reply(200, body) })
        #expect(list.items.map(\.id) == Array(1...100))
        #expect(list.skipped == 0)

        let users = "[" + (1...9).map { Samples.user($0) }.joined(separator: ",") + "]"
        let client = try Samples.client(
            ScriptedTransport { request in
                let isSearch = request.url.contains("/search/")
                return .reply(
                    200, isSearch ? #"{"total_count":9,"items":\#(users)}"# : users)
            })
        let options = FetchOptions()
        let page = try await client.users(since: 0, perPage: 5, options)
        #expect(page.value.items.count == 5)
        let followers: Response<LossyList<User>> = try await client.page(
            1, of: 3, .followers(of: "o"), options)
        #expect(followers.value.items.count == 3)
        let found: Response<GitHubSearch<FoundUser>> = try await client.search(
            "users", query: "q", sort: nil, order: "asc", page: 1, perPage: 2, options)
        #expect(found.value.matches.items.count == 2)
        #expect(found.value.totalCount == 9)
    }

    @Test func `all pages after the first are requested concurrently`() async throws {
        let gathering = Gathering(4)
        let github = Self.pages(of: 450)
        let transport = ScriptedTransport { request throws(HTTPTransportError) in
            // Passes only when pages 2 to 5 have all been requested.
            if Self.number(request.url) > 1 { await gathering.arrive() }
            return try await github.send(request)
        }
        #expect(try await check(transport).items.count == 450)
    }

    @Test func `a list with only next links is followed page by page`() async throws {
        let transport = ScriptedTransport { request in
            let page = Self.number(request.url)
            let next = "<\(Self.twin)&page=\(page + 1)>; rel=\"next\""
            return .reply(
                200, Samples.repositories(page...page), fields: page < 3 ? ["Link": next] : [:])
        }
        #expect(try await check(transport).items.map(\.id) == [1, 2, 3])
        #expect(transport.urls.map(Self.number) == [1, 2, 3])
    }

    @Test func `a list longer than 100 pages is cut and marked as such`() async throws {
        let transport = Self.pages(of: 10_150)
        let list = try await check(transport)
        #expect(list.items.count == 10_000)
        #expect(list.isTruncated)
        #expect(transport.urls.count == 100)
    }

    @Test func `a page on another host is not requested`() async throws {
        let link = "<https://evil.example/repos?page=2>; rel=\"next\""
        let transport = ScriptedTransport { _ in
            .reply(200, Samples.repositories(1...2), fields: ["Link": link])
        }
        #expect(try await check(transport).items.count == 2)
        #expect(transport.urls.count == 1)
    }

    @Test func `an item that moved to the next page is listed once`() async throws {
        let transport = ScriptedTransport { request in
            let page = Self.number(request.url)
            let link = "<\(Self.twin)&page=2>; rel=\"last\""
            return .reply(
                200, Samples.repositories(page...(page + 1)),
                fields: page == 1 ? ["Link": link] : [:])
        }
        #expect(try await check(transport).items.map(\.id) == [1, 2, 3])
    }

    @Test(arguments: [100, 200, 300])
    func `a repository after full stored pages is found`(count: Int) async throws {
        let transport = Self.pages(
            of: count + 1, knownPages: count / 100, source: .revalidated)
        let client = try Samples.client(transport)
        let owner = RepositoryOwner.user("o")
        let known = try await client.repositories(of: owner, FetchOptions())
        #expect(known.items.count == count)
        let list = try await client.completing(
            known, of: owner, expected: count + 1, FetchOptions())
        #expect(list.items.count == count + 1)
        #expect(transport.urls.count == count / 100 + 1)
    }

    @Test(arguments: [nil, "t"])
    func `an organization's list is requested past its last full page with a token`(
        token: String?
    ) async throws {
        // The profile counts only the public ones.
        let transport = Self.pages(of: 101, knownPages: 1, source: .revalidated)
        let client = try Samples.client(transport, token: token)
        let owner = RepositoryOwner.organization("o")
        let known = try await client.repositories(of: owner, FetchOptions())
        let list = try await client.completing(known, of: owner, expected: 90, FetchOptions())
        #expect(list.items.count == (token == nil ? 100 : 101))
    }

    @Test func `the known part of a list is stale if the page after it cannot be requested`()
        async throws
    {
        let github = Self.pages(of: 101, knownPages: 1, source: .cache)
        let transport = ScriptedTransport { request throws(HTTPTransportError) in
            guard Self.number(request.url) == 1 else { throw .offline }
            return try await github.send(request)
        }
        let client = try Samples.client(transport)
        let owner = RepositoryOwner.user("o")
        let known = try await client.repositories(of: owner, FetchOptions())
        let list = try await client.completing(known, of: owner, expected: 101, FetchOptions())
        #expect(list.items.count == 100)
        #expect(list.provenance.source == .stale)
    }

    @Test func `a page that is not full, or everything that is expected, ends the list`()
        async throws
    {
        for (count, expected) in [(99, 150), (100, 100)] {
            let transport = Self.pages(of: count)
            let client = try Samples.client(transport)
            let known = try await client.repositories(of: .user("o"), FetchOptions())
            _ = try await client.completing(
                known, of: .user("o"), expected: expected, FetchOptions())
            #expect(transport.urls.count == 1)
        }
    }

    @Test func `the failure of one page is that of the list, and stops the others`() async throws {
        let github = Self.pages(of: 300)
        let gathering = Gathering(2)
        let stopped = Mutex(false)
        let transport = ScriptedTransport { request throws(HTTPTransportError) in
            let page = Self.number(request.url)
            if page == 1 { return try await github.send(request) }
            await gathering.arrive()
            if page == 2 { throw .unavailable(UpstreamFailure(cause: .reset)) }
            await untilCancelled()
            stopped.withLock { $0 = Task.isCancelled }
            throw .cancelled
        }
        await #expect(throws: GitHubError.unavailable(UpstreamFailure(cause: .reset))) {
            try await check(transport)
        }
        #expect(stopped.withLock { $0 })
    }

    @Test func `cancelling the list cancels its requests`() async throws {
        let under = AsyncStream.makeStream(of: Void.self)
        let transport = ScriptedTransport { _ throws(HTTPTransportError) in
            under.continuation.yield()
            await untilCancelled()
            throw .cancelled
        }
        let task = Task { try await check(transport) }
        for await _ in under.stream { break }
        task.cancel()
        await #expect(throws: GitHubError.cancelled) { try await task.value }
    }

    @Test func `progress counts all pages and each answer`() async throws {
        let reports = Mutex<[[Int]]>([])
        var options = FetchOptions()
        options.progress = RequestProgress { done, total in
            reports.withLock { $0.append([done, total]) }
        }
        _ = try await check(Self.pages(of: 250), options)
        #expect(reports.withLock(\.self) == [[1, 1], [2, 3], [3, 3]])
    }

    @Test(arguments: ["\(Int.max)", "\(Int.max - 1)", "-1", "99999999999999999999"])
    func `absurd page numbers are followed up to the cap`(page: String) async throws {
        let transport = ScriptedTransport { _ in
            .reply(
                200, Samples.repositories(1...100),
                fields: ["Link": "<\(Self.twin)&page=\(page)>; rel=\"next\""])
        }
        let list = try await check(transport)
        #expect(list.items.count == 100 && list.isTruncated)
        #expect(transport.urls.count == 100)
        let whole = try await Samples.client(transport).completing(
            list, of: .user("o"), expected: .max, FetchOptions())
        #expect(whole.items.count == 100)
    }
}

/// Waits until the current task is cancelled.
func untilCancelled() async {
    let stream = AsyncStream<Never> { _ in }
    for await _ in stream {}
}
