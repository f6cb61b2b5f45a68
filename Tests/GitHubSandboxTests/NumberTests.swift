import HTTPServer
import JSONCore
import Testing

@testable import GitHubSandbox

/// No number from a client stops the sandbox, wherever it occurs.
@Suite struct NumberTests {
    private static let sandbox = TestSandbox(
        SandboxConfiguration(users: 500, rateLimit: 1_000_000))

    /// As JSON and, without quotation marks, in targets and headers.
    private static let numbers = [
        "9223372036854775807", "-9223372036854775808", "9223372036854775808",
        "9007199254740993", "4294967296", "2147483648", "-1", "0", "1", "1.5", "1e308", "-1e308",
        "1e-308", "1e999999999999999999999", "\"12\"", "\"\"", "\"x\"", "true", "null", "[]", "{}",
        String(repeating: "9", count: 400),
    ]

    private static var plain: [String] {
        numbers.map { Percent.encode($0.filter { $0 != "\"" }) }
    }

    /// Every member of the control endpoints, in a body with a placeholder for a number.
    private static let members = [
        ("config", #"{"latencyMs": N}"#), ("config", #"{"rateLimit": N}"#),
        ("config", #"{"deviceInterval": N}"#), ("config", #"{"anonymousRevalidation": N}"#),
        ("config", #"{"faults": N}"#), ("config", #"{"faults": [N]}"#),
        ("config", #"{"faults": [{"path": "x", "kind": "reset", "times": N}]}"#),
        ("config", #"{"faults": [{"path": N, "kind": "reset"}]}"#),
        ("config", #"{"faults": [{"path": "x", "kind": N}]}"#),
        ("mutate", #"{"repo": "octocat/Hello-World", "stars": N}"#),
        ("mutate", #"{"repo": N, "stars": 1}"#),
        ("mutate", #"{"user": "exactly-100", "repositories": N}"#),
        ("mutate", #"{"user": "exactly-100", "delete": N}"#),
        ("mutate", #"{"user": "exactly-100", "rename": N}"#),
        ("mutate", #"{"user": N, "delete": true}"#),
        ("authorize", #"{"userCode": N}"#), ("authorize", #"{"userCode": "X", "deny": N}"#),
    ]

    @Test(arguments: members)
    func `a control member accepts numbers within its bounds and rejects others`(
        control: String, body: String
    ) throws {
        let sandbox = TestSandbox(SandboxConfiguration(users: 500, rateLimit: 1_000_000))
        for number in NumberTests.numbers {
            let sent = body.replacing("N", with: number, maxReplacements: 1)
            let reply = sandbox.send("POST", "/_sandbox/\(control)", body: sent)
            #expect([200, 422].contains(reply.status), "\(sent)")
            if reply.status == 422 { #expect(try reply.json["message"] != nil) }
            // The sandbox still works with an accepted number.
            for target in [
                "/rate_limit", "/repos/octocat/Hello-World",
                "/repos/octocat/Hello-World/stargazers?per_page=100&page=400",
                "/users/exactly-100/repos?page=40&per_page=2",
            ] {
                sandbox.get(target)
            }
            let code = sandbox.send("POST", "/login/device/code", body: "client_id=c")
            let grant = "urn:ietf:params:oauth:grant-type:device_code"
            let device = Query(code.text)["device_code"] ?? ""
            sandbox.send(
                "POST", "/login/oauth/access_token",
                body: "client_id=c&device_code=\(device)&grant_type=\(grant)")
            sandbox.send("POST", "/_sandbox/reset")
        }
    }

    @Test func `a number out of bounds is 422`() {
        for (body, limit) in [
            (#"{"latencyMs": N}"#, 3_600_000), (#"{"rateLimit": N}"#, 1_000_000_000),
            (#"{"deviceInterval": N}"#, 3600),
            (#"{"faults": [{"path": "x", "kind": "reset", "times": N}]}"#, 1_000_000_000),
        ] {
            let sandbox = TestSandbox()
            for (number, status) in [(limit, 200), (limit + 1, 422), (-1, 422), (0, 200)] {
                let sent = body.replacing("N", with: String(number))
                let reply = sandbox.send("POST", "/_sandbox/config", body: sent)
                #expect(reply.status == status, "\(sent)")
            }
        }
    }

    @Test(arguments: [
        "/user/N", "/user/N/repos", "/user/N/followers", "/user/N/starred", "/organizations/N",
        "/organizations/N/repos", "/repositories/N", "/repositories/N/stargazers",
        "/repositories/N/languages", "/avatars/u/N", "/users/N", "/repos/octocat/N", "/repos/N/x",
        "/orgs/N", "/api/v3/user/N",
    ])
    func `an id of any size is answered`(path: String) {
        for number in NumberTests.plain {
            let reply = NumberTests.sandbox.get(path.replacing("N", with: number))
            #expect([200, 301, 401, 404].contains(reply.status), "\(path) \(number)")
        }
    }

    @Test(arguments: [
        ("/users", ["since", "per_page"]), ("/organizations", ["since", "per_page"]),
        ("/users/octocat/repos", ["page", "per_page", "sort", "direction", "type"]),
        ("/users/octocat/starred", ["page", "per_page", "sort", "direction"]),
        ("/users/octocat/followers", ["page", "per_page"]),
        ("/orgs/github/repos", ["page", "per_page", "sort", "direction", "type"]),
        ("/repos/octocat/Hello-World/stargazers", ["page", "per_page"]),
        ("/avatars/u/1", ["s", "v"]),
        ("/search/users", ["q", "page", "per_page", "sort", "order"]),
        ("/search/repositories", ["q", "page", "per_page", "sort", "order"]),
        (
            "/user/repos",
            [
                "page", "per_page", "since", "before", "sort", "direction", "type",
                "visibility", "affiliation",
            ]
        ),
    ])
    func `a parameter of any size is answered`(path: String, names: [String]) {
        let token = path.hasPrefix("/user/") ? ["Authorization": "token ghp_x"] : [:]
        for number in NumberTests.plain {
            for name in names {
                let target = "\(path)?\(name)=\(number)" + (name == "q" ? "" : "&q=octocat")
                let reply = NumberTests.sandbox.get(target, token)
                #expect([200, 422].contains(reply.status), "\(target): \(reply.status)")
            }
        }
    }

    @Test func `a number that does not fit becomes the largest one`() throws {
        let number = String(repeating: "9", count: 400)
        for path in ["/users?since=", "/organizations?since=", "/users/octocat/repos?page="] {
            #expect(NumberTests.sandbox.get(path + number).body == Array("[]".utf8), "\(path)")
        }
        let whole = try NumberTests.sandbox.json("/users/octocat/repos?per_page=\(number)")
        #expect(whole.arrayValue?.count == 8)
        let first = try NumberTests.sandbox.json("/users?since=-\(number)")
        #expect(try first == NumberTests.sandbox.json("/users"))
    }

    @Test func `a qualifier of any size is answered`() {
        for number in NumberTests.numbers {
            for form in [
                "N", ">N", "<=N", "<N", ">=N", "N..N", "*..N", "N..*", "N-N-N", "2011-01-N",
            ] {
                let text = form.replacing("N", with: number)
                for span in [SearchRange.number, SearchRange.time] {
                    _ = SearchRange(text, span: span)?.bounds.contains(Int.max)
                }
            }
            let query = "followers:\(number) -repos:\(number) -created:\(number)"
            let reply = NumberTests.sandbox.get("/search/users?q=\(Percent.encode(query))")
            #expect([200, 422].contains(reply.status))
        }
    }

    @Test(arguments: [
        "Tue, N Jan 2011 18:44:36 GMT", "Tue, 25 Jan N 18:44:36 GMT",
        "Tue, 25 Jan 2011 N:44:36 GMT",
        "Tue, 25 Jan 2011 18:N:36 GMT", "Tue, 25 Jan 2011 18:44:N GMT", "N",
    ])
    func `a date of any size is answered`(date: String) {
        for number in NumberTests.numbers {
            let headers = ["If-Modified-Since": date.replacing("N", with: number)]
            let reply = NumberTests.sandbox.get("/users/octocat", headers)
            #expect([200, 304].contains(reply.status), "\(headers)")
        }
    }

    @Test func `a recorded status of any size is accepted or rejected`() throws {
        for number in NumberTests.numbers {
            var store = ReplayStore()
            let line =
                #"{"request":{"method":"GET","path":"/x"},"response":{"status":\#(number)}}"#
            try? store.add(Array(line.utf8), from: "test")
            #expect(TestSandbox(replay: store).get("/x").status == 404)
        }
    }

    @Test func `a path that is too long is refused`() {
        let reply = NumberTests.sandbox.get("/users/" + String(repeating: "a", count: 8200))
        #expect(reply.status == 414)
    }
}
