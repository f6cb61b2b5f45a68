import JSONCore
import Testing

@testable import GitHubSandbox

/// Members that depend on the token.
@Suite struct TokenViewTests {
    private let sandbox = TestSandbox()
    private let classic = ["Authorization": "token ghp_x"]
    private let fineGrained = ["Authorization": "token github_pat_x"]

    /// A token with a scope, from the device flow.
    private func token(_ scope: String) throws -> [String: String] {
        sandbox.send("POST", "/_sandbox/config", body: #"{"deviceInterval": 0}"#)
        let begun = Query(
            sandbox.send("POST", "/login/device/code", body: "client_id=c&scope=\(scope)").text)
        let code = try #require(begun["user_code"])
        sandbox.send("POST", "/_sandbox/authorize", body: #"{"userCode": "\#(code)"}"#)
        let poll =
            "client_id=c&device_code=\(begun["device_code"] ?? "")"
            + "&grant_type=urn:ietf:params:oauth:grant-type:device_code"
        let granted = Query(sandbox.send("POST", "/login/oauth/access_token", body: poll).text)
        return ["Authorization": "token \(try #require(granted["access_token"]))"]
    }

    @Test(arguments: ["user", "read:user"])
    func `a token with the scope user shows the plan`(scope: String) throws {
        let headers = try token(scope)
        for target in ["/user", "/users/octocat"] {
            let body = try sandbox.json(target, headers)
            #expect(body["user_view_type"] == "private")
            #expect(body["plan"]?["name"] == "free")
        }
        #expect(try sandbox.json("/users/github", headers)["plan"] == nil)
    }

    @Test func `other tokens do not show the plan`() throws {
        for headers in [classic, fineGrained, try token("repo")] {
            let body = try sandbox.json("/user", headers)
            #expect(body["user_view_type"] == "public")
            #expect(body["plan"] == nil)
            #expect(body["notification_email"] == .null)
        }
        #expect(try sandbox.json("/users/octocat", classic)["notification_email"] == nil)
    }

    @Test(arguments: [
        ("/repos/octocat/Hello-World", "repo"), ("/repositories/1296269", "repo"),
        ("/orgs/github", "admin:org, read:org, repo, user, write:org"), ("/users/octocat", ""),
        ("/repos/octocat/Hello-World/stargazers", ""), ("/search/users?q=a", ""),
    ])
    func `a classic token gets the scopes that an endpoint accepts`(
        target: String, scopes: String
    ) {
        let reply = sandbox.get(target, classic)
        #expect(reply.header("X-Accepted-OAuth-Scopes") == scopes)
        #expect(reply.header("x-accepted-github-permissions") == nil)
    }

    @Test func `a fine-grained token gets permissions and its expiration`() {
        let reply = sandbox.get("/repos/octocat/Hello-World", fineGrained)
        #expect(reply.header("x-accepted-github-permissions") == "metadata=read")
        #expect(reply.header("github-authentication-token-expiration") != nil)
        #expect(reply.header("X-OAuth-Scopes") == nil)
        #expect(reply.header("X-Accepted-OAuth-Scopes") == nil)
    }

    @Test func `permissions are those for the repository, not for its parent`() throws {
        let body = try sandbox.json("/repos/octocat/linguist", classic)
        #expect(body["permissions"]?["admin"] == true)
        #expect(body["parent"] != nil && body["parent"]?["permissions"] == nil)
        #expect(body["source"] != nil && body["source"]?["permissions"] == nil)
        #expect(try sandbox.json("/repos/octocat/linguist")["permissions"] == nil)
    }

    @Test func `a fine-grained token gets no temp_clone_token, not even null`() throws {
        let target = "/repos/octocat/Hello-World"
        #expect(try sandbox.json(target)["temp_clone_token"] == .null)
        #expect(try sandbox.json(target, classic)["temp_clone_token"] == .null)
        #expect(try sandbox.json(target, fineGrained)["temp_clone_token"] == nil)
    }
}
