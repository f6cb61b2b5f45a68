import HTTPCore
import HTTPServer
import HTTPTypes
import NIOHTTP1
import Secrets
import Testing

@testable import GitHubProxy

/// What passes, what is stripped, and which host gets it.
@Suite struct ProxyRulesTests {
    private static let tcp = ProxyRules.Listener.tcp(own: "http://127.0.0.1:8080")

    private static func rules(
        _ api: String = "https://api.github.com", keepsLonger: Bool = false, lent: String? = nil
    ) -> ProxyRules {
        ProxyRules(
            api: WebAddress(api)!, pages: nil, keepsLonger: keepsLonger
        ) { lent.map { Secret($0) } }
    }

    private func request(
        _ target: String = "/users/octocat", _ fields: HTTPHeaders = [:],
        _ method: HTTPMethod = .GET,
        from listener: ProxyRules.Listener = tcp, by rules: ProxyRules = rules()
    ) throws(HTTPRefusal) -> HTTPTransportRequest {
        let head = HTTPRequestHead(version: .http1_1, method: method, uri: target, headers: fields)
        guard let target = HTTPTarget(target, method: method) else { throw .malformed("target") }
        return try rules.request(head, target, from: listener)
    }

    private func refusal(
        _ target: String, _ fields: HTTPHeaders = [:], _ method: HTTPMethod = .GET,
        from listener: ProxyRules.Listener = tcp, by rules: ProxyRules = rules()
    ) -> Int? {
        do throws(HTTPRefusal) {
            _ = try request(target, fields, method, from: listener, by: rules)
            return nil
        } catch {
            return Int(error.status.code)
        }
    }

    @Test(arguments: [
        ("api.github.com", 200), ("API.github.com:443", 200), ("uploads.github.com", 200),
        ("github.com", 200), ("api.github.com:80", 421), ("localhost", 421), ("", 421),
        ("evil.example", 421), ("api.github.com.evil.example", 421), ("x.github.com", 421),
    ])
    func `on the Unix socket Host names a host of the same GitHub`(host: String, expected: Int) {
        #expect(refusal("/x", ["Host": host], from: .unix) ?? 200 == expected)
    }

    @Test func `api.github.com is refused beside another GitHub`() throws {
        let rules = Self.rules("https://ghe.example/api/v3")
        #expect(refusal("/x", ["Host": "api.github.com"], from: .unix, by: rules) == 421)
        #expect(refusal("/x", ["Host": "github.com"], from: .unix, by: rules) == 421)
        let passed = try request(
            "/api/v3/user?a=b", ["Host": "ghe.example"], from: .unix, by: rules)
        #expect(passed.url == "https://ghe.example/api/v3/user?a=b")
        // Over TCP, whatever Host is, and with the path.
        #expect(try request("/user", [:], by: rules).url == "https://ghe.example/api/v3/user")
        // GitHub Enterprise has it beside the REST API.
        #expect(
            try request("/graphql", [:], .POST, by: rules).url == "https://ghe.example/api/graphql")
    }

    @Test(arguments: [
        "/a/../b", "/..", "/%2e%2e/x", "/a/%2E./b", "/./x", "/a\\b", "/a%00b", "/\u{7F}", "/é",
    ])
    func `a path that two readers could read differently is refused`(path: String) {
        #expect(refusal(path) == 400)
    }

    @Test(arguments: ["/a..b", "/...", "/%20", "/a//b", "/repos/o/r/contents/a%2Fb?ref=x%20y", "/"])
    func `other paths pass as they are`(path: String) throws {
        #expect(try request(path).head.path == path)
    }

    @Test func `fields of the connection do not pass`() throws {
        let passed = try request(
            "/x",
            [
                "Host": "127.0.0.1:8080", "Connection": "X-Secret, close", "X-Secret": "a",
                "Keep-Alive": "timeout=5", "TE": "trailers", "Upgrade": "h2c",
                "Proxy-Authorization": "Basic x", "Transfer-Encoding": "chunked",
                "Content-Length": "3", "Accept": "a/b", "X-Other": "kept",
            ])
        #expect(
            Set(passed.head.headerFields.map(\.name.canonicalName)) == ["accept", "x-other", "via"])
        #expect(passed.head.headerFields[HTTPField.Name("Via")!] == "1.1 gitxplorer")
    }

    @Test func `the client's Authorization decides whose the response is`() throws {
        let bearer = try request("/x", ["Authorization": "Bearer abc"])
        let token = try request("/x", ["Authorization": "token abc"])
        let odd = try request("/x", ["Authorization": "abc"])
        #expect(bearer.owner == Secret("abc") && token.owner == Secret("token abc"))
        #expect(bearer.credential == token.credential)
        #expect(odd.authorization == Secret("abc"))
        #expect(try request("/x").owner == nil)
        #expect(refusal("/x", ["Authorization": "Bearer a", "authorization": "Bearer b"]) == 400)
        #expect(refusal("/x", ["Authorization": ""]) == 400)
    }

    @Test func `the server's token is lent on the Unix socket only`() throws {
        let rules = Self.rules(lent: "own")
        let host: HTTPHeaders = ["Host": "api.github.com"]
        #expect(try request("/x", host, from: .unix, by: rules).credential == Secret("own"))
        #expect(try request("/x", host, by: rules).credential == nil)
        let other = host.merging(["Authorization": "Bearer abc"])
        #expect(try request("/x", other, from: .unix, by: rules).credential == Secret("abc"))
    }

    @Test func `it is lent to no other host than the API`() throws {
        let rules = Self.rules(lent: "own")
        let pages = try request("/x", ["Host": "github.com"], from: .unix, by: rules)
        #expect(pages.credential == nil)
    }

    @Test(arguments: [
        ("/users/x", "core"), ("/search/users?q=x", "search"), ("/search/code?q=x", "code_search"),
        ("/graphql", "graphql"), ("/api/v3/search/users", "search"), ("/api/graphql", "graphql"),
    ])
    func `the path says which budget pays`(path: String, budget: String) throws {
        #expect(try request(path).facts.budget == budget)
        #expect(try request("/rate_limit").facts.isFree)
    }

    @Test func `the directives of a request are read`() throws {
        func policy(_ value: String) throws -> CachePolicy {
            try request("/x", ["Cache-Control": value]).cachePolicy
        }
        #expect(try policy("no-cache").revalidates && policy("no-store").bypassesStore)
        #expect(try policy("max-age=5").maximumAge == 5)
        #expect(try policy("max-stale=9").standard?.maximumStaleness == 9)
        #expect(try policy("max-stale").standard?.maximumStaleness ?? 0 > 1_000_000)
        #expect(try policy("min-fresh=9").standard?.minimumFreshness == 9)
        #expect(try policy("only-if-cached").standard?.onlyIfCached == true)
        #expect(try request("/x", ["Pragma": "no-cache"]).cachePolicy.revalidates)
        let both = try request("/x", ["Pragma": "no-cache", "Cache-Control": "max-age=9"])
        #expect(!both.cachePolicy.revalidates)
    }

    @Test
    func `lifetimes are added only on request, and never with a token for other than searches`()
        throws
    {
        let rules = Self.rules(keepsLonger: true)
        let token: HTTPHeaders = ["Authorization": "Bearer abc"]
        #expect(try request("/users/x").cachePolicy.minimumLifetime == 0)
        #expect(try request("/users/x", [:], by: rules).cachePolicy.minimumLifetime == 300)
        #expect(try request("/users/x", token, by: rules).cachePolicy.minimumLifetime == 0)
        let search = try request("/search/users?q=x", token, by: rules).cachePolicy
        #expect(search.minimumLifetime == 60 && search.storesWithoutValidator)
    }

    @Test(arguments: [HTTPMethod.CONNECT, .TRACE])
    func `methods that GitHub does not have are refused`(method: HTTPMethod) {
        #expect(refusal("/x", [:], method) != nil)
    }

    @Test func `a rare method passes`() throws {
        #expect(try request("/x", [:], .RAW(value: "FOO")).head.method.rawValue == "FOO")
    }
}

extension HTTPHeaders {
    fileprivate func merging(_ others: HTTPHeaders) -> HTTPHeaders {
        var all = self
        all.add(contentsOf: others)
        return all
    }
}
