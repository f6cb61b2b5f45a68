import JSONCore
import Testing

@testable import GitHubSandbox

@Suite struct ListRouteTests {
    private let sandbox = TestSandbox(SandboxConfiguration(rateLimit: 10_000))

    private func names(_ target: String) throws -> [String] {
        try sandbox.json(target).arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
    }

    @Test(arguments: [
        ("exactly-100", [100, 0]), ("exactly-200", [100, 100, 0]), ("exactly-250", [100, 100, 50]),
        ("exactly-300", [100, 100, 100, 0]),
    ])
    func `pages hold as many repositories as the account has`(
        login: String, sizes: [Int]
    ) throws {
        for (index, size) in sizes.enumerated() {
            let names = try names("/users/\(login)/repos?per_page=100&page=\(index + 1)")
            #expect(names.count == size)
        }
    }

    @Test func `links use the user's number, and work`() throws {
        let link = try #require(sandbox.get("/users/exactly-250/repos?per_page=100").header("Link"))
        #expect(link.hasPrefix("<http://sandbox.test/user/10250/repos?per_page=100&page=2>; rel="))
        let second = try names("/user/10250/repos?per_page=100&page=2")
        #expect(second == (try names("/users/exactly-250/repos?per_page=100&page=2")))
        #expect(second.count == 100)
    }

    @Test func `links of an organization use its number`() throws {
        let link = sandbox.get("/orgs/github/repos").header("Link") ?? ""
        #expect(
            link.hasPrefix("<http://sandbox.test/organizations/9919/repos?page=2>; rel=\"next\""))
        #expect(sandbox.get("/organizations/9919/repos?page=2").status == 200)
    }

    @Test func `below api v3 all addresses are below api v3`() throws {
        let reply = sandbox.get("/api/v3/users/exactly-250/repos")
        #expect(reply.header("Link")?.contains("<http://sandbox.test/api/v3/user/10250/") ?? false)
        let first = try reply.json[0]
        #expect(first?["owner"]?["url"] == "http://sandbox.test/api/v3/users/exactly-250")
        #expect(first?["owner"]?["avatar_url"] == "http://sandbox.test/avatars/u/10250?v=4")
    }

    @Test func `repositories are sorted by name by default`() throws {
        let sorted = try names("/users/exactly-100/repos?per_page=100")
        #expect(sorted == sorted.sorted { $0.lowercased() < $1.lowercased() })
        let reversed = try names("/users/exactly-100/repos?per_page=100&direction=desc")
        #expect(reversed == sorted.reversed())
    }

    @Test(arguments: ["created", "updated", "pushed"])
    func `other orders are newest first by default`(sort: String) throws {
        let target = "/users/exactly-100/repos?per_page=100&sort=\(sort)"
        let times = try sandbox.json(target).arrayValue?.compactMap {
            $0["\(sort)_at"]?.stringValue
        }
        #expect(times == times?.sorted(by: >))
        let rising = try names(target + "&direction=asc")
        #expect(rising == (try names(target)).reversed())
    }

    @Test func `type selects an organization's forks or sources`() throws {
        for (type, isFork) in [("forks", true), ("sources", false)] {
            let target = "/orgs/github/repos?per_page=100&type=\(type)"
            let found = try sandbox.json(target).arrayValue ?? []
            #expect(found.count > 10 && found.allSatisfy { $0["fork"]?.boolValue == isFork })
        }
        // For a user these are not types.
        #expect(try names("/users/exactly-100/repos?per_page=100&type=forks").count == 100)
    }

    @Test func `/users continues after an id, with gaps, to the last account`() throws {
        let users = try sandbox.json("/users?since=0&per_page=100").arrayValue ?? []
        let ids = users.compactMap { $0["id"]?.intValue }
        #expect(ids.count == 100)
        #expect(ids == ids.sorted())
        #expect((ids.last ?? 0) > 100)
        let reply = sandbox.get("/users?since=\(ids[99])&per_page=5")
        #expect((try reply.json[0]?["id"]?.intValue ?? 0) > ids[99])
        let end = sandbox.get("/users?since=200000000")
        #expect(end.text == "[]")
        #expect(end.header("Link") == "<http://sandbox.test/users{?since}>; rel=\"first\"")
    }

    @Test func `organizations lists only organizations`() throws {
        let list = try sandbox.json("/organizations?per_page=5").arrayValue ?? []
        #expect(list.count == 5)
        for login in list.compactMap({ $0["login"]?.stringValue }) {
            #expect(try sandbox.json("/users/\(login)")["type"] == "Organization")
        }
    }

    @Test(arguments: [
        "/users/nobody-at-all", "/users/nobody/repos", "/orgs/octocat", "/orgs/octocat/repos",
        "/repos/octocat/none", "/repos/nobody/none", "/repositories/1", "/user/0",
        "/users/octocat/unknown", "/nothing", "/users/nobody/following", "/user/0/following",
        "/repos/octocat/Hello-World/releases/latest", "/repositories/1/releases/latest",
        "/repos/octocat/none/readme", "/repositories/1/readme",
    ])
    func `an unknown path is 404 with a page of the documentation`(target: String) throws {
        let reply = sandbox.get(target)
        #expect(reply.status == 404)
        #expect(try reply.json["message"] == "Not Found")
        #expect(try reply.json["status"] == "404")
        let page = try reply.json["documentation_url"]?.stringValue ?? ""
        #expect(page.hasPrefix("https://docs.github.com/rest"))
        #expect(reply.header("ETag") == nil)
        #expect(reply.header("Cache-Control") == nil)
    }

    @Test(arguments: [
        [:], ["Authorization": "token ghp_x"], ["Accept": "text/html"],
        ["Accept": "text/html", "Authorization": "token ghp_x"],
    ])
    func `only what is not simulated says so`(headers: [String: String]) {
        for target in [
            "/nothing", "/repos/octocat/Hello-World/issues", "/users/octocat/unknown",
            "/user/starred",
        ] {
            let reply = sandbox.get(target, headers)
            #expect(reply.status == 404 && reply.header("X-Sandbox") == "not simulated")
        }
        let write = sandbox.send("PATCH", "/user", headers: headers)
        #expect(write.status == 404 && write.header("X-Sandbox") == "not simulated")
        #expect(sandbox.get("/users/nobody-at-all", headers).header("X-Sandbox") == nil)
    }

    @Test(arguments: [
        "text/html", "application/xml", "application/octet-stream;q=1",
        "text/html, application/xml", "application/vnd.githubber+json",
    ])
    func `the API refuses media types that it does not have`(accept: String) throws {
        let reply = sandbox.get("/users/octocat", ["Accept": accept])
        #expect(reply.status == 415)
        #expect(
            try reply.json["message"]?.stringValue?.hasPrefix(
                "Unsupported 'Accept' header: '\(accept.prefix { !",;".contains($0) })'") == true)
        #expect(try reply.json["documentation_url"] == "https://docs.github.com/v3/media")
    }

    @Test(arguments: [
        "*/*", "application/*", "text/html,application/xhtml+xml,*/*;q=0.8", "Application/JSON",
        "text/html, application/vnd.github+json", "application/vnd.github", "", " , ",
    ])
    func `the API accepts a list with a media type that it has`(accept: String) {
        #expect(sandbox.get("/users/octocat", ["Accept": accept]).status == 200)
    }

    @Test(arguments: [("blocked-tos", 403), ("blocked-dmca", 451)])
    func `blocked repositories give 403 and 451`(name: String, status: Int) throws {
        let reply = sandbox.get("/repos/github/\(name)")
        #expect(reply.status == status)
        #expect(try reply.json["message"] == "Repository access blocked")
    }

    @Test func `stargazers end at forty thousand`() throws {
        let world = World(seed: 1, users: 200_000_000)
        let owner = try #require(world.account(id: world.notables.id(rank: 0)))
        let repository = try #require(world.repository(owner, 0))
        #expect(repository.stars > 40_000)
        let target = "/repos/\(repository.fullName)/stargazers?per_page=100"
        let link = sandbox.get(target).header("Link") ?? ""
        #expect(link.contains("per_page=100&page=400>; rel=\"last\""))
        #expect(try sandbox.json(target + "&page=400").arrayValue?.count == 100)
        #expect(sandbox.get(target + "&page=401").status == 422)
    }

    @Test func `HEAD is GET without the body, and costs as much`() {
        let head = sandbox.send("HEAD", "/users/octocat")
        #expect(head.header("ETag") == sandbox.get("/users/octocat").header("ETag"))
        #expect(head.header("X-RateLimit-Used") == "1")
    }
}
