import Testing

@testable import GitHubSandbox

/// The page on which a person approves a sign-in, as a browser uses it.
@Suite struct ApprovalPageTests {
    private let sandbox = TestSandbox()

    private func begin() throws -> (device: String, user: String) {
        let form = Query(sandbox.send("POST", "/login/device/code", body: "client_id=c1").text)
        return (try #require(form["device_code"]), try #require(form["user_code"]))
    }

    private func poll(_ device: String) -> Query {
        let grant = "urn:ietf:params:oauth:grant-type:device_code"
        let body = "client_id=c1&device_code=\(device)&grant_type=\(grant)"
        return Query(sandbox.send("POST", "/login/oauth/access_token", body: body).text)
    }

    /// The hidden members of the page's form.
    private func secret() throws -> String {
        let page = sandbox.get("/login/device").text
        let secret = try #require(page.firstMatch(of: /name="authenticity_token" value="(\w+)"/)?.1)
        #expect(secret.count > 16)
        return String(secret)
    }

    private func decide(
        _ decision: String, _ user: String, secret: String, _ headers: [String: String] = [:]
    ) -> Reply {
        let form = ["Content-Type": "application/x-www-form-urlencoded"]
        return sandbox.send(
            "POST", "/login/device", headers: form.merging(headers) { $1 },
            body: "authenticity_token=\(secret)&user_code=\(user)&decision=\(decision)")
    }

    @Test(arguments: [("approve", nil), ("deny", "access_denied")])
    func `a person's decision ends the sign-in`(decision: String, error: String?) throws {
        let (device, user) = try begin()
        let browser = ["Origin": "http://sandbox.test", "Sec-Fetch-Site": "same-origin"]
        let reply = decide(decision, user, secret: try secret(), browser)
        #expect(
            reply.status == 200 && reply.text.contains(decision == "deny" ? "denied" : "approved"))
        let ending = poll(device)
        #expect(ending["error"] == error)
        #expect((ending["access_token"] == nil) == (error != nil))
    }

    @Test func `a code may be typed in lower case and without its hyphen`() throws {
        let (device, user) = try begin()
        let typed = user.lowercased().filter { $0 != "-" }
        #expect(decide("approve", typed, secret: try secret()).status == 200)
        #expect(poll(device)["access_token"] != nil)
    }

    @Test func `another site can neither submit the form nor frame the page`() throws {
        let (device, user) = try begin()
        let own = try secret()
        for (secret, headers) in [
            ("", [:]), ("guessed", [:]), (own, ["Origin": "http://evil.example"]),
            (own, ["Origin": "null"]), (own, ["Sec-Fetch-Site": "cross-site"]),
            (own, ["Sec-Fetch-Site": "same-site"]), (own, ["Host": "evil.example"]),
            (own, ["Content-Type": "text/plain"]),
        ] as [(String, [String: String])] {
            #expect(decide("approve", user, secret: secret, headers).status == 403, "\(headers)")
        }
        #expect(poll(device)["error"] == "authorization_pending")
        let page = sandbox.get("/login/device")
        #expect(page.header("X-Frame-Options") == "deny")
        let policy = page.header("Content-Security-Policy") ?? ""
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(TestSandbox().get("/login/device").text != page.text)
    }

    @Test func `an unknown or expired code is an error`() throws {
        let (_, user) = try begin()
        let secret = try secret()
        #expect(decide("approve", "AAAA-AAAA", secret: secret).status == 422)
        #expect(decide("approve", "", secret: secret).status == 422)
        #expect(decide("perhaps", user, secret: secret).status == 422)
        sandbox.advance(seconds: 899)
        #expect(decide("approve", user, secret: secret).status == 422)
    }

    @Test func `only a plain code from the address is filled in`() {
        #expect(
            sandbox.get("/login/device?user_code=BCDF-GHJK").text.contains("value=\"BCDF-GHJK\""))
        let hostile = sandbox.get("/login/device?user_code=%22%3E%3Cscript%3E").text
        #expect(!hostile.contains("script"))
    }
}
