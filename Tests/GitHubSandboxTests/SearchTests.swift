import HTTPServer
import JSONCore
import Testing

@testable import GitHubSandbox

@Suite struct SearchTests {
    /// One index for all tests, made at first use.
    private static let sandbox = TestSandbox(SandboxConfiguration(rateLimit: 1_000_000))

    private func users(_ query: String, _ also: String = "") throws -> [JSONValue] {
        let reply = SearchTests.sandbox.get("/search/users?q=\(Percent.encode(query))\(also)")
        #expect(reply.status == 200, "\(reply.text.prefix(300))")
        return try reply.json["items"]?.arrayValue ?? []
    }

    private func repositories(_ query: String, _ also: String = "") throws -> [JSONValue] {
        let target = "/search/repositories?q=\(Percent.encode(query))\(also)"
        return try SearchTests.sandbox.json(target)["items"]?.arrayValue ?? []
    }

    @Test func `the newest account is the highest id that exists`() throws {
        let newest = try users("type:user", "&sort=joined&order=desc&per_page=1")
        let id = try #require(newest.first?["id"]?.intValue)
        let world = World(seed: 1, users: 200_000_000)
        let later = stride(from: id + 1, through: 200_000_000, by: 1).compactMap {
            world.account(id: $0)
        }
        #expect(later.allSatisfy { $0.kind != .user })
        #expect(id > 199_999_900)
    }

    @Test func `ascending order starts with the oldest account`() throws {
        let oldest = try users("type:user", "&sort=joined&order=asc&per_page=3")
        let ids = oldest.compactMap { $0["id"]?.intValue }
        #expect(ids == ids.sorted())
        #expect((ids.first ?? 100) < 20)
    }

    @Test(arguments: [">1000", ">=5000", "20000..50000", "<3", "*..2", "420"])
    func `a range of followers includes its bounds`(range: String) throws {
        let found = try users("followers:\(range)", "&per_page=20")
        let bounds = try #require(SearchRange(range, span: SearchRange.number)).bounds
        for login in found.compactMap({ $0["login"]?.stringValue }) {
            let followers = try SearchTests.sandbox.json("/users/\(login)")["followers"]?.intValue
            #expect(bounds.contains(followers ?? -1), "\(login): \(followers ?? -1)")
        }
        #expect(!found.isEmpty || range == "420")
    }

    @Test func `the accounts with the most followers come first`() throws {
        let found = try users("type:user", "&sort=followers&per_page=30")
        let followers = try found.compactMap { $0["login"]?.stringValue }.map {
            try SearchTests.sandbox.json("/users/\($0)")["followers"]?.intValue ?? 0
        }
        #expect(followers == followers.sorted(by: >))
        #expect((followers.first ?? 0) > 100_000)
    }

    @Test func `a login in the query is found, wherever its id is`() throws {
        let world = World(seed: 1, users: 200_000_000)
        let account = try #require(world.account(id: 123_456_789) ?? world.account(id: 123_456_790))
        #expect(try users(account.login).first?["id"]?.intValue == account.id)
        #expect(try users("user:\(account.login)").map { $0["id"]?.intValue } == [account.id])
        #expect(try users("octocat in:login").first?["login"] == "octocat")
    }

    @Test func `location, language and date filter the results`() throws {
        for (query, member) in [
            ("location:\"São Paulo\"", "location"), ("location:iceland", "location"),
            ("created:<2009-01-01", "created_at"),
        ] {
            let found = try users(query, "&per_page=5")
            #expect(!found.isEmpty, "\(query)")
            for login in found.compactMap({ $0["login"]?.stringValue }) {
                let value =
                    try SearchTests.sandbox.json("/users/\(login)")[member]?.stringValue ?? ""
                switch member {
                case "created_at": #expect(value < "2009-01-01")
                default: #expect(value == "São Paulo" || value == "Reykjavík, Iceland")
                }
            }
        }
    }

    @Test func `a qualifier with a minus excludes`() throws {
        #expect(try users("octocat -type:user").allSatisfy { $0["type"] != "User" })
        #expect(try users("user:octocat -followers:>0").isEmpty)
    }

    @Test(arguments: [(30, 34, 200), (30, 35, 422), (100, 10, 200), (100, 11, 422)])
    func `a page that starts beyond result 1,000 is refused`(
        size: Int, page: Int, status: Int
    ) throws {
        let target = "/search/users?q=type:user&per_page=\(size)&page=\(page)"
        let reply = SearchTests.sandbox.get(target)
        #expect(reply.status == status)
        guard status == 422 else { return }
        #expect(try reply.json["message"] == "Only the first 1000 search results are available")
        #expect(try reply.json["documentation_url"] == "https://docs.github.com/v3/search/")
        #expect(try reply.json["errors"] == nil)
    }

    @Test func `the links end at result 1,000`() throws {
        let link = SearchTests.sandbox.get("/search/users?q=type%3Auser").header("Link") ?? ""
        #expect(link.contains("/search/users?q=type%3Auser&page=34>; rel=\"last\""))
        let total = try SearchTests.sandbox.json("/search/users?q=type:user")["total_count"]?
            .intValue
        #expect((total ?? 0) > 100_000_000)
    }

    @Test(arguments: ["/search/users", "/search/users?q=", "/search/repositories?q=+"])
    func `an empty search is refused, and the error names the field`(target: String) throws {
        let reply = SearchTests.sandbox.get(target)
        #expect(reply.status == 422)
        #expect(try reply.json["errors"]?[0]?["field"] == "q")
        #expect(try reply.json["errors"]?[0]?["code"] == "missing")
    }

    @Test func `all repositories of an account are found, forks only on request`() throws {
        let all = try repositories("user:exactly-100 fork:true", "&per_page=100")
        #expect(all.count == 100)
        let sources = try repositories("user:exactly-100", "&per_page=100")
        #expect(sources.allSatisfy { $0["fork"] == false })
        let forks = try repositories("user:exactly-100 fork:only", "&per_page=100")
        #expect(forks.allSatisfy { $0["fork"] == true })
        #expect(forks.count + sources.count == 100)
    }

    @Test func `repositories are found by stars and language, most stars first`() throws {
        let found = try repositories("language:python stars:>2000", "&sort=stars&per_page=50")
        let stars = found.compactMap { $0["stargazers_count"]?.intValue }
        #expect(stars == stars.sorted(by: >))
        #expect(!stars.isEmpty && stars.allSatisfy { $0 > 2000 })
        #expect(found.allSatisfy { $0["language"] == "Python" })
    }

    @Test func `unknown owners are refused`() throws {
        let reply = SearchTests.sandbox.get("/search/repositories?q=user:nobody-at-all")
        #expect(reply.status == 422)
        #expect(try reply.json["errors"]?[0]?["code"] == "invalid")
    }

    @Test func `a search that GitHub refuses is refused with the reason`() throws {
        for (query, reason) in [
            (String(repeating: "a", count: 257), "longer than 256 characters"),
            ("a OR b OR c OR d OR e OR f OR g", "More than five AND / OR / NOT"),
            ("repo:nobody/x", "because the resources do not exist"),
            ("user:@me", "because the users do not exist"),
        ] {
            let reply = SearchTests.sandbox.get(
                "/search/repositories?q=\(Percent.encode(query))")
            #expect(reply.status == 422, "\(query)")
            #expect(reply.text.contains(reason), "\(reply.text)")
        }
        let long = "user:octocat " + String(repeating: "stars:>=0 ", count: 40)
        #expect(
            SearchTests.sandbox.get("/search/repositories?q=\(Percent.encode(long))").status == 200)
    }

    @Test func `@me stands for the reader`() throws {
        let headers = ["Authorization": "token ghp_x"]
        let found = try SearchTests.sandbox.json("/search/repositories?q=user:@me", headers)
        let owners = found["items"]?.arrayValue?.compactMap { $0["owner"]?["login"]?.stringValue }
        #expect(Set(owners ?? []) == ["octocat"])
    }

    @Test func `repositories can be sorted by help-wanted issues`() throws {
        let found = try repositories(
            "user:exactly-250 help-wanted-issues:>0", "&sort=help-wanted-issues")
        let issues = found.compactMap { $0["open_issues_count"]?.intValue }
        #expect(!issues.isEmpty && (issues.first ?? 0) >= (issues.last ?? 0))
    }

    @Test func `a search sees mutations of the world`() throws {
        let sandbox = TestSandbox(SandboxConfiguration(users: 2000, rateLimit: 1000))
        sandbox.send("POST", "/_sandbox/mutate", body: #"{"user":"octocat","rename":"monalisa"}"#)
        sandbox.send("POST", "/_sandbox/mutate", body: #"{"user":"exactly-250","delete":true}"#)
        #expect(try sandbox.json("/search/users?q=monalisa")["total_count"] == 1)
        #expect(try sandbox.json("/search/users?q=octocat+in:login")["total_count"] == 0)
        #expect(try sandbox.json("/search/users?q=exactly-250")["total_count"] == 0)
    }

    @Test func `a deletion removes only its own account from the index`() {
        var world = World(seed: 1, users: 100_000)
        let index = SearchIndex(world)
        let before = Set(index.entries(in: world).map(\.profile.account))
        let oldest = world.accounts(after: 0, limit: 1) { _ in true }
        world.overlay.delete(oldest[0])
        #expect(Set(index.entries(in: world).map(\.profile.account)) == before.subtracting(oldest))
    }

    @Test func `the index shows new stars and new numbers of repositories`() throws {
        var world = World(seed: 1, users: 2000)
        let index = SearchIndex(world)
        let octocat = Special.octocat.account
        let first = try #require(world.repository(octocat, 0))
        func found() -> SearchIndex.Entry? {
            index.entries(in: world).first { $0.profile.account == octocat }
        }
        #expect(found() != nil)
        world.overlay.setStars(7, repository: first.id)
        #expect(found()?.repositories.first { $0.id == first.id }?.stars == 7)
        world.overlay.setRepositories(1, of: octocat)
        #expect(found()?.profile.repositories == 1)
        #expect(found()?.repositories.map(\.stars) == [7])
    }
}
