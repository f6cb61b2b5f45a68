import JSONCore
import Testing

@testable import GitHubSandbox

/// Every route's body is compared with GitHub's own description of it.
@Suite struct DescriptionTests {
    /// The requested path, and the path under which it is described.
    private static let routes: [(target: String, path: String)] = [
        ("/", "/"), ("/meta", "/meta"), ("/rate_limit", "/rate_limit"),
        ("/users", "/users"), ("/users?since=150000000&per_page=100", "/users"),
        ("/users/octocat", "/users/{username}"), ("/users/github", "/users/{username}"),
        ("/user/583231", "/users/{username}"), ("/user/10100", "/users/{username}"),
        ("/users/octocat/repos", "/users/{username}/repos"),
        ("/users/exactly-250/repos?per_page=100&page=3", "/users/{username}/repos"),
        ("/user/10100/repos?per_page=100&sort=pushed", "/users/{username}/repos"),
        ("/users/octocat/followers", "/users/{username}/followers"),
        ("/user/583231/followers?page=3", "/users/{username}/followers"),
        ("/users/octocat/following", "/users/{username}/following"),
        ("/user/583231/following?per_page=4&page=3", "/users/{username}/following"),
        ("/users/octocat/starred", "/users/{username}/starred"),
        ("/user/583231/starred", "/users/{username}/starred"),
        ("/orgs/github", "/orgs/{org}"), ("/organizations/9919", "/orgs/{org}"),
        ("/orgs/github/repos?per_page=100", "/orgs/{org}/repos"),
        ("/organizations/9919/repos?page=2", "/orgs/{org}/repos"),
        ("/repos/octocat/Hello-World", "/repos/{owner}/{repo}"),
        ("/repos/octocat/linguist", "/repos/{owner}/{repo}"),
        ("/repositories/1296269", "/repos/{owner}/{repo}"),
        ("/repos/octocat/Hello-World/stargazers", "/repos/{owner}/{repo}/stargazers"),
        ("/repositories/1296269/stargazers?page=2", "/repos/{owner}/{repo}/stargazers"),
        ("/repos/octocat/linguist/languages", "/repos/{owner}/{repo}/languages"),
        ("/repositories/1296269/languages", "/repos/{owner}/{repo}/languages"),
        ("/search/users?q=type:user&per_page=100", "/search/users"),
        ("/search/users?q=type:org&sort=joined", "/search/users"),
        ("/search/repositories?q=stars:%3E10&per_page=100", "/search/repositories"),
        ("/search/repositories?q=user:exactly-100+fork:true", "/search/repositories"),
    ]

    private func check(
        _ target: String, _ path: String, _ headers: [String: String] = [:],
        in sandbox: TestSandbox = TestSandbox()
    ) throws {
        let reply = sandbox.get(target, headers)
        #expect(reply.status == 200, "\(target): \(reply.text.prefix(200))")
        let problems = try Description().problems(reply.json, path: path)
        #expect(allowed(problems, path).isEmpty, "\(target): \(problems.prefix(5))")
    }

    /// Real organizations have null where the description says string.
    private func allowed(_ problems: [String], _ path: String) -> [String] {
        guard path == "/orgs/{org}" else { return problems }
        let nulls = ["/company: null", "/blog: null", "/location: null", "/email: null"]
        return problems.filter { !nulls.contains($0) }
    }

    @Test(arguments: routes)
    func `an anonymous response matches GitHub's description`(target: String, path: String) throws {
        try check(target, path)
    }

    @Test(arguments: routes)
    func `a signed-in client's response matches GitHub's description`(
        target: String, path: String
    ) throws {
        try check(target, path, ["Authorization": "token ghp_x"])
    }

    @Test(arguments: ["/user", "/user/repos"])
    func `the reader's own data matches GitHub's description`(path: String) throws {
        try check(path, path, ["Authorization": "Bearer gho_x"])
    }

    @Test func `starred lists with times match GitHub's description`() throws {
        let star = ["Accept": "application/vnd.github.star+json"]
        try check("/users/octocat/starred", "/users/{username}/starred", star)
        try check(
            "/repos/octocat/Hello-World/stargazers", "/repos/{owner}/{repo}/stargazers", star)
    }

    @Test func `accounts across the world and their repositories match GitHub's description`()
        throws
    {
        let sandbox = TestSandbox(SandboxConfiguration(rateLimit: 1000))
        for since in stride(from: 0, to: 200_000_000, by: 20_000_000) {
            let users = try sandbox.json("/users?since=\(since)&per_page=4").arrayValue ?? []
            for login in users.compactMap({ $0["login"]?.stringValue }) {
                try check("/users/\(login)", "/users/{username}", in: sandbox)
                try check("/users/\(login)/repos", "/users/{username}/repos", in: sandbox)
            }
        }
    }

    @Test func `the validator rejects a body that does not match`() throws {
        let body: JSONValue = ["login": 1]
        let problems = try Description().problems([body], path: "/users")
        #expect(problems.contains("/0/login: 1 is not string"))
        #expect(problems.contains("/0/id: missing"))
    }
}
