import JSONCore
import Testing

@testable import GitHubSandbox

@Suite struct SignInTests {
    private let sandbox = TestSandbox()

    private func begin(scope: String = "repo%20gist") throws -> (device: String, user: String) {
        let body = try sandbox.send(
            "POST", "/login/device/code", headers: ["Accept": "application/json"],
            body: "client_id=c1&scope=\(scope)"
        ).json
        #expect(body["interval"] == 5)
        #expect(body["expires_in"] == 899)
        #expect(body["verification_uri"] == "http://sandbox.test/login/device")
        return (
            try #require(body["device_code"]?.stringValue),
            try #require(body["user_code"]?.stringValue)
        )
    }

    private func poll(_ device: String, client: String = "c1") -> Reply {
        let grant = "urn:ietf:params:oauth:grant-type:device_code"
        return sandbox.send(
            "POST", "/login/oauth/access_token", headers: ["Accept": "application/json"],
            body: "client_id=\(client)&device_code=\(device)&grant_type=\(grant)")
    }

    private func check(_ device: String, gives error: String) throws {
        let reply = poll(device)
        #expect(reply.status == 200)
        #expect(try reply.json["error"]?.stringValue == error)
    }

    private func authorize(_ user: String, deny: Bool = false) {
        let body = #"{"userCode": "\#(user)", "deny": \#(deny)}"#
        #expect(sandbox.send("POST", "/_sandbox/authorize", body: body).status == 200)
    }

    @Test func `a sign-in is pending until it is approved, and then gets a working token`() throws {
        let (device, user) = try begin()
        #expect(device.count == 40)
        #expect(user.wholeMatch(of: /[B-Z]{4}-[B-Z]{4}/) != nil)
        for _ in 0..<5 {
            try check(device, gives: "authorization_pending")
            sandbox.advance(seconds: 5)
        }
        authorize(user)
        let body = try poll(device).json
        let token = try #require(body["access_token"]?.stringValue)
        #expect(token.hasPrefix("gho_"))
        #expect(body["scope"] == "gist,repo")
        let me = sandbox.get("/user", ["Authorization": "token \(token)"])
        #expect(try me.json["login"] == "octocat")
        #expect(me.header("X-OAuth-Scopes") == "gist, repo")
        try check(device, gives: "incorrect_device_code")
    }

    @Test func `a poll before the interval has passed gets slow_down`() throws {
        let (device, _) = try begin()
        try check(device, gives: "authorization_pending")
        sandbox.advance(seconds: 2)
        let early = try poll(device).json
        #expect(early["error"] == "slow_down")
        #expect(early["interval"] == 10)
        sandbox.advance(seconds: 6)
        try check(device, gives: "slow_down")
        sandbox.advance(seconds: 15)
        try check(device, gives: "authorization_pending")
    }

    @Test(arguments: [(false, nil), (true, "access_denied")] as [(Bool, String?)])
    func `a person's decision takes effect at once`(deny: Bool, error: String?) throws {
        let (device, user) = try begin()
        authorize(user, deny: deny)
        #expect(try poll(device).json["error"]?.stringValue == error)
    }

    @Test func `a code expires`() throws {
        let (device, _) = try begin()
        sandbox.advance(seconds: 899)
        try check(device, gives: "expired_token")
    }

    @Test func `responses are form-encoded unless Accept asks for JSON`() {
        let reply = sandbox.send("POST", "/login/device/code", body: "client_id=c1")
        #expect(
            reply.header("Content-Type")?.hasPrefix("application/x-www-form-urlencoded") ?? false)
        let form = Query(reply.text)
        #expect(form["device_code"]?.count == 40)
        #expect(form["verification_uri"] == "http://sandbox.test/login/device")
    }

    @Test func `an invalid request gets an error that names the problem`() throws {
        let (device, _) = try begin()
        #expect(try poll("x").json["error"] == "incorrect_device_code")
        #expect(try poll(device, client: "c2").json["error"] == "incorrect_client_credentials")
        let reply = sandbox.send("POST", "/login/oauth/access_token", body: "client_id=c1")
        #expect(Query(reply.text)["error"] == "unsupported_grant_type")
        let anonymous = sandbox.send("POST", "/login/device/code")
        #expect(Query(anonymous.text)["error"] == "incorrect_client_credentials")
    }

    @Test func `deviceInterval shortens the interval`() throws {
        sandbox.send("POST", "/_sandbox/config", body: #"{"deviceInterval": 0}"#)
        let reply = sandbox.send("POST", "/login/device/code", body: "client_id=c1")
        let device = try #require(Query(reply.text)["device_code"])
        #expect(Query(reply.text)["interval"] == "0")
        for _ in 0..<2 { try check(device, gives: "authorization_pending") }
    }

    @Test func `an invalid decision decides nothing`() throws {
        let (device, user) = try begin()
        for body in [
            #"{"userCode": "\#(user)", "deny": "no"}"#, #"{"userCode": "\#(user)", "x": 1}"#, "{}",
        ] {
            #expect(sandbox.send("POST", "/_sandbox/authorize", body: body).status == 422)
        }
        try check(device, gives: "authorization_pending")
    }

    @Test func `responses are XML if Accept asks for it`() throws {
        let (device, _) = try begin()
        sandbox.send("POST", "/_sandbox/config", body: #"{"deviceInterval": 0}"#)
        let grant = "urn:ietf:params:oauth:grant-type:device_code"
        let reply = sandbox.send(
            "POST", "/login/oauth/access_token", headers: ["Accept": "application/xml"],
            body: "client_id=c1&device_code=\(device)&grant_type=\(grant)")
        #expect(reply.header("Content-Type") == "application/xml; charset=utf-8")
        #expect(reply.text.contains("<OAuth>\n  <error>authorization_pending</error>\n"))
        #expect(reply.text.hasSuffix("</OAuth>\n"))
    }

    @Test func `recorded responses of the sign-in precede simulated ones`() throws {
        var store = ReplayStore()
        let line = #"""
            {"request": {"method": "POST", "host": "github.com", "path": "/login/device/code"}, \
            "response": {"status": 200, "headers": {"Content-Type": "application/json"}, \
            "body": {"verification_uri": "https://github.com/login/device"}}}
            """#
        try store.add(Array(line.replacing("\\\n", with: "").utf8), from: "test")
        let sandbox = TestSandbox(replay: store)
        let reply = sandbox.send("POST", "/login/device/code", body: "client_id=c1")
        #expect(try reply.json["verification_uri"] == "http://sandbox.test/login/device")
        #expect(reply.header("X-RateLimit-Limit") == nil)
        #expect(sandbox.send("POST", "/login/oauth/access_token").text.contains("error="))
    }

    @Test func `a token of an app is returned with the app's id`() throws {
        let (device, user) = try begin()
        authorize(user)
        let token = try #require(try poll(device).json["access_token"]?.stringValue)
        func client(_ token: String) -> String? {
            sandbox.get("/user", ["Authorization": "token \(token)"]).header("X-OAuth-Client-Id")
        }
        #expect(client(token) == "c1")
        #expect(client("gho_of-gh") == "178c6fc778ccc68e1d6a")
        #expect(client("ghp_x") == nil)
    }

    @Test(arguments: ["/graphql", "/api/graphql"])
    func `GraphQL answers viewer { login }`(path: String) throws {
        let body = #"{"query": "query user_current1{viewer{login}}", "variables": null}"#
        let headers = ["Authorization": "bearer gho_x"]
        let reply = sandbox.send("POST", path, headers: headers, body: body)
        #expect(try reply.json["data"]?["viewer"]?["login"] == "octocat")
        #expect(sandbox.send("POST", path, body: body).status == 401)
        let bare = #"{"query":"{ viewer { login }\n}"}"#
        #expect(sandbox.send("POST", path, headers: headers, body: bare).status == 200)
        for query in [
            "{zen}", "{ repository(name: 1) {id} viewer { login }}", "{a viewer{login}}",
            "mutation X {viewer{login}}", "query X {a viewer{login}}", "queryX{viewer{login}}",
        ] {
            let other = sandbox.send(
                "POST", path, headers: headers, body: "{\"query\": \"\(query)\"}")
            #expect(try other.json["errors"]?.arrayValue?.count == 1)
            #expect(other.status == 404 && other.header("X-Sandbox") == "not simulated")
        }
    }

    @Test func `a fine-grained token has no scopes`() {
        let reply = sandbox.get("/user", ["Authorization": "Bearer github_pat_1"])
        #expect(reply.status == 200)
        #expect(reply.header("X-OAuth-Scopes") == nil)
    }
}
